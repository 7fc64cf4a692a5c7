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
var SimilarityMatching = related(Network{
	Name:         "similarity-matching",
	Summary:      "similarity matching with rates that the neurons set by themselves: orthonormal rows that span the subspace",
	Reference:    "Pehlevan, Hu and Chklovskii (2015), A Hebbian/anti-Hebbian neural network for linear subspace learning: a derivation from multidimensional scaling of streaming data",
	Notes:        "The sources do not specify the initial Ŷ: 10 is safe for stimuli whose largest eigenvalue is 1.",
	Finds:        Subspace,
	Schedule:     settling,
	Graph:        twoPopulations(synapse.SimilarityMatching("w_ij", "x_j", 1), synapse.SimilarityMatching("m_ij", "y_j", 1), synapse.AllToAll, neuron.CumulativeActivity),
	InitialScale: 10, Rate: ConstantRate(1),
})

// SimilarityMatchingOffDiagonal is SimilarityMatching with a cost on correlated outputs,
//
//	Δm_ij = y_i((1 + γ) y_j − m_ij y_i)/Ŷ_i
//
// with γ = 1, so that the outputs become uncorrelated: each finds a principal component,
// in any order.
var SimilarityMatchingOffDiagonal = related(Network{
	Name:         "similarity-matching-off-diagonal",
	Summary:      "similarity matching with a cost on correlated outputs: components in any order",
	Reference:    "Pehlevan and Chklovskii (2015), Optimization theory of Hebbian/anti-Hebbian networks for PCA and whitening",
	Notes:        "γ = 1. The sources do not specify the initial Ŷ. With 10, which is safe without γ, one run in a hundred of the paper's large problem diverges; with 20 none of two thousand did.",
	Finds:        UnorderedComponents,
	Schedule:     settling,
	Graph:        twoPopulations(synapse.SimilarityMatching("w_ij", "x_j", 1), synapse.SimilarityMatching("m_ij", "y_j", 1+gamma), synapse.AllToAll, neuron.CumulativeActivity),
	InitialScale: 20, Rate: ConstantRate(1),
})

// SimilarityMatchingPSP is the principal subspace projection of 2018, PSP of the later
// paper with Λ = I,
//
//	ΔW = 2η(y xᵀ − W),   ΔM = (η/τ_w)(y yᵀ − M)
//
// so that α = 2η and τ = 2τ_w. The outputs span the principal subspace in an arbitrary
// rotation.
var SimilarityMatchingPSP = related(projecting(synapse.AllToAll, Network{
	Name:      "similarity-matching-psp",
	Summary:   "principal subspace projection with Λ = I (α = 2η, τ = 2τ_w): orthonormal rows that span the subspace",
	Reference: similarity2018,
	Finds:     Subspace,
	Schedule:  settling,
}))

// SimilarityMatchingPSW is the principal subspace whitening of 2018, PSW of the later
// paper with Λ = I,
//
//	ΔW = 2η(y xᵀ − W),   ΔM = (η/τ_w)(y yᵀ − I)
//
// so that α = 2η and τ = 2τ_w. The outputs are white and span the principal subspace in
// an arbitrary rotation.
var SimilarityMatchingPSW = related(whitening(synapse.AllToAll, Network{
	Name:      "similarity-matching-psw",
	Summary:   "principal subspace whitening with Λ = I (α = 2η, τ = 2τ_w): white outputs that span the subspace",
	Reference: similarity2018,
	Finds:     Subspace,
	Schedule:  settling,
	Spans:     true,
	Rate:      DecayingRate(10, 2500), // white outputs are large from the start
}))

// gamma is the weight γ of the cost on correlated outputs.
const gamma = 1

const similarity2018 = "Pehlevan, Sengupta and Chklovskii (2018), Why do similarity matching objectives lead to Hebbian/anti-Hebbian networks?"

// NonnegativeSimilarityMatching is the similarity matching of 2015 with rectified outputs,
// which find clusters:
//
//	y_i ← max(0, w_i·x − Σ_{j≠i} m_ij y_j), one neuron after another, until it settles
//	Ŷ_i ← Ŷ_i + y_i²
//	Δw_ij = y_i(x_j − y_i w_ij)/Ŷ_i,   Δm_ij = y_i(y_j − y_i m_ij)/Ŷ_i
//
// Ŷ learns first: the rules divide by the new one. Then Ŷ_i w_i is the sum of all y_i x, and
// Ŷ_i(δ_ij + m_ij) is symmetric and positive definite if it starts so. So the sweeps are
// coordinate descent to the only solution.
var NonnegativeSimilarityMatching = related(Network{
	Name:      "nsm",
	Summary:   "nonnegative similarity matching: rectified outputs that find clusters, with rates that the neurons set by themselves",
	Reference: "Pehlevan and Chklovskii (2014), A Hebbian/anti-Hebbian network derived from online non-negative matrix factorization can cluster and discover sparse features",
	Notes:     "Published codes divide by Ŷ before or after its change: after it, as here, makes Ŷ_i w_i the exact sum of y_i x. They settle from the y of the previous stimulus, to the same point.",
	Finds:     Clusters,
	Graph: Graph{
		Populations: []PopulationSpec{
			inputs,
			{Name: "outputs", Activation: neuron.Rectified, Scale: neuron.CumulativeActivity},
		},
		Projections: []ProjectionSpec{
			{Name: "feedforward", From: "inputs", To: "outputs", Rule: byCumulativeActivity("w_ij", "x_j"), Start: StartPositive},
			{Name: "lateral", From: "outputs", To: "outputs", Sign: Subtracts, Rule: byCumulativeActivity("m_ij", "y_j")},
		},
	},
	Schedule:     Schedule{settleInOrder("outputs"), Learn{NamesOf("outputs.scale", "feedforward", "lateral")}},
	InitialScale: 10, Rate: ConstantRate(1),
})

// byCumulativeActivity is the rule of similarity matching at the rate 1/Ŷ_i, where the scale
// of the neuron is Ŷ_i with the present stimulus.
func byCumulativeActivity(weight, presynaptic string) synapse.Factored {
	return synapse.Factored{
		Name: "nonnegative similarity matching", Equation: "Δ" + weight + " = y_i(" + presynaptic + " − y_i " + weight + ")/Ŷ_i",
		Post: synapse.Endpoint{
			Drive: neuron.Function{Symbol: "y/Ŷ", Text: "activity/scale", F: func(n neuron.Local) float64 { return n.Activity / n.Scale }},
			Decay: neuron.Function{Symbol: "y²/Ŷ", Text: "activity^2/scale", F: func(n neuron.Local) float64 { return float64(n.Activity*n.Activity) / n.Scale }},
		},
		Pre:      synapse.Endpoint{Drive: neuron.Activity, Decay: neuron.Constant(1)},
		UnitRate: true,
	}
}

// RectifiedPSP is PSP with outputs that cannot be negative,
//
//	y = argmin_{y≥0} yᵀMy/2 − yᵀWx,
//
// which the outputs find by settling one after another. They find clusters.
var RectifiedPSP = rectified(Network{
	Name:     "psp-rectified",
	Summary:  "principal subspace projection with rectified outputs, which settle: clusters",
	Notes:    "Λ is that of the paper of two phases; the similarity matching of 2018 has Λ = I.",
	Schedule: Schedule{settleInOrder("outputs"), Plasticity{}},
})

// RectifiedTwoPhase is RectifiedPSP in two turns instead of settling,
//
//	ỹ = max(0, W x / m),   y = max(0, (W x − M_o ỹ) / m).
var RectifiedTwoPhase = rectified(Network{
	Name:    "psp-rectified-2phase",
	Summary: "principal subspace projection with rectified outputs in two turns: clusters",
	Notes:   "Both turns are rectified. Published code (bioslds) leaves the first one linear; the outputs of the two readings differ by 0.1 to 0.2.",
	Schedule: Schedule{
		Turn{Population: "outputs", Slot: neuron.Provisional, Receives: ReceptionsOf(Reception{Through: "feedforward", Slot: neuron.Stimulus})},
		Turn{Population: "outputs", Slot: neuron.Final, Receives: ReceptionsOf(
			Reception{Through: "feedforward", Slot: neuron.Stimulus, Again: true}, Reception{Through: "lateral", Slot: neuron.Provisional},
		)},
		Plasticity{},
	},
})

// rectified completes a network of rectified outputs that learn as those of PSP.
func rectified(n Network) Network {
	n.Reference = "Pehlevan, Sengupta and Chklovskii (2018), Why do similarity matching objectives lead to Hebbian/anti-Hebbian networks?; with the Λ and the two phases of Minden, Pehlevan and Chklovskii (2018)"
	n.Finds, n.Gains, n.Rate = Clusters, FreeGains, DecayingRate(10, 500)
	n = projecting(synapse.AllToAll, n)
	forward := &n.Graph.Projections[0]
	n.Graph.Populations[1].Activation, forward.Start, forward.Current = neuron.Rectified, StartPositive, true
	return n
}
