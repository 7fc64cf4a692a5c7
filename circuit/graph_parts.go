package circuit

import (
	"twophase/internal/numerics/dense"
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

// link is a projection of a circuit, or the transpose of one.
type link struct {
	name     string
	spec     ProjectionSpec
	synapses *synapse.Projection
	memory   *dense.Projection
	back     bool // it is tied: signals travel from the postsynaptic neurons to the presynaptic ones
	pre, to  *neuron.Population
	tau      float64 // its own τ, or 0
	learner  learner // what changes the weights if it can; or nil

	// What SetRateOf and MultiplyRate have set: a rate in the place of α_t, and a factor; zero if
	// nothing was set.
	ownRate Rate
	times   float64

	rule int // the index in Spec.Rules of the present rule, plus 1; 0 for that of the network
}

// paced reports whether the projection has a rate or a factor that was set in mid-run.
func (l *link) paced() bool { return l.times != 0 }

// subtracts reports whether the signals are subtracted from what neurons receive.
func (l *link) subtracts() bool { return l.spec.Sign.subtracts() }

// feeds reports whether signals reach a population through the link from another one, as
// they are, and are added.
func (l *link) feeds(n *node) bool {
	return !l.back && !l.subtracts() && l.pre != n.Population && !l.pre.ScaleRule().Multiplies
}

// couples reports whether the link subtracts signals among the neurons of a population, and
// their currents are not kept.
func (l *link) couples(n *node) bool {
	return !l.back && l.subtracts() && l.pre == n.Population && l.synapses.Currents().Last == nil
}

// written are the signals of a population in a slot.
type written struct {
	population *neuron.Population
	slot       neuron.Slot
}

// pair is the parts of a circuit of which W and M say everything.
type pair struct {
	inputs, outputs *node
	forward, among  *link // among is nil if there are no lateral synapses
	ownPaces        bool  // the rates are not α and α/τ
}
