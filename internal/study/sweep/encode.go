package sweep

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
)

// frozen is the stored form of a plan, with the hash of its bytes.
type frozen struct {
	Hash string          `json:"hash"` // SHA-256 of the plan
	Plan json.RawMessage `json:"plan"`
}

// Freeze returns the content of the plan's file, and gives the plan its hash.
func (p *Plan) Freeze() ([]byte, error) {
	text, err := p.encode()
	if err != nil {
		return nil, err
	}
	return text, p.check()
}

func (p *Plan) encode() ([]byte, error) {
	plan, err := json.Marshal(p)
	if err != nil {
		return nil, err
	}
	p.hash = hashOf(plan)
	text, err := json.Marshal(frozen{p.hash, plan})
	return append(text, '\n'), err
}

func hashOf(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// decodePlan reads a plan's file. It returns an error if it has been edited since it
// was frozen.
func decodePlan(text []byte) (*Plan, error) {
	var f frozen
	if err := json.Unmarshal(text, &f); err != nil {
		return nil, fmt.Errorf("it is not the plan of a sweep: %w", err)
	}
	p := &Plan{}
	if err := json.Unmarshal(f.Plan, p); err != nil || f.Hash == "" {
		return nil, errors.Join(errors.New("it is not the plan of a sweep"), err)
	}
	if p.Schema != Schema {
		return nil, fmt.Errorf("it is a plan of schema %d, and this version of twophase reads schema %d: plan the sweep again", p.Schema, Schema)
	}
	again, err := p.encode()
	if err != nil {
		return nil, err
	}
	if p.hash != f.Hash || !bytes.Equal(again, text) {
		return nil, errors.New("the plan was edited after it was frozen: take the edit back, or edit the grid and plan it as a new sweep")
	}
	if err := p.check(); err != nil {
		return nil, err
	}
	p.base, err = newBase(p.Source, p.Experiment)
	return p, err
}

// check returns an error if the plan contradicts itself, which no plan of Load does.
func (p *Plan) check() error {
	for _, d := range p.Dimensions {
		if len(d.Keys) == 0 || d.Len() == 0 {
			return errors.New("a dimension of the plan is empty")
		}
		for _, c := range d.Keys {
			if len(c.Numbers) > 0 && len(c.Values) > 0 || c.Len() != d.Len() {
				return fmt.Errorf("the values of %s do not fit its dimension", c.Key)
			}
		}
	}
	if len(p.Seeds) == 0 || p.Chunk < 1 {
		return errors.New("the plan has no seeds or no chunks")
	}
	if n, err := p.count(); err != nil || n != p.Points {
		return errors.Join(fmt.Errorf("the plan says %d points, and has %d", p.Points, n), err)
	}
	return nil
}
