package circuit

import (
	"twophase/neuron"
	"twophase/synapse"
)

const paperReference = "Minden, Pehlevan and Chklovskii (2018), Biologically plausible online principal component analysis without recurrent neural dynamics"

// The networks of the paper. Prefix "if": iteration-free.
var (
	IfPSP = Network{
		Name:      "ifPSP",
		Summary:   "iteration-free principal subspace projection (Algorithm 1)",
		Reference: paperReference,
		Schedule:  twoPhase,
		Graph:     twoPopulations(synapse.Hebbian, synapse.AntiHebbianPSP, synapse.AllToAll, neuron.ScalePSP),
		Tau:       0.5, InitialScale: 1,
	}
	PSP = Network{
		Name:      "PSP",
		Summary:   "recurrent principal subspace projection",
		Reference: paperReference,
		Schedule:  recurrent,
		Graph:     twoPopulations(synapse.Hebbian, synapse.AntiHebbianPSP, synapse.AllToAll, neuron.ScalePSP),
		Tau:       0.5, InitialScale: 1,
	}
	IfPSW = Network{
		Name:      "ifPSW",
		Summary:   "iteration-free principal subspace whitening (Algorithm 2)",
		Reference: paperReference,
		Schedule:  twoPhase,
		Graph:     twoPopulations(synapse.Hebbian, synapse.AntiHebbianPSW, synapse.AllToAll, neuron.ScalePSW),
		Whitens:   true, Tau: 1, InitialScale: 0.3,
	}
	PSW = Network{
		Name:      "PSW",
		Summary:   "recurrent principal subspace whitening",
		Reference: paperReference,
		Schedule:  recurrent,
		Graph:     twoPopulations(synapse.Hebbian, synapse.AntiHebbianPSW, synapse.AllToAll, neuron.ScalePSW),
		Whitens:   true, Tau: 1, InitialScale: 0.3,
	}
)

// PaperNetworks returns the networks of the paper, in its order.
func PaperNetworks() []Network { return []Network{IfPSP, PSP, IfPSW, PSW} }

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
