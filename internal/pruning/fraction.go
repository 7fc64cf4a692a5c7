package pruning

import (
	"sort"

	"twophase/internal/number"
)

// fractionAt returns the fraction of the synapses that were pruned at a step.
func (p *Circuit) fractionAt(step int64) number.Number {
	pruned, all := 0, 0
	for i := range p.Synapses {
		l := &p.Synapses[i].Life
		if l.State == Absent || l.LesionedAt != nil && *l.LesionedAt <= step {
			continue
		}
		all++
		after := sort.Search(len(l.spells), func(i int) bool { return l.spells[i].from > step })
		if after > 0 && (step < l.spells[after-1].end || !l.spells[after-1].over) {
			pruned++
		}
	}
	if all == 0 {
		return number.NaN
	}
	return number.Number(float64(pruned) / float64(all))
}
