package intervention

import (
	"errors"
	"fmt"
	"math"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/internal/kernel"
)

// Condition is a bound on a quantity of the circuit. It holds if the quantity is
// below, or above, the value; of several weights, if one of them is. Lesioned
// synapses are passed over. A quantity that is not a number is on no side. Make one
// with ParseCondition or as a value.
type Condition struct {
	Quantity Quantity
	Where    selection.Selection // of Weights: feedforward, lateral, scale or weights; else zero
	Absolute bool                // of Weights: their absolute values
	Below    bool                // else above
	Value    float64
}

// Quantity is what a condition is about.
type Quantity int

const (
	Weights      Quantity = iota // each of the selected weights
	LateralRatio                 // ‖M_o‖/‖M‖, how much of M is lateral
	Error                        // as Options.Error tells, 0 or above
)

// conditional lists the kinds that a condition can be about.
var conditional = []selection.Kind{selection.Feedforward, selection.Lateral, selection.Scale, selection.Weights}

// Validate returns an error if the condition is about what a circuit of that size
// does not have, or if it holds never or always.
func (c Condition) Validate(z selection.Size) error {
	weights := c.Quantity == Weights
	switch {
	case c.Quantity < Weights || c.Quantity > Error:
		return fmt.Errorf("condition: quantity %d does not exist: choose Weights, LateralRatio or Error", int(c.Quantity))
	case math.IsNaN(c.Value) || math.IsInf(c.Value, 0):
		return fmt.Errorf("condition %v: give a finite number", c)
	case !weights && (c.Absolute || c.Where != selection.Selection{}):
		return fmt.Errorf("condition %v: only weights are selected or taken absolutely", c)
	}
	if weights {
		if err := c.Where.Check(z, conditional...); err != nil {
			return fmt.Errorf("condition %v: %w", c, err)
		}
	}
	if err := c.checkExtents(z); err != nil {
		return fmt.Errorf("condition %v: %w", c, err)
	}
	return nil
}

// Holds reports whether the condition holds now. The error of a circuit comes from
// the function, which may be nil if the condition is about something else.
func (c Condition) Holds(of *circuit.Circuit, errorOf func(*circuit.Circuit) (float64, error)) (bool, error) {
	switch {
	case c.Quantity == LateralRatio:
		return c.bounds(lateralRatio(of)), nil
	case c.Quantity == Weights:
		return c.anyHolds(of)
	case errorOf == nil:
		return false, errors.New("nobody says what the error is: set Options.Error")
	}
	v, err := errorOf(of)
	return err == nil && c.bounds(v), err
}

// bounds reports whether v is on the right side.
func (c Condition) bounds(v float64) bool {
	if c.Absolute {
		v = math.Abs(v)
	}
	if c.Below {
		return v < c.Value
	}
	return v > c.Value
}

// anyHolds reports whether one of the selected weights is on the right side.
func (c Condition) anyHolds(of *circuit.Circuit) (bool, error) {
	synapses, err := c.Where.Synapses(of)
	if err != nil {
		return false, err
	}
	for s := range synapses {
		if !s.Lesioned() && c.bounds(s.Weight()) {
			return true, nil
		}
	}
	scales, err := c.Where.Scales(of)
	for _, o := range scales {
		if c.bounds(o.Scale()) {
			return true, nil
		}
	}
	return false, err
}

// lateralRatio returns ‖M_o‖/‖M‖ in the Frobenius norm, the same bits everywhere.
func lateralRatio(c *circuit.Circuit) float64 {
	lateral := 0.0
	for i := range c.Outputs().Len() {
		row := c.Lateral().Row(i)
		lateral += kernel.Dot(row, row)
	}
	scales := c.Outputs().Scales()
	return math.Sqrt(lateral / (lateral + kernel.Dot(scales, scales)))
}
