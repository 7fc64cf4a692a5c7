package monitor

import (
	"twophase/internal/result"
)

// EachSynapse is the largest number of synapses that are listed one by one.
const EachSynapse = 1000

// Pruning summarises the growth of the lateral synapses.
func (m *Monitor) Pruning() result.Pruning {
	p := result.Pruning{Synapses: len(m.Growth)}
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
