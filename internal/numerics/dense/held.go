package dense

import (
	"cmp"
	"slices"
)

// Plasticity says whether a synapse learns, and if not why.
type Plasticity int

const (
	Plastic  Plasticity = iota
	Absent              // there is no synapse, such as from a neuron to itself
	Frozen              // transmits, does not learn
	Lesioned            // neither transmits nor learns
	Vacant              // as lesioned, until a synapse grows there
)

// Held is a place in a row that does not learn.
type Held struct {
	Pre    int
	Why    Plasticity // not Plastic
	Weight float64
}

// Hold makes a place in the row of neuron post stop learning. An absent place stays absent.
func (p *Projection) Hold(post int, h Held) {
	at, _ := p.findHeld(post, h.Pre)
	p.held[post] = slices.Insert(p.held[post], at, h)
	p.count(h, 1)
	if h.Why == Absent {
		p.absent = append(p.absent, p.weights.At(post, h.Pre))
	}
}

// Release lets a held place learn again. It flushes first, because the pending change is
// from a time at which the place was held.
func (p *Projection) Release(post, pre int) {
	p.Flush()
	if at, found := p.findHeld(post, pre); found {
		p.count(p.held[post][at], -1)
		p.held[post] = slices.Delete(p.held[post], at, at+1)
	}
}

// count adds n to the number of held places of the kind of h.
func (p *Projection) count(h Held, n int) {
	p.holds += n
	if h.Why != Absent {
		p.spoiled += n
	}
}

// Held returns the places of the row of neuron post that do not learn, in order.
func (p *Projection) Held(post int) []Held { return p.held[post] }

// HeldAt returns the entry of a place that is held, or nil.
func (p *Projection) HeldAt(post, pre int) *Held {
	if at, found := p.findHeld(post, pre); found {
		return &p.held[post][at]
	}
	return nil
}

func (p *Projection) findHeld(post, pre int) (at int, found bool) {
	return slices.BinarySearchFunc(p.held[post], pre, func(h Held, pre int) int { return cmp.Compare(h.Pre, pre) })
}

// RestoreHeld gives the held places their weights back, after all rows have learnt.
func (p *Projection) RestoreHeld() {
	switch {
	case p.spoiled > 0:
		for i := range p.held {
			p.restoreRow(i)
		}
	case p.holds > 0:
		w, _ := p.weights.Padded()
		for _, at := range p.absent {
			w[at] = 0
		}
	}
}

// RestoreSpoiled is RestoreHeld after a fused step, which has kept the absent places at 0.
func (p *Projection) RestoreSpoiled() {
	if p.spoiled > 0 {
		p.RestoreHeld()
	}
}

func (p *Projection) restoreRow(post int) {
	row := p.weights.Row(post)
	for _, h := range p.held[post] {
		row[h.Pre] = h.Weight
	}
}
