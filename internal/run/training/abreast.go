package training

import (
	"bytes"
	"encoding/gob"
	"fmt"

	"twophase/internal/files/durable"
	"twophase/internal/files/folder"
)

// Abreast is the checkpoint of a trial of all variants of a comparison. They need not be at the same step.
type Abreast struct {
	Done   int   // the step at which the variants were last compared
	Until  int   // the one at which they are next: none is beyond it; Done: that is not decided
	Differ []int // by variant: the first step after which it differs from another one; 0: it does not yet

	Variants []Checkpoint // the zero Checkpoint: it has not begun
	Before   []Pair       // unless Until is Done: those that may still be identical
}

// Pair is a variant and the one that it is compared with, at the step Done.
type Pair struct {
	Variant      int
	First, Other *State
}

const abreastKind = "twophase comparison checkpoint"

// Write writes the checkpoint of a trial to the folder of a comparison with some ID.
func (a *Abreast) Write(out *folder.Folder, id string, trial int) error {
	text, err := a.text(id, trial)
	if err != nil {
		return err
	}
	return out.Write(checkpointName(trial), text)
}

// WriteAllAbreast writes the checkpoints of some trials that have ended in all variants to one file.
func WriteAllAbreast(out *folder.Folder, id string, trials []int, of func(trial int) (*Abreast, error)) error {
	return writeEnded(func() (*durable.File, error) { return out.Create(endedName) }, trials, func(trial int) ([]byte, error) {
		a, err := of(trial)
		if err != nil {
			return nil, err
		}
		return a.text(id, trial)
	})
}

// text returns the checkpoint of a trial of a comparison with some ID.
func (a *Abreast) text(id string, trial int) ([]byte, error) {
	var body bytes.Buffer
	if err := gob.NewEncoder(&body).Encode(a); err != nil {
		return nil, err
	}
	line, err := head{Kind: abreastKind, Run: id, Trial: trial, Step: a.Done}.before(body.Bytes())
	return append(line, body.Bytes()...), err
}

// ReadAllAbreast reads the checkpoints of a comparison by trial, nil where there is none. The error says why one is
// refused. Folders are those of the variants.
func ReadAllAbreast(out *folder.Folder, id string, trials int, folders []*folder.Folder) ([]*Abreast, error) {
	return readAll(out, trials, func(trial int, text []byte) (*Abreast, error) {
		a := new(Abreast)
		if _, _, err := parseBody(text, abreastKind, id, trial, a); err != nil {
			return nil, err
		}
		if len(a.Variants) != len(folders) || len(a.Differ) != len(folders) {
			return nil, fmt.Errorf("it is of %d variants, and not of %d", len(a.Variants), len(folders))
		}
		for i := range a.Variants {
			if err := a.Variants[i].check(folders[i]); err != nil {
				return nil, err
			}
		}
		return a, nil
	})
}

// Begun reports whether there is anything in a checkpoint.
func (b *Checkpoint) Begun() bool { return b.State != nil || b.Result != nil || b.Diverged != nil }

// Step returns the step of a trial that goes on, and the last one of a trial that has ended.
func (b *Checkpoint) Step(last int) int { return last - b.Left(last) }

// Save has the trials that go on leave checkpoints now.
func (c *Cohort) Save() error {
	for _, t := range c.begun {
		if t.Err == nil {
			if err := t.checkpoint(c.each()); err != nil {
				return err
			}
		}
	}
	return nil
}
