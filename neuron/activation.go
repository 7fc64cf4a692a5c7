package neuron

import (
	"fmt"

	"twophase/internal/numerics/kernel"
)

// Activation is the function y = f(v) from the value v that a neuron computes to its
// activity y. The zero Activation is Linear.
type Activation struct {
	name  string
	f     func(v float64) float64 // nil if it is Linear, or of more than v
	local VectorFactor            // nil if it is a function of v alone
}

var (
	// Linear leaves the activity as it is, of either sign.
	Linear = Activation{}
	// Rectified is max(0, v): the activity is never negative.
	Rectified = Activation{name: "rectified", f: rectified}
)

func rectified(v float64) float64 { return kernel.Rectified(v) }

// NewActivation returns a custom activation. f must depend on its argument only. Two
// activations are the same if they have the same name.
func NewActivation(name string, f func(v float64) float64) Activation {
	return Activation{name: name, f: f}
}

// NewLocalActivation returns an activation that also depends on what the neuron knows by itself.
// The Activity that f sees is the value v.
func NewLocalActivation(name string, f VectorFactor) Activation {
	return Activation{name: name, local: f}
}

// Activate replaces each value of v [n] by the activity of the neuron that computed it.
func (p *Population) Activate(v []float64) {
	switch a := &p.activation; {
	case a.IsLinear():
	case a.IsRectified():
		for i, x := range v {
			v[i] = rectified(x)
		}
	case a.local != nil:
		all := p.Locals(Currents{})
		all.Activity = v
		a.local.OfAll(p.activated, all)
		copy(v, p.activated)
	default:
		for i, x := range v {
			v[i] = a.f(x)
		}
	}
}

// Activated returns the activity of neuron i if it has computed the value v.
func (p *Population) Activated(i int, v float64) float64 {
	switch a := &p.activation; {
	case a.IsLinear():
		return v
	case a.local != nil:
		local := p.Local(i)
		local.Activity = v
		return a.local.Of(local)
	default:
		return a.f(v)
	}
}

// Local returns the activation as a factor of what the neuron knows, whose Activity is the value v, or nil if it depends on v
// alone.
func (a Activation) Local() Factor {
	if a.local == nil {
		return nil
	}
	return a.local
}

// IsLinear reports whether the activation is Linear.
func (a Activation) IsLinear() bool { return a.f == nil && a.local == nil }

// IsRectified reports whether the activation is Rectified.
func (a Activation) IsRectified() bool { return a.name == Rectified.name }

// String returns linear, rectified or the name given to NewActivation.
func (a Activation) String() string {
	if a.IsLinear() {
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
