package circuit

import (
	"twophase/circuit/selection"
	"twophase/internal/numerics/kernel"
	"twophase/internal/numerics/random"
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

// settlement is the working memory of Equilibrate for a set of populations: the equations
// A s = external of its n neurons, with the signs and gains of the projections in A and the
// divisors on its diagonal.
type settlement struct {
	of              Names
	nodes           []*node
	first           []int   // the index of the first neuron of each
	inside, outside []*link // projections onto the set, from it and from elsewhere

	system   []float64 // A [n×n]
	external []float64 // [n]
	state    []float64 // s [n]
	clamped  []bool    // [n]

	// Of InOrder: the neurons that move, and the linear ones that follow them.
	moving, following []int
	coupled           bool      // following neurons couple with one another
	reduced           []float64 // [moving×moving]: what couples the moving neurons, directly and through others
	drive             []float64 // [moving]
	activity          []float64 // [moving]
	responses         []float64 // [following×moving]: A_LL⁻¹ A_LR
	offsets           []float64 // [following]: A_LL⁻¹ external
	scratch           []float64 // [following×following]
	column            []float64 // [following]

	row []float64 // of weights
}

// unlearning is the memory of the phase Unlearn.
type unlearning struct {
	outputs  *neuron.Population
	lateral  *synapse.Projection
	stimulus []float64      // [N]: what the inputs carry in other phases
	twin     *Circuit       // the circuit with these outputs and lateral synapses
	runs     []func() error // the phases that compute y, of the twin
}

// noiseStreams are the random streams of the noise in a selection.
type noiseStreams struct {
	where selection.Selection
	by    []random.Stream // by projection
}

// probed is what the output axons carry while they are probed: y, ỹ and the late ỹ [K].
type probed [3][]float64

// meanField is the working memory of the phase MeanField.
type meanField struct {
	moments []float64 // G [N×N]
	inputs  []float64 // ⟨x_j²⟩ [N]
	outputs []float64 // ⟨y_i²⟩ [K]

	phases   []int          // the neural phases between ỹ and y; nil: not found since the schedule was set
	saved    probed         // what the outputs carry
	response []float64      // ∂y/∂ỹ [K×K]
	filter   *kernel.Matrix // F [K×N]
	crossed  *kernel.Matrix // F G [K×N]
	square   *kernel.Matrix // F G Fᵀ [K×K]
	column   []float64      // [K]

	feedforward, lateral meanRule
	scale                meanScale

	post, postDecay []float64 // [K]: of a projection
	pre, preDecay   []float64 // [N]: likewise
}
