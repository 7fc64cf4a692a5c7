package neuron

import (
	"fmt"
	"iter"
	"slices"

	"twophase/internal/numerics/dense"
	"twophase/internal/numerics/kernel"
)

// Population is a group of neurons of one kind, with one array for each quantity. It alone
// owns activity: projections, phases and observers read and write signals here.
type Population struct {
	name   string
	memory dense.Population // signals; of output neurons, scales and gains too
	clamps []Clamp          // in the order of the neurons

	activation Activation
	window     Window // of the running mean, if it is kept
	traced     bool   // a phase writes the slot Trace
	variables         // and further quantities

	// Not of input neurons.
	divisor []float64 // what a neuron divides its input by: its scale, or 1
	rule    ScaleRule
	sent    []float64 // [n]: the signals times the scales, if these multiply
}

func init() { dense.OfPopulation = func(p any) *dense.Population { return &p.(*Population).memory } }

// NewInputs returns the population "inputs" of n input neurons that carry 0. An input neuron
// carries its activity x_j in every slot (Stimulus) and has unit scale and gain.
func NewInputs(n int) *Population {
	p := NewInputPopulation("inputs", n)
	for s := range p.memory.Signals {
		p.memory.Signals[s] = p.memory.Signals[Stimulus]
	}
	return p
}

// NewInputPopulation returns a population of n input neurons that carry 0. They carry x_j in
// every slot but Trace, which a phase may write.
func NewInputPopulation(name string, n int) *Population {
	p := &Population{name: name}
	for s := range p.memory.Signals {
		p.memory.Signals[s] = kernel.Vector(n)
	}
	for _, s := range []Slot{Provisional, Late} {
		p.memory.Signals[s] = p.memory.Signals[Stimulus]
	}
	return p
}

// NewOutputs returns the population "outputs" of linear neurons that carry 0, one for each
// gain λ_i. Their scales m_ii start at scale and learn by rule.
func NewOutputs(gain []float64, scale float64, rule ScaleRule) *Population {
	return NewPopulation("outputs", gain, scale, rule, Linear)
}

// NewPopulation returns a population of neurons that carry 0, one for each gain λ_i. Their
// scales m_ii start at scale and learn by rule.
func NewPopulation(name string, gain []float64, scale float64, rule ScaleRule, activation Activation) *Population {
	n := len(gain)
	p := &Population{name: name, rule: rule, activation: activation}
	p.memory.Gain, p.memory.Scales = kernel.Vector(n), dense.NewScales(n, scale)
	p.memory.Fixed = rule.IsFixed()
	for s := range p.memory.Signals {
		p.memory.Signals[s] = kernel.Vector(n)
	}
	copy(p.memory.Gain, gain)
	if activation.local != nil {
		p.activated = kernel.Vector(n)
	}
	p.divisor = p.memory.Scale
	if rule.Multiplies {
		p.sent = kernel.Vector(n)
	}
	if rule.Metaplastic || rule.Multiplies || rule.NoLeak {
		p.divisor = kernel.Vector(n)
		for i := range p.divisor {
			if !rule.NoLeak {
				p.divisor[i] = 1
			}
		}
	}
	return p
}

// Name returns the population's name, such as "outputs".
func (p *Population) Name() string { return p.name }

// Len returns the number of neurons.
func (p *Population) Len() int { return len(p.memory.Signals[Final]) }

// Signals returns what the axons of the population carry in slot s [n]. It is the
// population's own memory: a phase that computes the signals writes them here.
func (p *Population) Signals(s Slot) []float64 {
	if d := s.delay(); d > 0 {
		return p.delayed(d)
	}
	return slices.Clip(p.memory.Signals[s])
}

// Sent returns what synapses receive from the axons in slot s [n], for reading only: the
// signals, times the scales if these multiply. It is valid until the next call.
func (p *Population) Sent(s Slot) []float64 {
	if p.sent == nil {
		return p.Signals(s)
	}
	for i, v := range p.Signals(s) {
		p.sent[i] = float64(p.memory.Scale[i] * v)
	}
	return p.sent
}

// Activation returns the activation function of the neurons.
func (p *Population) Activation() Activation { return p.activation }

// Scales returns the scales m_ii [n] as the population's own memory, or nil
// for input neurons.
func (p *Population) Scales() []float64 { return slices.Clip(p.memory.Scale) }

// Divisors returns M_d [n], by which the neurons divide their input currents, for reading
// only: the scales, ones if the scales are Metaplastic or multiply, or zeros if the neurons
// have no leak (ScaleRule.NoLeak). It is nil for input neurons.
func (p *Population) Divisors() []float64 { return slices.Clip(p.divisor) }

// Gains returns the gains λ_i [n] as the population's own memory, or nil for
// input neurons.
func (p *Population) Gains() []float64 { return slices.Clip(p.memory.Gain) }

// ScaleRule returns the rule of the scales; it is the zero ScaleRule on a
// population of inputs.
func (p *Population) ScaleRule() ScaleRule { return p.rule }

// Neuron returns a handle of neuron i. It panics if there is no such neuron.
func (p *Population) Neuron(i int) Neuron {
	if i < 0 || i >= p.Len() {
		panic(fmt.Sprintf("neuron: no %s[%d] in a population of %d", p.name, i, p.Len()))
	}
	return Neuron{p, i}
}

// Input returns a handle of input neuron j. It panics if there is no such
// neuron or the population is one of outputs.
func (p *Population) Input(j int) Input {
	if p.memory.Scale != nil {
		panic("neuron: Input of a population of outputs")
	}
	return Input{p.Neuron(j)}
}

// Output returns a handle of output neuron i. It panics if there is no such
// neuron or the population is one of inputs.
func (p *Population) Output(i int) Output {
	if p.memory.Scale == nil {
		panic("neuron: Output of a population of inputs")
	}
	return Output{p.Neuron(i)}
}

// Inputs ranges over the input neurons in order.
func (p *Population) Inputs() iter.Seq[Input] { return handles(p, p.Input) }

// Outputs ranges over the output neurons in order.
func (p *Population) Outputs() iter.Seq[Output] { return handles(p, p.Output) }

// handles ranges over the handles of all neurons.
func handles[T any](p *Population, handle func(int) T) iter.Seq[T] {
	return func(yield func(T) bool) {
		for i := range p.Len() {
			if !yield(handle(i)) {
				return
			}
		}
	}
}

// Local returns what neuron i knows by itself.
func (p *Population) Local(i int) Local {
	l := Local{Activity: p.memory.Signals[Final][i], Provisional: p.memory.Signals[Provisional][i], Scale: 1, Gain: 1}
	if p.memory.Scale != nil {
		l.Scale, l.Gain = p.memory.Scale[i], p.memory.Gain[i]
	}
	if p.places != nil {
		l.own = &p.places[i]
	}
	if p.traced {
		l.Trace = p.memory.Signals[Trace][i]
	}
	if p.memory.Previous != nil {
		l.Previous = p.memory.Previous[i]
	}
	if p.memory.Mean != nil {
		l.Mean = p.memory.Mean[i]
	}
	return l
}
