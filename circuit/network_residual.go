package circuit

import (
	"twophase/neuron"
	"twophase/synapse"
)

// Networks that are not local: y = W x, and plasticity projects the outputs back through the
// weights. Sanger and LMSER are of this kind, too.
var (
	// OjaSubspace learns by Δw_i = α y_i (x − Σ_k y_k w_k): orthonormal rows that span
	// the principal subspace in an arbitrary rotation.
	OjaSubspace = Network{
		Name:      "oja-subspace",
		Summary:   "Oja's subspace rule Δw_i = α y_i (x − Σ_k y_k w_k): orthonormal rows that span the subspace",
		Reference: "Oja (1989), Neural networks, principal components, and subspaces",
		Finds:     Subspace,
		Schedule:  residual(FromAll),
		Graph:     twoPopulations(synapse.Hebb, nil, synapse.Unconnected, neuron.NoScale),
		Gains:     NoGains,
		Tau:       1, InitialScale: 1, Rate: relatedRate,
	}

	// WeightedSubspace learns by Δw_i = α y_i (x − θ_i Σ_k y_k w_k), 0 < θ_1 < … < θ_K:
	// w_i → ±u_i/√θ_i. With θ_i = 1/λ_i² it is w_i → ±λ_i u_i.
	WeightedSubspace = Network{
		Name:      "weighted-subspace",
		Summary:   "the weighted subspace rule Δw_i = α y_i (x − θ_i Σ_k y_k w_k) with θ_i = 1/λ_i², w_i → ±u_i/√θ_i = ±λ_i u_i",
		Reference: "Oja, Ogawa and Wangviwattana (1992), Principal component analysis by homogeneous neural networks",
		Notes:     "The equations are those of textbooks, not checked against the paper. θ_i = 1/λ_i², so that Λ sets θ.",
		Schedule:  residual(Weighted),
		Graph:     twoPopulations(synapse.Hebb, nil, synapse.Unconnected, neuron.NoScale),
		Tau:       1, InitialScale: 1, Rate: relatedRate,
	}

	// StochasticGradientAscent learns by Δw_i = α y_i (x − y_i w_i − 2 Σ_{k<i} y_k w_k):
	// w_i → ±u_i.
	StochasticGradientAscent = Network{
		Name:      "stochastic-gradient-ascent",
		Summary:   "stochastic gradient ascent (SGA), Δw_i = α y_i (x − y_i w_i − 2 Σ_{k<i} y_k w_k), w_i → ±u_i",
		Reference: "Oja (1992), Principal components, minor components, and linear neural networks",
		Schedule:  residual(Gradient),
		Graph:     twoPopulations(synapse.Hebb, nil, synapse.Unconnected, neuron.NoScale),
		Gains:     NoGains,
		Tau:       1, InitialScale: 1, Rate: relatedRate,
	}
)
