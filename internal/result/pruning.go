package result

import (
	"twophase/internal/measure"
	"twophase/internal/number"
)

// Growth is how a lateral synapse grew and was pruned, as observed at the looks of a
// monitor.
type Growth struct {
	Synapse  string        `json:"synapse"`
	Peak     number.Number `json:"peak"` // largest |weight|
	PeakStep int           `json:"peak_step"`
	Final    number.Number `json:"final"` // |weight| at the end
}

// Pruned reports whether the synapse is pruned by the summary's criterion.
func (g Growth) Pruned() bool { return measure.BelowAtEnd(float64(g.Peak), float64(g.Final)) }

// Pruning summarises how the lateral synapses of a circuit were pruned.
type Pruning struct {
	Synapses     int           `json:"synapses"`
	Lesioned     int           `json:"lesioned,omitempty"`
	Pruned       int           `json:"pruned"`        // of the others, by measure.BelowAtEnd
	LargestPeak  number.Number `json:"largest_peak"`  // largest |weight| of all synapses over the run
	LargestFinal number.Number `json:"largest_final"` // the same at the end
	Each         []Growth      `json:"each"`          // absent above 1000 synapses, which are in the traces
}
