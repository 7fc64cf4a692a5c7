package circuit

import (
	"twophase/neuron"
	"twophase/synapse"
)

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
	n.Finds, n.Gains = Clusters, FreeGains
	n.Tau, n.InitialScale, n.Rate = 0.5, 1, DecayingRate(10, 500)
	n.Graph = Graph{
		Populations: []PopulationSpec{
			{Name: "inputs", Input: true},
			{Name: "outputs", Activation: neuron.Rectified, Scale: neuron.ScalePSP},
		},
		Projections: []ProjectionSpec{
			{Name: "feedforward", From: "inputs", To: "outputs", Rule: synapse.Hebbian, Start: StartPositive, Current: true},
			{Name: "lateral", From: "outputs", To: "outputs", Sign: Subtracts, Rule: synapse.AntiHebbianPSP, Pace: Pace{OverTau: true}},
		},
	}
	return n
}
