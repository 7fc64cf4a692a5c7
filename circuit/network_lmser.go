package circuit

import (
	"twophase/neuron"
	"twophase/synapse"
)

// LMSER minimises the error of reconstruction ‖e‖², e = x − Wᵀy, by its gradient,
// ΔW = α(y eᵀ + (W e) xᵀ): orthonormal rows that span the principal subspace.
var LMSER = Network{
	Name:      "lmser",
	Summary:   "least mean square error reconstruction, ΔW = α(y eᵀ + (W e) xᵀ) with e = x − Wᵀy: orthonormal rows that span the subspace",
	Reference: "Xu (1993), Least mean square error reconstruction principle for self-organizing neural-nets",
	Notes:     "The equations are those of textbooks; Xu's asymmetric form, which would order the components, is left out, because no source was found that gives its details.",
	Finds:     Subspace,
	Schedule:  residual(Reconstruction),
	Graph:     twoPopulations(twiceHebb, nil, synapse.Unconnected, neuron.NoScale),
	Gains:     NoGains,
	Tau:       1, InitialScale: 1, Rate: relatedRate,
}

// twiceHebb is synapse.Hebb at twice the learning rate.
var twiceHebb = synapse.Factored{
	Name:     "twice Hebb",
	Equation: "ΔW_ij = 2α y_i x_j",
	Post:     synapse.Endpoint{Drive: twiceActivity, Decay: neuron.Constant(0)},
	Pre:      synapse.Endpoint{Drive: neuron.Activity, Decay: neuron.Constant(0)},
}
