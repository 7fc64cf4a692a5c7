package circuit

import "twophase/circuit/selection"

// SignConstraint is a phase in which each selected weight of the wrong sign becomes 0,
// unless its synapse is frozen. This is Dale's law: a synapse excites or inhibits, and
// never changes from one to the other. The synapse remains and can grow again.
//
// Both executors call Run; see alter. TestLiteralEqualsCompiled compares them.
type SignConstraint struct {
	Where    selection.Selection `json:"where"`    // synapses of one projection; weights stands for those of all
	Positive bool                `json:"positive"` // weights must be ≥ 0; else ≤ 0
}

// Validate returns an error that names the first field that is out of range.
func (s SignConstraint) Validate() error { return checkSynaptic("sign constraint", s.Where) }

// Signature implements Phase.
func (s SignConstraint) Signature() Signature {
	equation := "w ← min(w, 0)"
	if s.Positive {
		equation = "w ← max(w, 0)"
	}
	return alteration("SignConstraint", equation, s.Where)
}

func (s SignConstraint) where() selection.Selection { return s.Where }

// Run implements Phase.
func (s SignConstraint) Run(c *Circuit) error {
	c.alter(s.Where, true, nil, func(_ int, w []float64) {
		for j, v := range w {
			if s.Positive && v < 0 || !s.Positive && v > 0 {
				w[j] = 0
			}
		}
	})
	return nil
}
