package synapse

import "twophase/internal/text/wording"

// Wiring says which pairs of neurons a projection joins. Between two populations it is
// AllToAll or Listed.
type Wiring int

const (
	// AllToAll joins every pair of neurons, within a population those with i ≠ j: n(n−1)
	// synapses.
	AllToAll Wiring = iota
	// Ordered joins neuron j to neuron i if j < i, earlier to later: n(n−1)/2 synapses.
	Ordered
	// Unconnected joins no neurons.
	Unconnected
	// Listed joins the pairs of a list (NewListed): see Projection.Has.
	Listed
	// WithSelf joins every pair of neurons of a population, each neuron to itself too: n² synapses.
	WithSelf
)

var wirings = []string{"all-to-all", "ordered", "unconnected", "listed", "all-to-all and to itself"}

// String returns all-to-all, ordered, unconnected, listed, or all-to-all and to itself.
func (w Wiring) String() string { return wording.NameOf(w, wirings) }

// Joins reports whether there may be a synapse onto neuron post from neuron pre of the
// same population.
func (w Wiring) Joins(post, pre int) bool {
	switch w {
	case AllToAll, Listed:
		return pre != post
	case Ordered:
		return pre < post
	}
	return w == WithSelf
}

// Len returns the number of synapses among n neurons. It is 0 for Listed: see
// Projection.Len.
func (w Wiring) Len(n int) int {
	switch w {
	case AllToAll:
		return n * (n - 1)
	case Ordered:
		return n * (n - 1) / 2
	case WithSelf:
		return n * n
	}
	return 0
}

// Row returns the half-open range of presynaptic neurons that contains all synapses onto
// neuron post of n neurons. With AllToAll and Listed it contains the neuron itself, where there is no
// synapse.
func (w Wiring) Row(post, n int) (from, end int) {
	switch w {
	case AllToAll, Listed, WithSelf:
		return 0, n
	case Ordered:
		return 0, post
	}
	return 0, 0
}
