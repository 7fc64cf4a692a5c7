package monitor

import (
	"time"

	"twophase/circuit/weights"
	"twophase/internal/measure"
	"twophase/internal/traces/pruning"
	"twophase/internal/traces/result"
)

// Finding is the result of one trial, with the data that the run's summary is made of.
type Finding struct {
	*result.Result
	Weights weights.Final
	Preview *Traces // of trial 0
	Path    Path
	Against measure.Against
	Elapsed time.Duration
}

// ResultsOf returns the results of trials, nil where there is none.
func ResultsOf(findings []*Finding) []*result.Result {
	results := make([]*result.Result, len(findings))
	for i, f := range findings {
		if f != nil {
			results[i] = f.Result
		}
	}
	return results
}

// Pruning summarises how the synapses among the outputs grew and were pruned.
func (m *Monitor) Pruning() result.Pruning {
	p := result.Pruning{Synapses: len(m.Growth), Projection: m.projection}
	for i, g := range m.Growth {
		lesioned := m.among[i].Lesioned()
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
