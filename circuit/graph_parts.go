package circuit

import (
	"twophase/internal/numerics/dense"
	"twophase/internal/numerics/kernel"
	"twophase/neuron"
	"twophase/synapse"
)

// node is a population of a circuit.
type node struct {
	*neuron.Population
	spec         PopulationSpec
	sum, current []float64 // [n]: working memory of phases
	paced        *link     // the projection at whose rate the scales learn; nil: α/τ
	learner      learner   // what changes the scales if it can; or nil
}

// kept returns what a probe must not leave changed, apart from signals: activities for stimuli before, and what neurons
// have received.
func (n *node) kept() (all [][]float64) {
	for d := range n.spec.delays() {
		all = append(all, n.Signals(neuron.Delayed(d+1)))
	}
	for k := range n.spec.Further {
		all = append(all, n.Further(k))
	}
	return all
}

// link is a projection of a circuit, or the transpose of one.
type link struct {
	name     string
	spec     ProjectionSpec
	synapses *synapse.Projection
	memory   *dense.Projection
	back     bool // it is tied: signals travel from the postsynaptic neurons to the presynaptic ones
	pre, to  *neuron.Population
	learner  learner                // what changes the weights if it can; or nil
	rewiring *rewiring              // nil: no phase rewires it
	parts    [neuron.PartCount]bool // that phases of the schedule note of a change

	compartments [][]float64 // further quantities that are what neurons receive through it
	sent, ones   []float64   // [pre]: what the axons carry, if it is not the activity; and ones

	ownPace
	rule int // the index in Spec.Rules of the present rule, plus 1; 0 for that of the network
}

// ownPace is what the projection has in place of the circuit's pace: a τ, or 0; and what SetRateOf and MultiplyRate have
// set, a rate that replaces α_t and a factor, which are zero if nothing was set.
type ownPace struct {
	tau     float64
	ownRate Rate
	times   float64
}

// paced reports whether the projection has a rate or a factor that was set in mid-run.
func (l *link) paced() bool { return l.times != 0 }

// subtracts reports whether the signals are subtracted from what neurons receive.
func (l *link) subtracts() bool { return l.spec.Sign.subtracts() }

// feeds reports whether signals reach a population through the link from another one, as
// they are, and are added.
func (l *link) feeds(n *node) bool {
	return !l.back && !l.subtracts() && l.pre != n.Population && !l.pre.ScaleRule().Multiplies && l.isPlain()
}

// couples reports whether the link subtracts signals among the neurons of a population, and
// their currents are not kept.
func (l *link) couples(n *node) bool {
	return !l.back && l.subtracts() && l.pre == n.Population && l.synapses.Currents().Last == nil && l.isPlain()
}

// isPlain reports whether the link carries activities, and nobody else reads what arrives.
func (l *link) isPlain() bool { return l.spec.Carries == nil && l.compartments == nil }

// written are the signals of a population in a slot.
type written struct {
	population *neuron.Population
	slot       neuron.Slot
}

// pair is the parts of a circuit of which W and M say everything.
type pair struct {
	outputs        *node
	forward, among *link // among is nil if there is none
	ownPaces       bool  // the rates are not α and α/τ
}

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
	among    *synapse.Projection
	stimulus []float64      // [N]: what the inputs carry in other phases
	twin     *Circuit       // the circuit with these outputs and synapses among them
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

	forward, among meanRule
	scale          meanScale

	post, postDecay []float64 // [K]: of a projection
	pre, preDecay   []float64 // [N]: likewise
}

// further is what a circuit does to fill in further quantities.
type further struct {
	changing       []*node     // populations with variables that change
	alpha, signals [][]float64 // vectors that hold α_t; and the signals, in the order of the network
	ofSignal       []int       // which signal each of these is
	norms          []norm
	broadcasts     []broadcast
	unsent         []*link // projections that reach no turn, and whose current is used
}

// norm is the squared norms of the weights of a projection for the neurons at its end.
type norm struct {
	of *link
	to []float64
}

// broadcast is a sum over the neurons of a population, and who knows it.
type broadcast struct {
	BroadcastSpec
	of *node
	to [][]float64
}

// rewiring is the memory of the phase Rewire for one projection.
type rewiring struct {
	faint  []uint32  // [post×pre]: for how many steps |weight| has been below the bound, up to the number that counts
	vacant []int     // places where a synapse may grow
	sums   *pairSums // nil unless synapses grow by correlation
}

// pairSums are sums over the steps since the last pruning, of which the correlation of the activities of each pair of
// neurons follows. They are of differences from the first activities, which are 0 for a neuron that is constant.
type pairSums struct {
	steps                   []float64 // [1]
	firstPost, firstPre     []float64 // [post], [pre]
	post, pre               []float64
	postSquares, preSquares []float64
	products                []float64 // [post×pre]
}
