package neuron

import (
	"fmt"
	"math"
	"strconv"

	"twophase/internal/numerics/kernel"
)

// Local is what a neuron knows by itself.
type Local struct {
	Activity    float64 // final activity: x_j of an input, y_i of an output
	Provisional float64 // ỹ_i; x_j of an input
	Scale       float64 // m_ii; 1 on an input
	Gain        float64 // λ_i; 1 on an input

	// 0 unless the circuit keeps them.
	Previous float64 // final activity for the previous stimulus
	Mean     float64 // running mean of the final activity
	Trace    float64 // what a phase made of the final activities for this and the previous stimulus

	// The latest input current of a postsynaptic neuron through the synapse's projection (its
	// compartment), and its running mean. 0 unless the projection keeps them. Always 0 for a
	// presynaptic neuron and for a scale.
	Current, MeanCurrent float64

	own *place // in the further quantities of the population; nil if it has none
}

// place is where the further quantities of a neuron are. Local has its address alone, because each factor gets a copy of Local.
type place struct {
	further [][]float64 // [quantity][neuron]
	index   int
}

// Quantity returns further quantity k of the neuron: see Further.
func (l *Local) Quantity(k int) float64 { return *l.At(k) }

// At returns the address of further quantity k of the neuron.
func (l *Local) At(k int) *float64 { return &l.own.further[k][l.own.index] }

// WithQuantities returns l with further quantities of its own, by which factors can be tried. It keeps the values.
func (l Local) WithQuantities(values []float64) Local {
	l.own = &place{further: make([][]float64, len(values))}
	for k := range values {
		l.own.further[k] = values[k : k+1]
	}
	return l
}

// Currents are the latest input currents of a population through one projection [n], and
// their running means [n]. A field is nil if it is not kept.
type Currents struct{ Last, Mean []float64 }

// Of returns l with the currents of neuron i.
func (c *Currents) Of(l Local, i int) Local {
	if c.Last != nil {
		l.Current = c.Last[i]
	}
	if c.Mean != nil {
		l.MeanCurrent = c.Mean[i]
	}
	return l
}

// Factor is a number that a neuron computes from what it knows by itself. The
// factors of this package are Activity, SquaredActivity, Gain, RootGain, Constant and Function.
type Factor interface {
	// Of returns the factor of a neuron.
	Of(n Local) float64
	// String returns the factor's symbol, such as λ.
	String() string
}

// Locals has the fields of Local for all neurons of a population, each a vector [n]. A vector
// is nil if all its elements are the same: 1 for Scale and Gain, 0 for the others.
type Locals struct {
	Activity, Provisional, Scale, Gain, Previous, Mean, Trace, Current, MeanCurrent []float64

	Further [][]float64 // the further quantities, each for all neurons
}

// VectorFactor is a Factor that one call computes for all neurons of a population.
type VectorFactor interface {
	Factor
	// OfAll sets dst [n] to the factor of every neuron, with the bits of Of. It must not
	// retain its arguments.
	OfAll(dst []float64, of Locals)
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

// RootGain is the factor √c·λ_i. Two endpoints that have it contribute c·λ_i·λ_j, with the same bits
// in both directions.
type RootGain float64

// Of implements Factor.
func (c RootGain) Of(n Local) float64 { return math.Sqrt(float64(c)) * n.Gain }

// String implements Factor.
func (c RootGain) String() string { return fmt.Sprintf("√%v λ", float64(c)) }

// UsesGainAlone reports whether a factor is known to depend on nothing but the gain of the neuron, so that it changes
// only when the gains do. A factor of another package says so by a method of this name.
func UsesGainAlone(f Factor) bool {
	switch f := f.(type) {
	case Constant, RootGain:
		return true
	case variable:
		return f == Gain
	case interface{ UsesGainAlone() bool }:
		return f.UsesGainAlone()
	}
	return false
}

// Function is a factor written in Go. F must depend on its argument only.
type Function struct {
	Symbol string
	Text   string // F as an expression of a circuit in a file, with the same bits; "" if there is none
	F      func(n Local) float64
}

// Of implements Factor.
func (f Function) Of(n Local) float64 { return f.F(n) }

// String implements Factor.
func (f Function) String() string { return f.Symbol }

// Evaluate sets dst [n] to root·f for every neuron, with root = √a for the learning rate a,
// and with the input currents given. It is for package synapse, which computes the factors
// of its rules by it.
func (p *Population) Evaluate(dst []float64, f Factor, root float64, received Currents) {
	switch f := f.(type) {
	case Constant:
		v := root * float64(f)
		for i := range dst {
			dst[i] = v
		}
	case variable:
		switch {
		case f == Activity:
			kernel.Scale(dst, root, p.memory.Signals[Final])
		case f == SquaredActivity:
			for i, y := range p.memory.Signals[Final][:len(dst)] {
				dst[i] = root * float64(y*y)
			}
		case p.memory.Gain != nil:
			kernel.Scale(dst, root, p.memory.Gain)
		default:
			p.Evaluate(dst, Constant(1), root, received)
		}
	case VectorFactor:
		f.OfAll(dst, p.Locals(received))
		kernel.Scale(dst, root, dst)
	case Function:
		p.evaluate(dst, f.F, root, received)
	default:
		p.evaluate(dst, f.Of, root, received)
	}
}

// EvaluateAs sets dst [n] to f for every neuron as if its activity were signals [n].
func (p *Population) EvaluateAs(dst []float64, f Factor, signals []float64) {
	if v, is := f.(VectorFactor); is {
		all := p.Locals(Currents{})
		all.Activity = signals
		v.OfAll(dst, all)
		return
	}
	for i := range dst {
		local := p.Local(i)
		local.Activity = signals[i]
		dst[i] = f.Of(local)
	}
}

// Locals returns what the neurons know by themselves and what they received. It is for package synapse, and valid until
// something changes.
func (p *Population) Locals(received Currents) Locals {
	all := Locals{
		Activity: p.memory.Signals[Final], Provisional: p.memory.Signals[Provisional], Scale: p.memory.Scale, Gain: p.memory.Gain,
		Previous: p.memory.Previous, Mean: p.memory.Mean, Current: received.Last, MeanCurrent: received.Mean, Further: p.further,
	}
	if p.traced {
		all.Trace = p.memory.Signals[Trace]
	}
	return all
}

// evaluate sets dst [n] to root·f of every neuron.
func (p *Population) evaluate(dst []float64, f func(Local) float64, root float64, received Currents) {
	if p.traced || p.further != nil || p.memory.Previous != nil || p.memory.Mean != nil || received.Last != nil || received.Mean != nil {
		for i := range dst {
			dst[i] = root * f(received.Of(p.Local(i), i))
		}
		return
	}
	final, provisional := p.memory.Signals[Final][:len(dst)], p.memory.Signals[Provisional][:len(dst)]
	if p.memory.Scale == nil {
		for i := range dst {
			dst[i] = root * f(Local{Activity: final[i], Provisional: provisional[i], Scale: 1, Gain: 1})
		}
		return
	}
	scale, gain := p.memory.Scale[:len(dst)], p.memory.Gain[:len(dst)]
	for i := range dst {
		dst[i] = root * f(Local{Activity: final[i], Provisional: provisional[i], Scale: scale[i], Gain: gain[i]})
	}
}
