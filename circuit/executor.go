package circuit

import (
	"fmt"

	"twophase/internal/kernel"
	"twophase/neuron"
	"twophase/synapse"
)

// Executor is how a circuit carries out what its phases ask for: how signals
// travel along synapses, and how synapses learn. Both executors give the same
// bits.
type Executor int

const (
	// Compiled works on the dense rows of a projection.
	Compiled Executor = iota
	// Literal walks the synapse objects one by one.
	Literal
)

// String returns compiled or literal.
func (e Executor) String() string {
	switch e {
	case Compiled:
		return "compiled"
	case Literal:
		return "literal"
	}
	return fmt.Sprintf("Executor(%d)", int(e))
}

// ParseExecutor returns the executor of a name.
func ParseExecutor(name string) (Executor, error) {
	for _, e := range []Executor{Compiled, Literal} {
		if name == e.String() {
			return e, nil
		}
	}
	return 0, fmt.Errorf("executor %q does not exist: choose compiled or literal", name)
}

// Receive returns Σ_j w_ij·s_j, what neuron post receives through a projection
// whose presynaptic axons carry their signals of the given slot.
func (c *Circuit) Receive(p *synapse.Projection, post int, slot neuron.Slot) float64 {
	if c.spec.Executor == Compiled {
		return p.Input(post, slot)
	}
	var sum kernel.Sum
	for s := range p.Onto(post) {
		if !s.Lesioned() && !s.Fails() {
			sum.Add(s.Pre().Index(), s.Weight(), s.Pre().Signal(slot))
		}
	}
	return sum.Total()
}

// Transmit sets dst [post] to what every postsynaptic neuron of a projection
// receives. dst must not be the signals that travel.
func (c *Circuit) Transmit(dst []float64, p *synapse.Projection, slot neuron.Slot) {
	if c.spec.Executor == Compiled {
		p.Transmit(dst, slot)
		return
	}
	for i := range dst {
		dst[i] = c.Receive(p, i, slot)
	}
}

// Learn lets every synapse of a projection learn at learning rate a.
func (c *Circuit) Learn(p *synapse.Projection, a float64) {
	if c.spec.Executor == Compiled {
		p.Learn(a)
		return
	}
	for s := range p.All() {
		s.Learn(a)
	}
}

// Rescale lets the scale of every output neuron learn at learning rate a.
func (c *Circuit) Rescale(a float64) {
	if c.spec.Executor == Compiled {
		c.outputs.Rescale(a)
		return
	}
	for out := range c.outputs.Outputs() {
		out.Rescale(a)
	}
}
