package neuron

import "fmt"

// Neuron is a handle of one neuron: its population and its index, counted
// from 0. Handles are values; they compare equal if they name the same neuron.
type Neuron struct {
	population *Population
	index      int
}

// Index returns the neuron's index in its population, from 0.
func (n Neuron) Index() int { return n.index }

// Population returns the population that owns the neuron's activity.
func (n Neuron) Population() *Population { return n.population }

// Signal returns what the neuron's axon carries in slot s.
func (n Neuron) Signal(s Slot) float64 { return n.population.Signals(s)[n.index] }

// SetSignal sets what the neuron's axon carries in slot s.
func (n Neuron) SetSignal(s Slot, v float64) { n.population.memory.Signals[s][n.index] = v }

// Sent returns what synapses receive from the neuron's axon in slot s: the signal, times the
// scale if the scales of its population multiply.
func (n Neuron) Sent(s Slot) float64 {
	if n.population.sent == nil {
		return n.Signal(s)
	}
	return float64(n.population.memory.Scale[n.index] * n.Signal(s))
}

// Activity returns the neuron's final activity: x_j of an input, y_i of an output.
func (n Neuron) Activity() float64 { return n.Signal(Final) }

// Local returns what the neuron knows by itself.
func (n Neuron) Local() Local { return n.population.Local(n.index) }

// String returns the neuron's name, such as outputs[2].
func (n Neuron) String() string { return fmt.Sprintf("%s[%d]", n.population.name, n.index) }

// Input is a handle of one input neuron, whose activity is x_j.
type Input struct{ Neuron }

// Output is a handle of one output neuron.
type Output struct{ Neuron }

// Provisional returns ỹ_i, the signal of the axon in its first turn.
func (o Output) Provisional() float64 { return o.Signal(Provisional) }

// Scale returns m_ii, the neuron's scaling variable.
func (o Output) Scale() float64 { return o.population.memory.Scale[o.index] }

// SetScale sets m_ii. It returns an error, and changes nothing, unless m is a
// positive number.
func (o Output) SetScale(m float64) error {
	if err := o.CheckScale(m); err != nil {
		return err
	}
	o.population.memory.Scale[o.index] = m
	return nil
}

// CheckScale returns the error that SetScale would return, and changes nothing.
func (o Output) CheckScale(m float64) error {
	if o.population.rule.Multiplies {
		if m-m != 0 {
			return fmt.Errorf("set the scale of %v: %v is not a finite number", o, m)
		}
		return nil
	}
	if !(m > 0) || m-m != 0 {
		return fmt.Errorf("set the scale of %v: %v is not a positive number", o, m)
	}
	return nil
}

// Gain returns λ_i.
func (o Output) Gain() float64 { return o.population.memory.Gain[o.index] }
