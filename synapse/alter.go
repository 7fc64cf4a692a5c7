package synapse

// Alter lets change rewrite the weights onto neuron post from the presynaptic neurons
// from … end−1. Absent, frozen and lesioned synapses keep their weights. Alter does not
// change other rows, nor other projections.
func (p *Projection) Alter(post, from, end int, change func(w []float64)) {
	if !p.memory.Frozen {
		p.memory.Rewrite(p.Len(), post, from, end, change)
	}
}

// Alter rewrites the weight, unless the synapse is frozen or lesioned. Projection.Alter does
// the same to several synapses.
func (s Synapse) Alter(w float64) {
	if !s.Frozen() && !s.Lesioned() {
		s.projection.Row(s.post)[s.pre] = w
	}
}
