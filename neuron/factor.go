package neuron

import (
	"strconv"

	"twophase/internal/kernel"
)

// Local is what a neuron knows by itself.
type Local struct {
	Activity    float64 // final activity: x_j of an input, y_i of an output
	Provisional float64 // ỹ_i; x_j of an input
	Scale       float64 // m_ii; 1 on an input
	Gain        float64 // λ_i; 1 on an input
}

// Factor is a number that a neuron computes from what it knows by itself. The
// factors of this package are Activity, SquaredActivity, Gain, Constant and Function.
type Factor interface {
	// Of returns the factor of a neuron.
	Of(n Local) float64
	// String returns the factor's symbol, such as λ.
	String() string
}

type variable int

const (
	// Activity is the factor y_i of an output neuron, x_j of an input neuron.
	Activity variable = iota
	// Gain is the factor λ_i.
	Gain
	// SquaredActivity is the factor y_i² of an output neuron, x_j² of an input neuron.
	SquaredActivity
)

// Of implements Factor.
func (v variable) Of(n Local) float64 {
	switch v {
	case Gain:
		return n.Gain
	case SquaredActivity:
		return n.Activity * n.Activity
	}
	return n.Activity
}

// String implements Factor.
func (v variable) String() string {
	switch v {
	case Gain:
		return "λ"
	case SquaredActivity:
		return "activity²"
	}
	return "activity"
}

// Constant is a factor that is the same for every neuron.
type Constant float64

// Of implements Factor.
func (c Constant) Of(Local) float64 { return float64(c) }

// String implements Factor.
func (c Constant) String() string { return strconv.FormatFloat(float64(c), 'g', -1, 64) }

// Function is a factor written in Go. F must depend on its argument only.
type Function struct {
	Symbol string
	F      func(n Local) float64
}

// Of implements Factor.
func (f Function) Of(n Local) float64 { return f.F(n) }

// String implements Factor.
func (f Function) String() string { return f.Symbol }

// Evaluate sets dst [n] to root·f of every neuron, where root is √a, an
// endpoint's half of the learning rate a.
func (p *Population) Evaluate(dst []float64, f Factor, root float64) {
	switch f := f.(type) {
	case Constant:
		v := root * float64(f)
		for i := range dst {
			dst[i] = v
		}
	case variable:
		switch {
		case f == Activity:
			kernel.Scale(dst, root, p.signals[Final])
		case f == SquaredActivity:
			for i, y := range p.signals[Final][:len(dst)] {
				dst[i] = root * float64(y*y)
			}
		case p.gain != nil:
			kernel.Scale(dst, root, p.gain)
		default:
			p.Evaluate(dst, Constant(1), root)
		}
	case Function:
		p.evaluate(dst, f.F, root)
	default:
		p.evaluate(dst, f.Of, root)
	}
}

// evaluate sets dst [n] to root·f of every neuron.
func (p *Population) evaluate(dst []float64, f func(Local) float64, root float64) {
	final, provisional := p.signals[Final][:len(dst)], p.signals[Provisional][:len(dst)]
	if p.scale == nil {
		for i := range dst {
			dst[i] = root * f(Local{Activity: final[i], Provisional: provisional[i], Scale: 1, Gain: 1})
		}
		return
	}
	scale, gain := p.scale[:len(dst)], p.gain[:len(dst)]
	for i := range dst {
		dst[i] = root * f(Local{Activity: final[i], Provisional: provisional[i], Scale: scale[i], Gain: gain[i]})
	}
}

// Fixed returns a factor of every neuron [n] that does not change by itself, a
// Constant or the Gain: the gains' own memory, or that of a new vector. For other
// factors it returns zeros and false.
func (p *Population) Fixed(f Factor) ([]float64, bool) {
	if f == Factor(Gain) && p.gain != nil {
		return p.gain, true
	}
	if f == Factor(Gain) {
		f = Constant(1)
	}
	value, fixed := f.(Constant)
	all := kernel.Vector(p.Len())
	for i := range all {
		all[i] = float64(value)
	}
	return all, fixed
}
