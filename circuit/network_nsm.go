package circuit

import (
	"twophase/neuron"
	"twophase/synapse"
)

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
var NonnegativeSimilarityMatching = Network{
	Name:      "nsm",
	Summary:   "nonnegative similarity matching: rectified outputs that find clusters, with rates that the neurons set by themselves",
	Reference: "Pehlevan and Chklovskii (2014), A Hebbian/anti-Hebbian network derived from online non-negative matrix factorization can cluster and discover sparse features",
	Notes:     "Published codes divide by Ŷ before or after its change: after it, as here, makes Ŷ_i w_i the exact sum of y_i x. They settle from the y of the previous stimulus, to the same point.",
	Finds:     Clusters,
	Gains:     NoGains,
	Graph: Graph{
		Populations: []PopulationSpec{
			{Name: "inputs", Input: true},
			{Name: "outputs", Activation: neuron.Rectified, Scale: neuron.CumulativeActivity},
		},
		Projections: []ProjectionSpec{
			{Name: "feedforward", From: "inputs", To: "outputs", Rule: byCumulativeActivity("w_ij", "x_j"), Start: StartPositive},
			{Name: "lateral", From: "outputs", To: "outputs", Sign: Subtracts, Rule: byCumulativeActivity("m_ij", "y_j")},
		},
	},
	Schedule: Schedule{settleInOrder("outputs"), Learn{NamesOf("outputs.scale", "feedforward", "lateral")}},
	Tau:      1, InitialScale: 10, Rate: ConstantRate(1),
}

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
