package selection

import (
	"fmt"
	"strings"

	"twophase/synapse"
)

// describe says which elements of a kind exist.
func (z Size) describe(k Kind) string {
	neurons, from := span{0, z.Neurons(k) - 1}, span{0, z.Width(k) - 1}
	wiring, within := z.Within(k)
	switch {
	case !z.Synaptic(k):
		return fmt.Sprintf("%v has neurons [%v]", k, neurons)
	case !within, wiring == synapse.WithSelf:
		return fmt.Sprintf("%v has synapses [%v, %v]", k, neurons, from)
	case wiring == synapse.Unconnected:
		return fmt.Sprintf("the network has no %v synapses", k)
	case z.Neurons(k) == 1:
		return fmt.Sprintf("%v has no synapses among a single output neuron", k)
	case wiring == synapse.Ordered:
		return fmt.Sprintf("%v has synapses [i, j] with j < i, onto neurons %v from earlier ones", k, span{1, z.Neurons(k) - 1})
	}
	return fmt.Sprintf("%v has synapses [%v, %v] without the diagonal", k, neurons, neurons)
}

// Missing is the error of a selection that names what a circuit does not have.
type Missing struct {
	Selection Selection
	Have      string // the elements of its kind that exist
}

// Error implements error.
func (m *Missing) Error() string {
	return fmt.Sprintf("%v does not exist: %s (indices count from 0)", m.Selection, m.Have)
}

// Check returns an error unless the selection is of one of the allowed kinds, or of any
// kind if none is given. A kind of the same class as an allowed one is allowed. Check returns
// a *Missing error if a circuit of that size does not have all that is selected.
func (s Selection) Check(z Size, allowed ...Kind) error {
	if len(allowed) == 0 {
		allowed = kinds
	}
	k := s.Kind()
	if err := z.check(k, allowed); err != nil {
		return err
	}
	if s.pair && !z.Synaptic(k) {
		return fmt.Errorf("%v are not synapses, and take one index: write %v[%v]", k, k, s.post)
	}
	if s.post != all && !s.pair && !k.isKnown() && z.Synaptic(k) {
		return fmt.Errorf("%v are synapses, and take two indices, post before pre: write %v[%v,*]", k, k, s.post)
	}
	if !s.post.within(z.Neurons(k)) || !s.pre.within(z.Width(k)) || !z.joins(k, s.post, s.pre) {
		return &Missing{s, z.describe(k)}
	}
	return nil
}

// check returns an error unless a kind exists in a circuit of that size and its class is
// that of an allowed kind.
func (z Size) check(k Kind, allowed []Kind) error {
	class := z.Class(k)
	if class != NoClass && class.among(allowed) {
		return nil
	}
	var have []string
	for _, other := range z.all() {
		if z.Class(other).among(allowed) {
			have = append(have, other.String())
		}
	}
	if class == NoClass {
		return k.unknown(have)
	}
	return fmt.Errorf("%v cannot be selected here: choose %s", k, strings.Join(have, ", "))
}

// joins reports whether a synapse onto a neuron of post from one of pre may exist. It is
// true of what is not a projection within a population.
func (z Size) joins(k Kind, post, pre span) bool {
	wiring, within := z.Within(k)
	if !within {
		return true
	}
	switch n := z.Neurons(k); wiring {
	case synapse.AllToAll, synapse.Listed:
		return n > 1 && !(post.single() && pre == post)
	case synapse.Ordered:
		return pre.first < min(post.last, n-1)
	case synapse.WithSelf:
		return true
	}
	return false
}

// Row returns the selected places, from … end−1, in the row of elements of kind k that
// belongs to neuron post of a circuit of that size. If none is selected, from is end. The
// places may include some without a synapse: the neuron's own in an all-to-all row within a
// population, and those that a listed wiring leaves out.
func (s Selection) Row(z Size, k Kind, post int) (from, end int) {
	if !z.Includes(s.Kind(), k) || !s.post.has(post) {
		return 0, 0
	}
	width := z.Width(k)
	if wiring, within := z.Within(k); within {
		_, width = wiring.Row(post, z.Neurons(k))
	}
	if from, end = s.pre.cut(width); from >= end {
		return 0, 0
	}
	return from, end
}
