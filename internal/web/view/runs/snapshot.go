package runs

import (
	"slices"

	"twophase/circuit/selection"
	"twophase/internal/traces/trace"
)

// Snapshot is what api/snapshot answers: the newest record at or before a step. What was not
// recorded is null.
type Snapshot struct {
	Step int64  `json:"step"` // of the newest number in it
	W    Vector `json:"w"`    // [K×N] row-major
	M    Vector `json:"m"`    // [K×K], the scales on the diagonal
	Y    Vector `json:"y"`    // [K]

	Steps map[string]int64 `json:"steps,omitempty"` // of the newest number of each kind, where these may differ

	Parts []SnapshotPart `json:"parts,omitempty"` // of a circuit without the paper's names, in the place of all but the step

	// In place of a matrix of more than matrixLimit numbers.
	WBlocks *Blocks `json:"w_blocks,omitempty"`
	MBlocks *Blocks `json:"m_blocks,omitempty"`
}

// SnapshotPart is the recorded values of a part of a circuit without the paper's names.
type SnapshotPart struct {
	Kind    string  `json:"kind"`
	Columns int     `json:"columns"`
	Values  Vector  `json:"values"`           // [rows×columns]; null if there are more than matrixLimit
	Blocks  *Blocks `json:"blocks,omitempty"` // then
}

// newSnapshot returns a snapshot, with its large matrices as blocks.
func newSnapshot(step int64, inputs, outputs int, w, m, y []float64) *Snapshot {
	s := &Snapshot{Step: step, Y: y}
	if len(w) <= matrixLimit {
		s.W = w
	} else {
		s.WBlocks = newBlocks(w, outputs, inputs)
	}
	if len(m) <= matrixLimit {
		s.M = m
	} else {
		s.MBlocks = newBlocks(m, outputs, outputs)
	}
	return s
}

// snapshotOf returns a snapshot of a trace in the form of the API. It shares the numbers.
func snapshotOf(s *trace.Snapshot) *Snapshot {
	found := newSnapshot(s.Step, s.Inputs, s.Outputs, s.W, s.M, s.Y)
	found.Steps = make(map[string]int64)
	for i, kind := range []selection.Kind{selection.Feedforward, selection.Lateral, selection.Scale, selection.Outputs} {
		if s.Parts == nil && s.Steps[i] >= 0 {
			found.Steps[kind.String()] = s.Steps[i]
		}
	}
	for _, p := range s.Parts {
		found.Steps[p.Kind.String()] = p.Step
		part := SnapshotPart{Kind: p.Kind.String(), Columns: p.Columns}
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
	c := *s
	c.W, c.M, c.Y, c.Parts = slices.Clone(s.W), slices.Clone(s.M), slices.Clone(s.Y), slices.Clone(s.Parts)
	for i := range c.Parts {
		c.Parts[i].Values = slices.Clone(c.Parts[i].Values)
	}
	return &c
}

func (s *Snapshot) rounded() *Snapshot {
	r := &Snapshot{Step: s.Step, W: s.W.rounded(), M: s.M.rounded(), Y: s.Y.rounded(), Steps: s.Steps, WBlocks: s.WBlocks.rounded(), MBlocks: s.MBlocks.rounded()}
	for _, p := range s.Parts {
		r.Parts = append(r.Parts, SnapshotPart{p.Kind, p.Columns, p.Values.rounded(), p.Blocks.rounded()})
	}
	return r
}
