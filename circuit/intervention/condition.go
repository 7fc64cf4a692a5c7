package intervention

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/internal/numerics/kernel"
	"twophase/synapse"
)

// Condition is a bound on a quantity of the circuit. It holds if the quantity is below, or
// above, the value. With several weights, one of them is enough. Lesioned synapses do not
// count. A NaN is neither below nor above. Make one with ParseCondition or as a value.
type Condition struct {
	Quantity Quantity
	Where    selection.Selection // of Weights: synapses and scales; else zero
	Absolute bool                // of Weights: their absolute values
	Below    bool                // else above
	Value    float64
}

// Quantity is the quantity that a condition bounds.
type Quantity int

const (
	Weights      Quantity = iota // each of the selected weights
	LateralRatio                 // ‖M_o‖/‖M‖
	Error                        // by Options.Error, ≥ 0
	Drift                        // by Options.Drift, from −1 to 1
)

// Validate returns an error if a circuit of that size does not have the quantity, or if the
// condition can never hold or always does.
func (c Condition) Validate(z selection.Size) error {
	weights := c.Quantity == Weights
	switch {
	case c.Quantity < Weights || c.Quantity > Drift:
		return fmt.Errorf("condition: quantity %d does not exist: choose Weights, LateralRatio, Error or Drift", int(c.Quantity))
	case math.IsNaN(c.Value) || math.IsInf(c.Value, 0):
		return fmt.Errorf("condition %v: give a finite number", c)
	case !weights && (c.Absolute || c.Where != selection.Selection{}):
		return fmt.Errorf("condition %v: only weights are selected or taken absolutely", c)
	case c.Quantity == LateralRatio && !hasLateral(z):
		return fmt.Errorf("condition %v: outputs without lateral synapses have no lateral_ratio: choose another condition", c)
	}
	if weights {
		err := c.checkName(z)
		if err == nil {
			err = c.Where.Check(z)
		}
		if err != nil {
			return fmt.Errorf("condition %v: %w", c, err)
		}
	}
	if err := c.checkExtents(z); err != nil {
		return fmt.Errorf("condition %v: %w", c, err)
	}
	return nil
}

// Holds reports whether the condition holds now. measured returns the error or the drift,
// whichever the condition bounds, and may be nil for other quantities.
func (c Condition) Holds(of *circuit.Circuit, measured func(*circuit.Circuit) (float64, error)) (bool, error) {
	switch c.Quantity {
	case LateralRatio:
		return c.bounds(lateralRatio(of)), nil
	case Weights:
		return c.anyHolds(of)
	}
	if err := c.CheckMeasured(measured); err != nil {
		return false, err
	}
	v, err := measured(of)
	return err == nil && c.bounds(v), err
}

// Measured returns drift if the condition bounds the drift, and ofError otherwise.
func (c Condition) Measured(ofError, drift func(*circuit.Circuit) (float64, error)) func(*circuit.Circuit) (float64, error) {
	if c.Quantity == Drift {
		return drift
	}
	return ofError
}

// CheckMeasured returns an error if the condition bounds the error or the drift and measured is
// nil.
func (c Condition) CheckMeasured(measured func(*circuit.Circuit) (float64, error)) error {
	switch {
	case measured != nil:
		return nil
	case c.Quantity == Drift:
		return errors.New("the drift of the circuit is not known: set Options.Drift")
	case c.Quantity == Error:
		return errors.New("the error of the circuit is not known: set Options.Error")
	}
	return nil
}

// bounds reports whether v is within the bound.
func (c Condition) bounds(v float64) bool {
	if c.Absolute {
		v = math.Abs(v)
	}
	if c.Below {
		return v < c.Value
	}
	return v > c.Value
}

// anyHolds reports whether one of the selected weights is within the bound.
func (c Condition) anyHolds(of *circuit.Circuit) (bool, error) {
	synapses, err := c.Where.Synapses(of)
	if err != nil {
		return false, err
	}
	for s := range synapses {
		if !s.Gone() && c.bounds(s.Weight()) {
			return true, nil
		}
	}
	variables, err := c.Where.Variables(of)
	for _, v := range variables {
		if c.bounds(v.Value()) {
			return true, nil
		}
	}
	return false, err
}

// hasLateral reports whether the outputs of a circuit of that size have synapses among them.
func hasLateral(z selection.Size) bool {
	return slices.ContainsFunc(z.Graph.Projections, func(p selection.Projection) bool {
		return p.Within && p.To == z.Graph.Output && p.Post > 1 && p.Wiring != synapse.Unconnected
	})
}

// lateralRatio returns ‖M_o‖/‖M‖ in the Frobenius norm, the same bits everywhere.
func lateralRatio(c *circuit.Circuit) float64 {
	lateral, synapses := 0.0, 0
	for _, p := range c.Projections() {
		if p.Pre() != c.Outputs() || p.Post() != c.Outputs() {
			continue
		}
		synapses += p.Len()
		for i := range p.Post().Len() {
			row := p.Row(i)
			lateral += kernel.Dot(row, row)
		}
	}
	if synapses == 0 {
		return math.NaN()
	}
	scales := c.Outputs().Divisors()
	return math.Sqrt(lateral / (lateral + kernel.Dot(scales, scales)))
}
