package circuit

import (
	"twophase/neuron"
	"twophase/synapse"
)

// The cascades: one ordered sweep instead of two simultaneous phases, with the plasticity
// of the paper's networks and half of their lateral synapses. They are this project's own;
// docs/cascade.md derives them. The order of firing tells the outputs apart, so the gains
// are free and may be equal.
var (
	CascadePSP = Network{
		Name:      "cascadePSP",
		Summary:   "principal subspace projection by one ordered sweep",
		Reference: "this project (docs/cascade.md), after the networks of the paper",
		Schedule:  cascade,
		Graph:     twoPopulations(synapse.Hebbian, synapse.AntiHebbianPSP, synapse.Ordered, neuron.ScalePSP),
		Gains:     FreeGains,
		Tau:       0.5, InitialScale: 1,
	}
	CascadePSW = Network{
		Name:      "cascadePSW",
		Summary:   "principal subspace whitening by one ordered sweep",
		Reference: "this project (docs/cascade.md), after the networks of the paper",
		Schedule:  cascade,
		Graph:     twoPopulations(synapse.Hebbian, synapse.AntiHebbianPSW, synapse.Ordered, neuron.ScalePSW),
		Gains:     FreeGains,
		Whitens:   true, Tau: 1, InitialScale: 0.3,
	}
)
