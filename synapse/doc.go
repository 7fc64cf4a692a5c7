// Package synapse holds the connections of a circuit: projections that own
// every weight, light handles through which one synapse is read and written,
// and the local rules by which synapses learn.
//
// A Projection joins every neuron of a presynaptic population to every neuron
// of a postsynaptic one. The lateral projection joins the outputs to one
// another as its Wiring says, never a neuron to itself: all-to-all, its synapses are
// the K(K−1) ordered pairs i ≠ j of M_o. The paper's diagonal of M is not synaptic
// and belongs to the output neurons (package neuron).
//
// A Rule is local by construction. Nearly all rules of the paper and of its
// relatives are Factored,
//
//	w ← (1 − a·p_post·p_pre)·w + a·d_post·d_pre
//
// with the learning rate a and one drive d and one decay p that each endpoint
// computes from what it knows by itself. A Pairwise rule sees one synapse and
// its two endpoints at a time, for what does not factor. There is no other way
// to write a rule: the types cannot express one that looks at a third neuron.
//
// A synapse that is frozen transmits and does not learn, one that is lesioned does
// neither, and one that fails learns and does not transmit, until the end of a step.
//
//	symbol in the paper          name in Go
//	W [K×N]                      Projection feedforward, post×pre
//	M_o [K×K], zero diagonal     Projection lateral, post×pre
//	W_ij, M_ij                   Synapse.Weight, Projection.Synapse(i, j)
//	ΔW = α(y xᵀ − W)             Hebbian
//	ΔM_o = (α/τ)(y yᵀ − Λ M Λ)   AntiHebbianPSP
//	ΔM_o = (α/τ) y yᵀ            AntiHebbianPSW
//
// Indices count from 0, and the postsynaptic neuron comes first, as in W_ij.
package synapse
