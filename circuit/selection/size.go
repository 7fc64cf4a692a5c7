package selection

import "fmt"

// Size is N and K, all that a selection must know of a circuit.
type Size struct{ Inputs, Outputs int }

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
	case k == Lateral && z.Outputs == 1:
		return "lateral has no synapses among a single output neuron"
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
	diagonal := s.kind == Lateral && s.post.single() && s.pre == s.post
	if !s.post.within(z.Neurons(s.kind)) || !s.pre.within(z.Width(s.kind)) || diagonal || s.kind == Lateral && z.Outputs == 1 {
		return &Missing{s, z.describe(s.kind)}
	}
	return nil
}

// Row returns the selected places, from … end−1, in the row of elements of kind k
// that belongs to neuron post of a circuit of that size; from is end if there are
// none. A lateral row has a place for the neuron itself, where there is no synapse:
// it may be among them.
func (s Selection) Row(z Size, k Kind, post int) (from, end int) {
	if !s.kind.Includes(k) || !s.post.has(post) {
		return 0, 0
	}
	return s.pre.cut(z.Width(k))
}
