package pruning

import (
	"cmp"
	"slices"

	"twophase/internal/number"
)

// rank numbers the synapses by their largest and by their final |weight|, and orders
// them by the latter. Equal ones are in order of post and pre.
func (p *Circuit) rank() {
	by := func(size func(*Synapse) number.Number) {
		slices.SortFunc(p.Synapses, func(a, b Synapse) int {
			return cmp.Or(cmp.Compare(orZero(size(&b)), orZero(size(&a))), cmp.Compare(a.Post, b.Post), cmp.Compare(a.Pre, b.Pre))
		})
	}
	by(func(s *Synapse) number.Number { return s.Peak })
	for i := range p.Synapses {
		p.Synapses[i].RankByPeak = i + 1
	}
	by(func(s *Synapse) number.Number { return s.Final })
	for i := range p.Synapses {
		p.Synapses[i].Rank = i + 1
	}
}
