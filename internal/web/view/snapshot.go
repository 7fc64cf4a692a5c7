package view

import (
	"slices"

	"twophase/circuit/selection"
	"twophase/internal/traces/trace"
)

// Snapshot is what api/snapshot answers: the newest record at or before a step.
type Snapshot struct {
	Step  int64          `json:"step"` // of the newest number in it
	Parts []SnapshotPart `json:"parts"`
}

// SnapshotPart is the values of a recorded part.
type SnapshotPart struct {
	Kind    selection.Kind `json:"kind"`
	Step    int64          `json:"step"` // of the newest number, −1 if there is none
	Columns int            `json:"columns"`
	Values  Vector         `json:"values"`           // [rows×columns]; null if there are more than matrixLimit
	Blocks  *Blocks        `json:"blocks,omitempty"` // then
}

// snapshotOf returns a snapshot of a trace in the form of the API. It shares the numbers.
func snapshotOf(s *trace.Snapshot) *Snapshot {
	found := &Snapshot{Step: s.Step, Parts: []SnapshotPart{}}
	for _, p := range s.Parts {
		part := SnapshotPart{Kind: p.Kind, Step: p.Step, Columns: p.Columns}
		if len(p.Values) <= matrixLimit {
			part.Values = p.Values
		} else {
			part.Blocks = newBlocks(p.Values, len(p.Values)/p.Columns, p.Columns)
		}
		found.Parts = append(found.Parts, part)
	}
	return found
}

// clone returns a copy that shares no numbers.
func (s *Snapshot) clone() *Snapshot {
	return s.mapped(func(v Vector) Vector { return slices.Clone(v) })
}

func (s *Snapshot) rounded() *Snapshot { return s.mapped(Vector.rounded) }

// mapped returns a copy with other values.
func (s *Snapshot) mapped(of func(Vector) Vector) *Snapshot {
	c := &Snapshot{Step: s.Step, Parts: slices.Clone(s.Parts)}
	for i := range c.Parts {
		c.Parts[i].Values, c.Parts[i].Blocks = of(s.Parts[i].Values), s.Parts[i].Blocks.rounded()
	}
	return c
}

// numbers returns how many numbers a snapshot has.
func (s *Snapshot) numbers() (n int) {
	for _, p := range s.Parts {
		n += len(p.Values) + blockSize(p.Blocks)
	}
	return n
}
