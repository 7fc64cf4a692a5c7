package monitor

import (
	"twophase/internal/traces/pruning"
	"twophase/internal/traces/result"
)

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
	if len(m.Growth) <= pruning.MostListed {
		p.Each = m.Growth
	}
	return p
}
