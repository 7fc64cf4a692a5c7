package circuit

import (
	"fmt"
	"math"

	"twophase/circuit/selection"
)

// Quantise is a phase in which each selected weight becomes the nearest multiple of a step
// (the even one of two equally near), unless its synapse is frozen or lesioned. A change of
// less than half a step is lost.
//
// Both executors call Run; see alter. TestLiteralEqualsCompiled compares them.
type Quantise struct {
	Where selection.Selection `json:"where"` // synapses of one projection; weights stands for those of all
	Step  float64             `json:"step"`  // > 0
}

// Validate returns an error that names the first field that is out of range.
func (q Quantise) Validate() error {
	if !positive(q.Step) {
		return fmt.Errorf("quantisation to multiples of %v: give a positive number", q.Step)
	}
	return checkSynaptic("quantisation", q.Where)
}

// Signature implements Phase.
func (q Quantise) Signature() Signature {
	return alteration("Quantise", fmt.Sprintf("w ← %v round(w/%v)", q.Step, q.Step), q.Where)
}

func (q Quantise) where() selection.Selection { return q.Where }

// Run implements Phase.
func (q Quantise) Run(c *Circuit) error {
	c.alter(q.Where, false, nil, func(_ int, w []float64) {
		for j, v := range w {
			// From 2⁵² steps on, the numbers lie no closer than the steps.
			if steps := v / q.Step; math.Abs(steps) < 1<<52 {
				w[j] = float64(q.Step*math.RoundToEven(steps)) + 0 // of a zero, the positive one
			}
		}
	})
	return nil
}
