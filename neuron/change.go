package neuron

// Change is why a weight or a scale w moved to w′ in a step: it is split so that
//
//	w + Nonlocal + Unlearning + Decay + Hebbian + Rounding = w′
//
// in real arithmetic, not only in floating point. Hebbian is what the drives add,
// a·d_post·d_pre rounded, Decay what the decays take away, (1 − a·p_post·p_pre)·w − w
// rounded, with the drain of a scale; Rounding is the rest, which is what computing w′
// in floating point has added: about half a last digit of w′ and of Hebbian. See
// kernel.Parts for the digits, and for when the sum is exact: as long as what is kept
// of w is between −w and 2w, which is so for every rate at which w does not grow by
// itself.
//
// Nonlocal and Unlearning are what phases before plasticity have made of w: 0 unless the
// schedule has such a phase, see Part. Each is rounded; Rounding, or where that has no
// room for it Hebbian, has the rest: all of it, unless w is some 2⁵³ times smaller than
// what it moves by, and not 0 (kernel.Join). Decay and Hebbian begin where they end.
//
// The change is that of learning alone. What else rewrites a weight (Set, noise,
// quantisation, an intervention) has no part in it.
type Change struct {
	Hebbian, Decay, Rounding float64
	Nonlocal, Unlearning     float64
	Pre, Post                float64 // activities x_j or y_j, and y_i, as the rule saw them; a scale has no Pre
}

// Part is a part of a Change that is made by a phase of its own, not by a rule.
type Part int

const (
	// Nonlocal is what is learnt from what no synapse and no neuron can know by itself.
	Nonlocal Part = iota
	// Unlearning is what is learnt with the opposite sign in an unlearning phase, by a
	// local rule.
	Unlearning

	// PartCount is how many there are.
	PartCount
)

// Part returns where a part is.
func (c *Change) Part(p Part) *float64 {
	if p == Unlearning {
		return &c.Unlearning
	}
	return &c.Nonlocal
}
