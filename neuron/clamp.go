package neuron

import (
	"cmp"
	"fmt"
	"slices"
)

// Clamp is a neuron and the signal that it is clamped to.
type Clamp struct {
	Neuron int
	Value  float64
}

// Clamp makes the neuron's axon carry v in both turns from the next stimulus on,
// independent of its input current. Its synapses and its scale go on learning, from v. Its
// Trace is 2v from the second stimulus on, or at once if the circuit computes the traces of
// outputs from those of inputs. It returns an error, and changes nothing, if v is not a
// finite number.
func (n Neuron) Clamp(v float64) error {
	if v-v != 0 {
		return fmt.Errorf("clamp %v: %v is not a finite number", n, v)
	}
	v += 0 // turns −0 into 0
	p := n.population
	at, found := p.findClamp(n.index)
	if found {
		p.clamps[at].Value = v
	} else {
		p.clamps = slices.Insert(p.clamps, at, Clamp{n.index, v})
	}
	return nil
}

// Release undoes Clamp.
func (n Neuron) Release() {
	if at, found := n.population.findClamp(n.index); found {
		n.population.clamps = slices.Delete(n.population.clamps, at, at+1)
	}
}

// Clamped returns the signal that the neuron is clamped to, and whether it is clamped.
func (n Neuron) Clamped() (v float64, ok bool) { return n.population.Clamped(n.index) }

// Clamped returns the signal that neuron i is clamped to, and whether it is clamped.
func (p *Population) Clamped(i int) (v float64, ok bool) {
	if len(p.clamps) == 0 {
		return 0, false
	}
	return p.clampOf(i)
}

func (p *Population) clampOf(i int) (v float64, ok bool) {
	if at, found := p.findClamp(i); found {
		return p.clamps[at].Value, true
	}
	return 0, false
}

// HasClamps reports whether any neuron of the population is clamped.
func (p *Population) HasClamps() bool { return len(p.clamps) > 0 }

// Impose writes the signals of clamped neurons into slot s. It is for package circuit, which
// calls it after every phase that writes the slot; a user's own phase need not.
func (p *Population) Impose(s Slot) {
	for _, c := range p.clamps {
		p.memory.Signals[s][c.Neuron] = c.Value
	}
}

// ClampToZero sets the signals of all clamps to 0, until restore is called. It is for package
// circuit, which probes the linear response by it.
func (p *Population) ClampToZero() (restore func()) {
	before := slices.Clone(p.clamps)
	for i := range p.clamps {
		p.clamps[i].Value = 0
	}
	return func() { p.clamps = before }
}

func (p *Population) findClamp(i int) (at int, found bool) {
	return slices.BinarySearchFunc(p.clamps, i, func(c Clamp, i int) int { return cmp.Compare(c.Neuron, i) })
}
