package circuit

import (
	"twophase/neuron"
	"twophase/synapse"
)

// Stack is two layers: ifPSP, and RectifiedPSP of its outputs for the same stimulus. The
// first layer finds principal components, the second clusters.
var Stack = stacked(Network{
	Name:     "stack",
	Summary:  "two layers, ifPSP below rectified PSP that settles: clusters of principal components",
	Schedule: append(layerOne(), settleInOrder("outputs"), Plasticity{}),
})

// StackTwoPhase is Stack with the second layer in two turns too.
var StackTwoPhase = stacked(Network{
	Name:    "stack-2phase",
	Summary: "two layers, ifPSP below rectified PSP, both in two turns: clusters of principal components",
	Schedule: append(layerOne(),
		Turn{Population: "outputs", Slot: neuron.Provisional, Receives: ReceptionsOf(Reception{Through: "W2", Slot: neuron.Final})},
		Turn{Population: "outputs", Slot: neuron.Final, Receives: ReceptionsOf(Reception{Through: "W2", Again: true, Slot: neuron.Final}, Reception{Through: "M2", Slot: neuron.Provisional})},
		Plasticity{},
	),
})

// layerOne returns the two turns of the first layer.
func layerOne() Schedule {
	return Schedule{
		Turn{Population: "layer1", Slot: neuron.Provisional, Receives: ReceptionsOf(Reception{Through: "W1", Slot: neuron.Stimulus})},
		Turn{Population: "layer1", Slot: neuron.Final, Base: SlotOf(neuron.Provisional), Receives: ReceptionsOf(Reception{Through: "M1", Slot: neuron.Provisional})},
	}
}

// stacked completes a network of two layers.
func stacked(n Network) Network {
	n.Reference = "ifPSP: " + paperReference + "; stacked here, not published as such"
	n.Notes = "Both layers learn at once, each at a rate and τ of its own if they are given. Weights between populations start positive: a neuron of the second layer whose drive is negative for every stimulus stays silent, its scale decays to 0, and the run ends with an error. With initial weights of both signs this happens in one run of five, with positive ones in none of fifty."
	n.Finds, n.Gains, n.Tau, n.Rate = Clusters, FreeGains, 0.5, DecayingRate(10, 500)
	n.Graph = Graph{
		Populations: []PopulationSpec{
			inputs,
			{Name: "layer1", Scale: neuron.ScalePSP, Paced: "M1", Distinct: true},
			{Name: "outputs", Activation: neuron.Rectified, Scale: neuron.ScalePSP, Paced: "M2"},
		},
		Projections: []ProjectionSpec{
			{Name: "W1", From: "inputs", To: "layer1", Rule: synapse.Hebbian, Start: StartPositive},
			competition("M1", "layer1", synapse.AntiHebbianPSP),
			{Name: "W2", From: "layer1", To: "outputs", Rule: synapse.Hebbian, Current: true, Start: StartPositive},
			competition("M2", "outputs", synapse.AntiHebbianPSP),
		},
	}
	return related(n)
}
