package circuit

import (
	"twophase/internal/numerics/kernel"
	"twophase/neuron"
	"twophase/synapse"
)

// What a circuit keeps for its phases, its fused routines and its probes.

// scheduleSegment is some phases of a schedule, one after another, that can run as one routine, to the same bits.
type scheduleSegment interface {
	phases() int            // how many they are
	intact(c *Circuit) bool // whether they can run so in this step
	run(c *Circuit) error
}

// learner is a segment that leaves it to Plasticity to finish what it has begun.
type learner interface {
	// changes reports whether learn will change the projection, if the segment ran in this step.
	changes(l *link, step int) bool
	// learn changes scales and projections. It reports whether the segment ran in this step and can.
	learn(step int) bool
}

// unlearning is the memory of the phase Unlearn.
type unlearning struct {
	outputs  *neuron.Population
	lateral  *synapse.Projection
	stimulus []float64      // [N]: what the inputs carry in other phases
	twin     *Circuit       // the circuit with these outputs and lateral synapses
	runs     []func() error // the phases that compute y, of the twin
}

// meanField is the working memory of the phase MeanField.
type meanField struct {
	moments []float64 // G [N×N]
	inputs  []float64 // ⟨x_j²⟩ [N]
	outputs []float64 // ⟨y_i²⟩ [K]

	filter  *kernel.Matrix // F [K×N]
	crossed *kernel.Matrix // F G [K×N]
	square  *kernel.Matrix // F G Fᵀ [K×K]
	column  []float64      // [K]

	feedforward, lateral meanRule
	scale                meanScale

	post, postDecay []float64 // [K]: of a projection
	pre, preDecay   []float64 // [N]: likewise
}
