package neuron

// Change is the change of a weight or a scale from w to w′ in a step, in parts such that
//
//	w + Nonlocal + Unlearning + Decay + Hebbian + Second + Third + Rounding = w′
//
// in real arithmetic, not only in floating point:
//
//   - Hebbian is the product of the drives, a·d_post·d_pre, rounded.
//   - Decay is (1 − a·p_post·p_pre)·w − w, rounded. That of a scale includes its drain.
//   - Second and Third are the changes by the second and third product of drives of a rule
//     that has several, each rounded. Otherwise they are 0.
//   - Rounding is the rest, which floating point adds: about half a last digit of w′ and
//     of Hebbian. Where a phase keeps the sign of a weight, it is also what learning would
//     have moved it beyond 0.
//   - Nonlocal and Unlearning are the changes by phases before plasticity (see Part), each
//     rounded. Without such a phase they are 0. Decay and Hebbian start from the weight
//     after them.
//
// The sum is exact if Decay leaves between −w and 2w, as it does at every rate at which w
// does not grow by itself (kernel.Parts). The rounding errors of Nonlocal and Unlearning
// join Rounding or, if it has too few digits, Hebbian. That is exact too unless w is some
// 2⁵³ times smaller than its change and not 0 (kernel.Join).
//
// A Change contains learning alone. Other rewriting of a weight (Set, noise, quantisation,
// an intervention) is not part of it.
type Change struct {
	Hebbian, Decay, Rounding float64
	Nonlocal, Unlearning     float64
	Second, Third            float64
	Pre, Post                float64 // activities x_j or y_j, and y_i, that the rule used; a scale has no Pre
}

// Part names a part of a Change that a phase makes before plasticity.
type Part int

const (
	// Nonlocal is learning from what no single synapse or neuron can know.
	Nonlocal Part = iota
	// Unlearning is learning with the opposite sign in an unlearning phase, by a local
	// rule.
	Unlearning

	// PartCount is the number of Parts.
	PartCount
)

// Part returns the address of the field that p names.
func (c *Change) Part(p Part) *float64 {
	if p == Unlearning {
		return &c.Unlearning
	}
	return &c.Nonlocal
}
