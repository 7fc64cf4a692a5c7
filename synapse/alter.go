package synapse

// Alter calls change to rewrite the weights onto neuron post from the presynaptic neurons
// from … end−1. Absent, frozen and lesioned synapses keep their weights. It is for phases
// that rewrite weights without learning, such as noise.
func (p *Projection) Alter(post, from, end int, change func(w []float64)) {
	if !p.memory.Frozen {
		p.memory.Rewrite(p.Len(), post, from, end, change)
	}
}

// Alter is Projection.Alter for this synapse alone, which gets the weight w.
func (s Synapse) Alter(w float64) {
	if !s.Frozen() && !s.Lesioned() {
		s.projection.Row(s.post)[s.pre] = w
	}
}
