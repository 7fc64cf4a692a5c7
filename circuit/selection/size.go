package selection

import (
	"fmt"

	"twophase/synapse"
)

// Size is N, K and which outputs are joined by lateral synapses: all that a selection
// must know of a circuit.
type Size struct {
	Inputs, Outputs int
	Lateral         synapse.Wiring
}

// Neurons returns how many neurons the first index of a kind counts: those that
// have a row of its elements each.
func (z Size) Neurons(k Kind) int {
	if k == Inputs {
		return z.Inputs
	}
	return z.Outputs
}

// Width returns the places in a row of a kind's elements: presynaptic neurons,
// or one if the element is the neuron itself or its scale.
func (z Size) Width(k Kind) int {
	switch k {
	case Feedforward:
		return z.Inputs
	case Lateral:
		return z.Outputs
	}
	return 1
}

// describe says what there is to select.
func (z Size) describe(k Kind) string {
	neurons := span{0, z.Neurons(k) - 1}
	switch {
	case k == Feedforward:
		return fmt.Sprintf("feedforward has synapses [%v, %v]", neurons, span{0, z.Inputs - 1})
	case k == Lateral && z.Lateral == synapse.Unconnected:
		return "the network has no lateral synapses"
	case k == Lateral && z.Outputs == 1:
		return "lateral has no synapses among a single output neuron"
	case k == Lateral && z.Lateral == synapse.Ordered:
		return fmt.Sprintf("lateral has synapses [i, j] with j < i, onto neurons %v from earlier ones", span{1, z.Outputs - 1})
	case k == Lateral:
		return fmt.Sprintf("lateral has synapses [%v, %v] without the diagonal", neurons, neurons)
	}
	return fmt.Sprintf("%v has neurons [%v]", k, neurons)
}

// Missing is the error of a selection that names what a circuit does not have.
type Missing struct {
	Selection Selection
	Have      string // what there is to select
}

// Error implements error.
func (m *Missing) Error() string {
	return fmt.Sprintf("%v does not exist: %s (indices count from 0)", m.Selection, m.Have)
}

// Check returns an error unless the selection is of one of the given kinds, or
// of any if there are none given, and, a *Missing error, if a circuit of that size
// does not have all that is selected.
func (s Selection) Check(z Size, allowed ...Kind) error {
	if len(allowed) == 0 {
		allowed = kinds
	}
	if err := s.kind.check(allowed); err != nil {
		return err
	}
	if !s.post.within(z.Neurons(s.kind)) || !s.pre.within(z.Width(s.kind)) || s.kind == Lateral && !z.joins(s.post, s.pre) {
		return &Missing{s, z.describe(s.kind)}
	}
	return nil
}

// joins reports whether there is a lateral synapse onto a neuron of post from one of
// pre.
func (z Size) joins(post, pre span) bool {
	switch z.Lateral {
	case synapse.AllToAll:
		return z.Outputs > 1 && !(post.single() && pre == post)
	case synapse.Ordered:
		return pre.first < min(post.last, z.Outputs-1)
	}
	return false
}

// Row returns the selected places, from … end−1, in the row of elements of kind k
// that belongs to neuron post of a circuit of that size; from is end if there are
// none. A row of an all-to-all lateral projection has a place for the neuron itself,
// where there is no synapse: it may be among them.
func (s Selection) Row(z Size, k Kind, post int) (from, end int) {
	if !s.kind.Includes(k) || !s.post.has(post) {
		return 0, 0
	}
	width := z.Width(k)
	if k == Lateral {
		_, width = z.Lateral.Row(post, z.Outputs)
	}
	if from, end = s.pre.cut(width); from >= end {
		return 0, 0
	}
	return from, end
}
