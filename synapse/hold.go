package synapse

import (
	"cmp"
	"slices"
)

// state tells whether a synapse learns, and if not why.
type state int

const (
	plastic  state = iota
	absent         // no synapse: a neuron's own place in a lateral row
	frozen         // transmits, does not learn
	lesioned       // neither transmits nor learns
)

// hold is a place in a row that plasticity leaves as it is. A row learns as a
// whole, at full speed; then the weights that are held are put back.
type hold struct {
	pre    int
	state  state
	weight float64
}

// hold adds h to the row of neuron post, which is kept in order.
func (p *Projection) hold(post int, h hold) {
	at, _ := p.findHold(post, h.pre)
	p.held[post] = slices.Insert(p.held[post], at, h)
	p.count(h, 1)
}

// release takes a place out of the held ones of a row, if it is there. A change
// that is pending does not concern it: it was held when that was decided on.
func (p *Projection) release(post, pre int) {
	p.settle()
	if at, found := p.findHold(post, pre); found {
		p.count(p.held[post][at], -1)
		p.held[post] = slices.Delete(p.held[post], at, at+1)
	}
}

// count counts the held places n up, for h.
func (p *Projection) count(h hold, n int) {
	p.holds += n
	if h.state != absent {
		p.spoiled += n
	}
}

// Lesions returns how many synapses of the projection are lesioned.
func (p *Projection) Lesions() (n int) {
	for _, held := range p.held {
		for _, h := range held {
			if h.state == lesioned {
				n++
			}
		}
	}
	return n
}

// holdOf returns what holds a place, or nil.
func (p *Projection) holdOf(post, pre int) *hold {
	if at, found := p.findHold(post, pre); found {
		return &p.held[post][at]
	}
	return nil
}

func (p *Projection) findHold(post, pre int) (at int, found bool) {
	return slices.BinarySearchFunc(p.held[post], pre, func(h hold, pre int) int {
		return cmp.Compare(h.pre, pre)
	})
}

// putBack restores the held weights after all rows have learnt.
func (p *Projection) putBack() {
	if p.holds == 0 {
		return
	}
	for i := range p.held {
		p.putBackRow(i)
	}
}

// putBackRow restores the held weights onto neuron post.
func (p *Projection) putBackRow(post int) {
	row := p.weights.Row(post)
	for _, h := range p.held[post] {
		row[h.pre] = h.weight
	}
}
