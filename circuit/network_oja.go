package circuit

import (
	"twophase/neuron"
	"twophase/synapse"
)

// Oja is the neuron of 1982: one output, y = w·x, that learns by Oja's rule
//
//	Δw = α y (x − y w)
//
// and finds the first principal component, w → ±u_1.
var Oja = related(Network{
	Name:        "oja",
	Summary:     "one neuron with Oja's rule, w → ±u_1",
	Reference:   "Oja (1982), A simplified neuron model as a principal component analyzer",
	Notes:       "The equations are those of textbooks, not checked against the paper.",
	Schedule:    Schedule{Feedforward, Fire, Plasticity{}},
	Graph:       twoPopulations(synapse.Oja, nil, synapse.Unconnected, neuron.NoScale),
	MostOutputs: 1,
})

// Sanger is the generalized Hebbian algorithm, Δw_i = α y_i (x − Σ_{k≤i} y_k w_k):
// w_i → ±u_i.
var Sanger = fromResidual(FromEarlier, synapse.Hebb, Network{
	Name:      "sanger",
	Summary:   "Sanger's generalized Hebbian algorithm (GHA), Δw_i = α y_i (x − Σ_{k≤i} y_k w_k), w_i → ±u_i",
	Reference: "Sanger (1989), Optimal unsupervised learning in a single-layer linear feedforward neural network",
})

// OjaSubspace learns by Δw_i = α y_i (x − Σ_k y_k w_k): orthonormal rows that span
// the principal subspace in an arbitrary rotation.
var OjaSubspace = fromResidual(FromAll, synapse.Hebb, Network{
	Name:      "oja-subspace",
	Summary:   "Oja's subspace rule Δw_i = α y_i (x − Σ_k y_k w_k): orthonormal rows that span the subspace",
	Reference: "Oja (1989), Neural networks, principal components, and subspaces",
	Finds:     Subspace,
})

// WeightedSubspace learns by Δw_i = α y_i (x − θ_i Σ_k y_k w_k), 0 < θ_1 < … < θ_K:
// w_i → ±u_i/√θ_i. With θ_i = 1/λ_i² it is w_i → ±λ_i u_i.
var WeightedSubspace = fromResidual(Weighted, synapse.Hebb, Network{
	Name:      "weighted-subspace",
	Summary:   "the weighted subspace rule Δw_i = α y_i (x − θ_i Σ_k y_k w_k) with θ_i = 1/λ_i², w_i → ±u_i/√θ_i = ±λ_i u_i",
	Reference: "Oja, Ogawa and Wangviwattana (1992), Principal component analysis by homogeneous neural networks",
	Notes:     "The equations are those of textbooks, not checked against the paper. θ_i = 1/λ_i², so that Λ sets θ.",
})

// StochasticGradientAscent learns by Δw_i = α y_i (x − y_i w_i − 2 Σ_{k<i} y_k w_k):
// w_i → ±u_i.
var StochasticGradientAscent = fromResidual(Gradient, synapse.Hebb, Network{
	Name:      "stochastic-gradient-ascent",
	Summary:   "stochastic gradient ascent (SGA), Δw_i = α y_i (x − y_i w_i − 2 Σ_{k<i} y_k w_k), w_i → ±u_i",
	Reference: "Oja (1992), Principal components, minor components, and linear neural networks",
})

// LMSER minimises the error of reconstruction ‖e‖², e = x − Wᵀy, by its gradient,
// ΔW = α(y eᵀ + (W e) xᵀ): orthonormal rows that span the principal subspace.
var LMSER = fromResidual(Reconstruction, twiceHebb, Network{
	Name:      "lmser",
	Summary:   "least mean square error reconstruction, ΔW = α(y eᵀ + (W e) xᵀ) with e = x − Wᵀy: orthonormal rows that span the subspace",
	Reference: "Xu (1993), Least mean square error reconstruction principle for self-organizing neural-nets",
	Notes:     "The equations are those of textbooks; Xu's asymmetric form, which would order the components, is left out, because no source was found that gives its details.",
	Finds:     Subspace,
})

// fromResidual completes a network that is not local: y = W x, and plasticity projects the outputs back through
// the weights.
func fromResidual(of Backprojection, rule synapse.Rule, n Network) Network {
	n.Schedule = Schedule{Feedforward, Fire, Residual{Of: of}, Plasticity{}}
	n.Graph = twoPopulations(rule, nil, synapse.Unconnected, neuron.NoScale)
	n = related(n)
	if of == Weighted { // by the gains
		n.Gains = DistinctGains
	}
	return n
}

// twiceHebb is synapse.Hebb at twice the learning rate.
var twiceHebb = synapse.Factored{
	Name:     "twice Hebb",
	Equation: "ΔW_ij = 2α y_i x_j",
	Post:     synapse.Endpoint{Drive: twiceActivity, Decay: neuron.Constant(0)},
	Pre:      synapse.Endpoint{Drive: neuron.Activity, Decay: neuron.Constant(0)},
}
