// Package synapse holds the connections of a circuit. Projections own every weight. Synapse
// is a light handle, through which one synapse is read and written. Rules are the local
// rules by which synapses learn.
//
// In a step:
//
//  1. A Projection sends the signals of a slot from its presynaptic population (Transmit).
//  2. Its Rule changes every weight from the activity of the two endpoints (Learn).
//  3. If changes are kept, LastChange returns each change in parts.
//
// A Projection joins the neurons of a presynaptic population to those of a postsynaptic
// one: all pairs, or those of a list. A projection within a population joins its neurons to
// one another by its Wiring: all-to-all, its synapses are the K(K−1)
// ordered pairs i ≠ j of M_o. The paper's diagonal of M is not synaptic and belongs to the
// output neurons (package neuron).
//
// Nearly all rules of the paper and of related networks are Factored,
//
//	w ← (1 − a·p_post·p_pre)·w + a·d_post·d_pre
//
// with the learning rate a, and one drive d and one decay p of each endpoint. A Pairwise
// rule sees one synapse and its two endpoints at a time, for what does not factor. The types
// allow no other rule, so a rule cannot use a third neuron.
//
// A frozen synapse transmits and does not learn. A lesioned one does neither. A vacant place is as a lesioned
// synapse, until one grows there: what rewiring prunes and forms. A synapse that
// fails learns and does not transmit, until the end of a step.
//
// The package imports neuron, and internal/numerics/dense and internal/numerics/kernel for its weights. It
// knows nothing of phases and circuits.
//
//	symbol in the paper          name in Go
//	W [K×N]                      Projection from inputs to outputs, post×pre
//	M_o [K×K], zero diagonal     Projection from outputs to outputs, post×pre
//	W_ij, M_ij                   Synapse.Weight, Projection.Synapse(i, j)
//	ΔW = α(y xᵀ − W)             Hebbian
//	ΔM_o = (α/τ)(y yᵀ − Λ M Λ)   AntiHebbianPSP
//	ΔM_o = (α/τ) y yᵀ            AntiHebbianPSW
//
// Indices count from 0, and the postsynaptic neuron comes first, as in W_ij.
package synapse
