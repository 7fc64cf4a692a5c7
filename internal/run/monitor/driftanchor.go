package monitor

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/mat"

	"twophase/circuit"
	"twophase/internal/measure"
)

// Anchor is an observer that keeps the filter of a circuit at a reference step in the monitor's
// Seen. Of a circuit without a filter it keeps none.
type Anchor struct {
	Monitor *Monitor
	At      int // the step
}

// Observe implements circuit.Observer.
func (a Anchor) Observe(c *circuit.Circuit) error {
	if a.Monitor.Before != nil || c.StepCount() != a.At {
		return nil
	}
	filter, err := c.Filter()
	if errors.Is(err, circuit.ErrNotLinear) {
		return nil
	}
	if err == nil {
		a.Monitor.Before = filter.RawMatrix().Data
	}
	return err
}

// Next implements circuit.Occasional.
func (a Anchor) Next() int {
	if a.Monitor.Before != nil {
		return math.MaxInt
	}
	return a.At
}

// Reference returns the filter at the reference step [K×N], nil if there is none yet.
func (s Seen) Reference(outputs int) *mat.Dense {
	if s.Before == nil {
		return nil
	}
	return mat.NewDense(outputs, len(s.Before)/outputs, s.Before)
}

// Drift returns the mean cosine of the rows of the filter with those at the reference step, NaN
// if it is not known.
func (s Seen) Drift(c *circuit.Circuit) (float64, error) {
	before := s.Reference(c.Outputs().Len())
	if before == nil {
		return math.NaN(), nil
	}
	filter, err := c.Filter()
	if err != nil {
		return math.NaN(), err
	}
	return measure.Turned(filter, before), nil
}
