package sweep

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// What a sweep's folder holds.
const (
	planFile      = "plan.json"
	journalFolder = "results"
	claimsFile    = "claims"
)

// frozen is the form in which a plan is stored: its hash is that of its bytes.
type frozen struct {
	Hash string          `json:"hash"` // SHA-256 of the plan
	Plan json.RawMessage `json:"plan"`
}

// encode returns the plan's file, and notes its hash.
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

// decode reads a plan's file. It returns an error if it has been edited since it
// was frozen.
func decode(text []byte) (*Plan, error) {
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
	return p, p.check()
}

// check returns an error if the plan contradicts itself, as none does that was
// frozen by Write.
func (p *Plan) check() error {
	for _, d := range p.Dimensions {
		if len(d.Columns) == 0 || d.len() == 0 {
			return errors.New("a dimension of the plan is empty")
		}
		for _, c := range d.Columns {
			if len(c.Numbers) > 0 && len(c.Values) > 0 || c.len() != d.len() {
				return fmt.Errorf("the values of %s do not fit its dimension", c.Key)
			}
		}
	}
	if len(p.Seeds) == 0 || p.Chunk < 1 {
		return errors.New("the plan has no seeds or no chunks")
	}
	if n, err := p.count(); err != nil || n != p.Points {
		return errors.Join(fmt.Errorf("the plan tells of %d points, and has %d", p.Points, n), err)
	}
	return nil
}

// Write freezes the plan into a new folder, which appears when it is complete.
func (p *Plan) Write(folder string) error {
	folder = filepath.Clean(folder)
	if _, err := os.Lstat(folder); err == nil {
		return fmt.Errorf("%s exists: choose another folder with --out, or remove it with all its results", folder)
	}
	text, err := p.encode()
	if err != nil {
		return fmt.Errorf("freeze the plan: %w", err)
	}
	if err := p.check(); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(folder), 0o777); err != nil {
		return fmt.Errorf("freeze the plan: %w", err)
	}
	work := folder + ".partial"
	err = errors.Join(os.RemoveAll(work), os.Mkdir(work, 0o777))
	if err == nil {
		err = os.Mkdir(filepath.Join(work, journalFolder), 0o777)
	}
	for _, f := range []struct {
		name string
		text []byte
	}{{planFile, text}, {claimsFile, nil}} {
		if err == nil {
			err = writeFile(filepath.Join(work, f.name), f.text)
		}
	}
	if err == nil {
		err = os.Rename(work, folder)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("freeze the plan: %w", err), os.RemoveAll(work))
	}
	return nil
}

// writeFile writes a file and has it reach the disk.
func writeFile(path string, content []byte) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	return errors.Join(err, f.Sync(), f.Close())
}

// Sweep is a frozen plan and its results.
type Sweep struct {
	*Plan
	Folder string
}

// Open opens a sweep's folder.
func Open(folder string) (*Sweep, error) {
	folder = filepath.Clean(folder)
	text, err := os.ReadFile(filepath.Join(folder, planFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s is not the folder of a sweep, for it has no %s: make one by twophase sweep plan GRID.yaml", folder, planFile)
	}
	if err != nil {
		return nil, fmt.Errorf("open the sweep: %w", err)
	}
	p, err := decode(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Join(folder, planFile), err)
	}
	if p.base, err = newBase(p.Source, p.Experiment); err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Join(folder, planFile), err)
	}
	return &Sweep{p, folder}, nil
}

func (s *Sweep) path(parts ...string) string {
	return filepath.Join(append([]string{s.Folder}, parts...)...)
}
