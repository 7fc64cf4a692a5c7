package synapse

// parts holds the two parts of the last change of every synapse [post×pre].
type parts struct {
	on             bool
	hebbian, decay []float64 // nil until they are asked for
}

// KeepChanges says whether the next changes are to be kept in their two parts,
// for Synapse.LastChange. It costs time in proportion to the number of synapses
// at every step that it is on, and from the first time on as much memory as two
// copies of the weights.
func (p *Projection) KeepChanges(on bool) {
	switch {
	case on && p.parts.hebbian == nil:
		n := p.post.Len() * p.pre.Len()
		p.parts.hebbian, p.parts.decay = make([]float64, n), make([]float64, n)
	case on && !p.parts.on:
		p.parts.clear()
	}
	p.parts.on = on
}

func (p *parts) clear() {
	clear(p.hebbian)
	clear(p.decay)
}

// note keeps the parts of one synapse's change, if they are asked for.
func (p *Projection) note(post, pre int, hebbian, decay float64) {
	if p.parts.on {
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
		p.parts.clear()
	}
}
