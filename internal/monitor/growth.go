package monitor

import (
	"twophase/internal/result"
)

// EachSynapse is the largest number of lateral synapses whose growth a result lists one by one.
const EachSynapse = 1000

// Pruning summarises how the lateral synapses grew and were pruned.
func (m *Monitor) Pruning() result.Pruning {
	p := result.Pruning{Synapses: len(m.Growth), Projection: m.projection}
	for i, g := range m.Growth {
		lesioned := m.laterals[i].Lesioned()
		if lesioned {
			p.Lesioned++
		}
		p.LargestPeak = max(p.LargestPeak, g.Peak)
		p.LargestFinal = max(p.LargestFinal, g.Final)
		if !lesioned && g.Pruned() {
			p.Pruned++
		}
	}
	if len(m.Growth) <= EachSynapse {
		p.Each = m.Growth
	}
	return p
}
