package circuit

import (
	"twophase/neuron"
	"twophase/synapse"
)

// SimilarityMatching is the network of 2015, derived from the cost ‖XᵀX − YᵀY‖² online:
//
//	y_i ← w_i·x − Σ_{j≠i} m_ij y_j, until it settles
//	Ŷ_i ← Ŷ_i + y_i²
//	Δw_i = y_i(x − y_i w_i)/Ŷ_i,   Δm_ij = y_i(y_j − m_ij y_i)/Ŷ_i
//
// Its filter is (I + M_o)⁻¹W, with orthonormal rows that span the principal subspace.
// Its learning rate is 1/Ŷ_i, which each neuron computes by itself. So α = τ = 1 is the only
// choice: see Network.SetsOwnRate. The sources leave Ŷ_0 open: 10 is safe on stimuli whose
// largest eigenvalue is 1.
var SimilarityMatching = Network{
	Name:      "similarity-matching",
	Summary:   "similarity matching with rates that the neurons set by themselves: orthonormal rows that span the subspace",
	Reference: "Pehlevan, Hu and Chklovskii (2015), A Hebbian/anti-Hebbian neural network for linear subspace learning: a derivation from multidimensional scaling of streaming data",
	Notes:     "The sources do not specify the initial Ŷ: 10 is safe for stimuli whose largest eigenvalue is 1.",
	Finds:     Subspace,
	Schedule:  settling,
	Graph:     twoPopulations(synapse.SimilarityMatching("w_ij", "x_j", 1), synapse.SimilarityMatching("m_ij", "y_j", 1), synapse.AllToAll, neuron.CumulativeActivity),
	Gains:     NoGains,
	Tau:       1, InitialScale: 10, Rate: ConstantRate(1),
}

// SimilarityMatchingOffDiagonal is SimilarityMatching with a cost on correlated outputs,
//
//	Δm_ij = y_i((1 + γ) y_j − m_ij y_i)/Ŷ_i
//
// with γ = 1, so that the outputs become uncorrelated: each finds a principal component,
// in any order.
var SimilarityMatchingOffDiagonal = Network{
	Name:      "similarity-matching-off-diagonal",
	Summary:   "similarity matching with a cost on correlated outputs: components in any order",
	Reference: "Pehlevan and Chklovskii (2015), Optimization theory of Hebbian/anti-Hebbian networks for PCA and whitening",
	Notes:     "γ = 1. The sources do not specify the initial Ŷ. With 10, which is safe without γ, one run in a hundred of the paper's large problem diverges; with 20 none of two thousand did.",
	Finds:     UnorderedComponents,
	Schedule:  settling,
	Graph:     twoPopulations(synapse.SimilarityMatching("w_ij", "x_j", 1), synapse.SimilarityMatching("m_ij", "y_j", 1+gamma), synapse.AllToAll, neuron.CumulativeActivity),
	Gains:     NoGains,
	Tau:       1, InitialScale: 20, Rate: ConstantRate(1),
}

// SimilarityMatchingPSP is the principal subspace projection of 2018, PSP of the later
// paper with Λ = I,
//
//	ΔW = 2η(y xᵀ − W),   ΔM = (η/τ_w)(y yᵀ − M)
//
// so that α = 2η and τ = 2τ_w. The outputs span the principal subspace in an arbitrary
// rotation.
var SimilarityMatchingPSP = Network{
	Name:      "similarity-matching-psp",
	Summary:   "principal subspace projection with Λ = I (α = 2η, τ = 2τ_w): orthonormal rows that span the subspace",
	Reference: similarity2018,
	Finds:     Subspace,
	Schedule:  settling,
	Graph:     twoPopulations(synapse.Hebbian, synapse.AntiHebbianPSP, synapse.AllToAll, neuron.ScalePSP),
	Gains:     NoGains,
	Tau:       0.5, InitialScale: 1, Rate: relatedRate,
}

// SimilarityMatchingPSW is the principal subspace whitening of 2018, PSW of the later
// paper with Λ = I,
//
//	ΔW = 2η(y xᵀ − W),   ΔM = (η/τ_w)(y yᵀ − I)
//
// so that α = 2η and τ = 2τ_w. The outputs are white and span the principal subspace in
// an arbitrary rotation.
var SimilarityMatchingPSW = Network{
	Name:      "similarity-matching-psw",
	Summary:   "principal subspace whitening with Λ = I (α = 2η, τ = 2τ_w): white outputs that span the subspace",
	Reference: similarity2018,
	Finds:     Subspace,
	Schedule:  settling,
	Graph:     twoPopulations(synapse.Hebbian, synapse.AntiHebbianPSW, synapse.AllToAll, neuron.ScalePSW),
	Gains:     NoGains, Whitens: true, Spans: true,
	Tau: 1, InitialScale: 0.3, Rate: DecayingRate(10, 2500), // white outputs are large from the start
}

// gamma is the weight γ of the cost on correlated outputs.
const gamma = 1

const similarity2018 = "Pehlevan, Sengupta and Chklovskii (2018), Why do similarity matching objectives lead to Hebbian/anti-Hebbian networks?"
