package circuit

import (
	"twophase/neuron"
	"twophase/synapse"
)

// RubnerTavan is Oja's neurons in a cascade that anti-Hebbian synapses u_ij = −M_ij,
// j < i, decorrelate,
//
//	y_i = w_i·x + Σ_{j<i} u_ij y_j
//	Δw_i = α(y_i x − y_i² w_i),   Δu_ij = −μ y_i y_j
//
// with μ/α = 1/τ; 1 to 2 works. w_i → ±u_i in order.
var RubnerTavan = Network{
	Name:      "rubner-tavan",
	Summary:   "Oja's rule in a cascade with anti-Hebbian synapses that do not decay, w_i → ±u_i",
	Reference: "Rubner and Tavan (1989), A self-organizing network for principal-component analysis",
	Notes:     "The equations are those of textbooks, not checked against the paper. The sources keep the length of w_i at 1 by normalising it; here Oja's rule does so to first order in α, and is local.",
	Schedule:  cascade,
	Graph:     twoPopulations(synapse.Oja, synapse.AntiHebbianPSW, synapse.Ordered, neuron.NoScale),
	Gains:     NoGains,
	Tau:       1, InitialScale: 1, Rate: relatedRate,
}
