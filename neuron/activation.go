package neuron

import (
	"fmt"

	"twophase/internal/numerics/kernel"
)

// Activation is the function y = f(v) from the value v that a neuron computes to its
// activity y. The zero Activation is Linear.
type Activation struct {
	name string
	f    func(v float64) float64 // nil if it is Linear
}

var (
	// Linear leaves the activity as it is, of either sign.
	Linear = Activation{}
	// Rectified is max(0, v): the activity is never negative.
	Rectified = Activation{"rectified", rectified}
)

func rectified(v float64) float64 { return kernel.Rectified(v) }

// NewActivation returns a custom activation. f must depend on its argument only. Two
// activations are the same if they have the same name.
func NewActivation(name string, f func(v float64) float64) Activation { return Activation{name, f} }

// Of returns f(v).
func (a Activation) Of(v float64) float64 {
	if a.f == nil {
		return v
	}
	return a.f(v)
}

// Apply replaces each element of v by f of it.
func (a Activation) Apply(v []float64) {
	switch {
	case a.f == nil:
	case a.IsRectified():
		for i, x := range v {
			v[i] = rectified(x)
		}
	default:
		for i, x := range v {
			v[i] = a.f(x)
		}
	}
}

// IsLinear reports whether the activation is Linear.
func (a Activation) IsLinear() bool { return a.f == nil }

// IsRectified reports whether the activation is Rectified.
func (a Activation) IsRectified() bool { return a.name == Rectified.name }

// String returns linear, rectified or the name given to NewActivation.
func (a Activation) String() string {
	if a.f == nil {
		return "linear"
	}
	return a.name
}

// ParseActivation returns Linear or Rectified by its name.
func ParseActivation(name string) (Activation, error) {
	switch name {
	case "", Linear.String():
		return Linear, nil
	case Rectified.String():
		return Rectified, nil
	}
	return Linear, fmt.Errorf("activation %q does not exist: choose linear or rectified", name)
}
