package pruning

import (
	"errors"
	"fmt"

	"twophase/internal/measure"
)

// Criterion says when a synapse is pruned, and what else became of it.
type Criterion struct {
	// Fraction of its peak below which a synapse is pruned at the end: measure.Pruned.
	Fraction float64 `json:"fraction"`

	// Noise is the size, in units of the circuit's noise floor, below which a synapse that is not
	// pruned is faint: 3, which Gaussian noise crosses once in 370 times. Below that a synapse cannot
	// be distinguished from noise.
	Noise float64 `json:"noise"`

	// Hysteresis is the multiple of both that a synapse must reach to be born, or to come back: 2, so
	// that noise does neither.
	Hysteresis float64 `json:"hysteresis"`

	// Dwell is the number of steps that a synapse must stay pruned before it can come back. 0 means a
	// hundredth of the recorded steps, so that a weight that changes its sign does not.
	Dwell int64 `json:"dwell"`
}

// Default is the criterion unless another is given.
var Default = Criterion{Fraction: measure.PrunedFraction, Noise: 3, Hysteresis: 2}

// Validate returns an error that says what is wrong with a criterion.
func (c Criterion) Validate() error {
	switch {
	case !(c.Fraction > 0 && c.Fraction < 1):
		return fmt.Errorf("a fraction of %v of the peak: give one between 0 and 1, such as %v", c.Fraction, Default.Fraction)
	case !(c.Noise >= 0 && c.Noise <= 1e6):
		return fmt.Errorf("%v times the noise: give 0 or more, such as %v", c.Noise, Default.Noise)
	case !(c.Hysteresis >= 1 && c.Hysteresis <= 1e6):
		return fmt.Errorf("a hysteresis of %v: give 1 or more, such as %v", c.Hysteresis, Default.Hysteresis)
	case c.Fraction*c.Hysteresis >= 1:
		return fmt.Errorf("a fraction of %v with a hysteresis of %v asks a synapse to reach its own peak to be born: lower one of them", c.Fraction, c.Hysteresis)
	case c.Dwell < 0:
		return errors.New("a dwell below 0: give a number of steps, or 0 for a hundredth of those recorded")
	}
	return nil
}

// dwell returns the number of steps that a synapse must stay below its threshold, of a
// recording of span steps.
func (c Criterion) dwell(span int64) int64 {
	if c.Dwell > 0 {
		return c.Dwell
	}
	return max(1, span/100)
}

// threshold returns the |weight| below which a synapse with that peak is pruned.
func (c Criterion) threshold(peak float64) float64 { return measure.PrunedBelow(peak, c.Fraction) }
