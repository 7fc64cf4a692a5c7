package circuit

// Average is a phase that updates every running mean of the circuit: of the final activities
// of populations, and of the currents of projections, that keep one. It stands before the
// plasticity that uses the new means.
type Average struct{}

// Signature implements Phase. No signal is sent.
func (Average) Signature() Signature {
	return Signature{
		Name:     "Average",
		Equation: "μ ← μ + (s − μ)/n of every running mean",
		Linear:   Yes,
		Local:    Yes,
		Signals:  Signals{Known: true},
	}
}

// Run implements Phase.
func (Average) Run(c *Circuit) error {
	for _, n := range c.nodes {
		if c.spec.Executor == Compiled {
			n.Average(c.step)
			continue
		}
		for i := range n.Len() {
			n.Neuron(i).Average(c.step)
		}
	}
	for _, p := range c.projections {
		p.Average(c.step)
	}
	return nil
}
