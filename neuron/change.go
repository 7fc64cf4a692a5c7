package neuron

// Change is why a weight or a scale w moved to w′ in a step: it is split so that
//
//	w + Decay + Hebbian + Rounding = w′
//
// in real arithmetic, not only in floating point. Hebbian is what the drives add,
// a·d_post·d_pre rounded, Decay what the decays take away, (1 − a·p_post·p_pre)·w − w
// rounded, with the drain of a scale; Rounding is the rest, which is what computing w′
// in floating point has added: about half a last digit of w′ and of Hebbian. See
// kernel.Parts for the digits, and for when the sum is exact: as long as what is kept
// of w is between −w and 2w, which is so for every rate at which w does not grow by
// itself.
//
// The change is that of learning alone, from w as it was when plasticity began. What
// else rewrites a weight (Set, noise, quantisation, an intervention) has no part in it.
type Change struct {
	Hebbian, Decay, Rounding float64
	Pre, Post                float64 // activities x_j or y_j, and y_i, as the rule saw them; a scale has no Pre
}
