package synapse

// Alter lets change rewrite the weights onto neuron post from the presynaptic
// neurons from … end−1, at once or not at all: the synapses that are absent, frozen
// or lesioned keep theirs. Other projections, and what they put off, are not
// touched.
func (p *Projection) Alter(post, from, end int, change func(w []float64)) {
	if p.frozen {
		return
	}
	change(p.Row(post)[from:end])
	p.putBackRow(post)
}
