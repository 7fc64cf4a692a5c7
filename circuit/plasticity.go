package circuit

// Plasticity is the phase in which every synapse and every scale learns, from
// final activity and old weights: the feedforward synapses at α_t, the lateral
// synapses and the scales at α_t/τ.
type Plasticity struct{}

// Signature implements Phase.
func (Plasticity) Signature() Signature {
	return Signature{
		Name:     "Plasticity",
		Equation: "W, M_o, M_d learn by their rules",
		Reads:    []Variable{X, Y, W, Mo, Md},
		Writes:   []Variable{W, Mo, Md},
	}
}

// Run implements Phase.
func (Plasticity) Run(c *Circuit) error {
	rate := c.rate.At(c.step)
	c.Learn(c.feedforward, rate)
	c.Learn(c.lateral, rate/c.tau)
	c.Rescale(rate / c.tau)
	return nil
}
