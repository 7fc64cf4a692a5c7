package synapse

// parts holds the two parts of the last change of every synapse [post×pre].
type parts struct {
	hebbian, decay []float64
}

// KeepChanges says whether the next changes are to be kept in their two parts,
// for Synapse.LastChange. It costs memory and time in proportion to the number
// of synapses at every step that it is on.
func (p *Projection) KeepChanges(on bool) {
	switch {
	case !on:
		p.parts = nil
	case p.parts == nil:
		n := p.post.Len() * p.pre.Len()
		p.parts = &parts{hebbian: make([]float64, n), decay: make([]float64, n)}
	}
}

// note keeps the parts of one synapse's change, if they are asked for.
func (p *Projection) note(post, pre int, hebbian, decay float64) {
	if p.parts != nil {
		i := post*p.pre.Len() + pre
		p.parts.hebbian[i], p.parts.decay[i] = hebbian, decay
	}
}

// noteAll keeps the parts of the change that the projection is about to make.
func (p *Projection) noteAll(a float64) {
	for i := range p.post.Len() {
		post := p.post.Local(i)
		for j, w := range p.Row(i) {
			hebbian, decay := p.rule.parts(w, a, post, p.pre.Local(j))
			p.note(i, j, hebbian, decay)
		}
		for _, h := range p.held[i] {
			p.note(i, h.pre, 0, 0)
		}
	}
	if p.frozen {
		clear(p.parts.hebbian)
		clear(p.parts.decay)
	}
}
