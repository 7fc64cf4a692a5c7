package neuron

import (
	"fmt"
	"iter"
	"slices"

	"twophase/internal/kernel"
)

// Population is a group of neurons of one kind, held as one array per
// quantity. It is the only owner of activity: projections, phases and
// observers read and write signals here.
type Population struct {
	name    string
	signals [slots][]float64 // [n] each, by Slot
	clamps  []clamp          // in the order of the neurons

	// Output neurons only; nil on an input population.
	scale, gain []float64 // m_ii and λ_i, [n]
	divisor     []float64 // what a neuron divides its input by: scale, or ones
	rule        ScaleRule
	rescaling   rescaling
	frozen      []int // whose scales do not learn, in order
}

// NewInputs returns a population of n silent input neurons. An input neuron
// has one slot in use (Final, its activity x_j) and unit scale and gain.
func NewInputs(n int) *Population {
	p := &Population{name: "inputs"}
	p.signals[Final] = kernel.Vector(n)
	p.signals[Provisional] = p.signals[Final] // an input has one signal in both turns
	p.signals[Late] = p.signals[Final]
	return p
}

// NewOutputs returns a population of silent output neurons, one for each gain
// λ_i, whose scales m_ii all start at scale and follow rule.
func NewOutputs(gain []float64, scale float64, rule ScaleRule) *Population {
	n := len(gain)
	p := &Population{
		name:  "outputs",
		scale: kernel.Vector(n),
		gain:  kernel.Vector(n),
		rule:  rule,
	}
	for s := range p.signals {
		p.signals[s] = kernel.Vector(n)
	}
	copy(p.gain, gain)
	for i := range p.scale {
		p.scale[i] = scale
	}
	for i := n; i < cap(p.scale); i++ {
		p.scale[:cap(p.scale)][i] = 1 // see kernel.TwoPhase
	}
	p.divisor = p.scale
	if rule.Metaplastic {
		p.divisor = kernel.Vector(n)
		for i := range p.divisor {
			p.divisor[i] = 1
		}
	}
	p.rescaling = newRescaling(n)
	return p
}

// Name returns "inputs" or "outputs".
func (p *Population) Name() string { return p.name }

// Len returns the number of neurons.
func (p *Population) Len() int { return len(p.signals[Final]) }

// Signals returns what the axons of the population carry in slot s [n]. It is
// the population's own memory, not a copy: a phase that computes the signal
// writes it here.
func (p *Population) Signals(s Slot) []float64 { return slices.Clip(p.signals[s]) }

// Scales returns the scales m_ii [n] as the population's own memory, or nil
// for input neurons.
func (p *Population) Scales() []float64 { return slices.Clip(p.scale) }

// Divisors returns M_d, what the neurons divide their input by [n], for reading only:
// the scales, or ones if those are Metaplastic. It is nil for input neurons.
func (p *Population) Divisors() []float64 { return slices.Clip(p.divisor) }

// Gains returns the gains λ_i [n] as the population's own memory, or nil for
// input neurons.
func (p *Population) Gains() []float64 { return slices.Clip(p.gain) }

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
	if p.scale != nil {
		panic("neuron: Input of a population of outputs")
	}
	return Input{p.Neuron(j)}
}

// Output returns a handle of output neuron i. It panics if there is no such
// neuron or the population is one of inputs.
func (p *Population) Output(i int) Output {
	if p.scale == nil {
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
	l := Local{Activity: p.signals[Final][i], Provisional: p.signals[Provisional][i], Scale: 1, Gain: 1}
	if p.scale != nil {
		l.Scale, l.Gain = p.scale[i], p.gain[i]
	}
	return l
}
