package monitor

import (
	"time"

	"twophase/circuit/selection"
	"twophase/circuit/weights"
	"twophase/internal/measure"
	"twophase/internal/traces/pruning"
	"twophase/internal/traces/result"
	"twophase/synapse"
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

// Pruning summarises how the synapses among the outputs grew and were pruned, and those of other projections that are
// followed. isFixed reports whether nothing changes the weights of a projection.
func (m *Monitor) Pruning(among *synapse.Projection, isFixed func(projection string) bool) (lateral result.Pruning, others []result.Pruning) {
	growth := m.Growth
	for _, w := range m.watched {
		p := w.pruning(growth[:len(w.synapses)])
		p.Fixed = p.Synapses > 0 && isFixed(w.Name())
		growth = growth[len(w.synapses):]
		if w.Projection == among {
			lateral = p
		} else {
			others = append(others, p)
		}
	}
	return lateral, others
}

func (w watched) pruning(growth []result.Growth) result.Pruning {
	p := result.Pruning{Synapses: len(growth)}
	if name := w.Name(); name != selection.Lateral.String() {
		p.Projection = name
	}
	for i, g := range growth {
		lesioned := w.synapses[i].Lesioned()
		if lesioned {
			p.Lesioned++
		}
		p.LargestPeak = max(p.LargestPeak, g.Peak)
		p.LargestFinal = max(p.LargestFinal, g.Final)
		if !lesioned && g.Pruned() {
			p.Pruned++
		}
	}
	if len(growth) <= pruning.MostListed {
		p.Each = growth
	}
	return p
}
