package circuit

import (
	"twophase/neuron"
	"twophase/synapse"
)

// Foldiak is Oja's neurons with anti-Hebbian synapses u_ij = −M_ij, i ≠ j, among all
// of them,
//
//	y = (I − U)⁻¹ W x
//	Δw_i = α(y_i x − y_i² w_i),   Δu_ij = −μ y_i y_j
//
// with μ/α = 1/τ; 0.5 to 2 works. The outputs become uncorrelated and span the principal
// subspace. Many sets of outputs do so; which one the network finds is not determined, nor
// are their variances.
var Foldiak = Network{
	Name:      "foldiak",
	Summary:   "Oja's rule with symmetric anti-Hebbian synapses: uncorrelated outputs that span the subspace",
	Reference: "Földiák (1989), Adaptive network for optimal linear feature extraction",
	Notes:     "The equations are those of textbooks, not checked against the paper. The sources do not specify the ratio μ/α: it is 1 here. At α = 10/(250+t) some runs of the paper's large problem diverge, because the anti-Hebbian synapses have no decay: α = 10/(500+t) here.",
	Finds:     Subspace,
	Schedule:  settling,
	Graph:     twoPopulations(synapse.Oja, synapse.AntiHebbianPSW, synapse.AllToAll, neuron.NoScale),
	Gains:     NoGains, Spans: true,
	Tau: 1, InitialScale: 1, Rate: DecayingRate(10, 500),
}
