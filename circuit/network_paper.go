package circuit

import (
	"twophase/neuron"
	"twophase/synapse"
)

const paperReference = "Minden, Pehlevan and Chklovskii (2018), Biologically plausible online principal component analysis without recurrent neural dynamics"

// The networks of the paper. Prefix "if": iteration-free.
var (
	IfPSP = projecting(synapse.AllToAll, Network{
		Name:      "ifPSP",
		Summary:   "iteration-free principal subspace projection (Algorithm 1)",
		Reference: paperReference,
		Schedule:  twoPhase,
	})
	PSP = projecting(synapse.AllToAll, Network{
		Name:      "PSP",
		Summary:   "recurrent principal subspace projection",
		Reference: paperReference,
		Schedule:  recurrent,
	})
	IfPSW = whitening(synapse.AllToAll, Network{
		Name:      "ifPSW",
		Summary:   "iteration-free principal subspace whitening (Algorithm 2)",
		Reference: paperReference,
		Schedule:  twoPhase,
	})
	PSW = whitening(synapse.AllToAll, Network{
		Name:      "PSW",
		Summary:   "recurrent principal subspace whitening",
		Reference: paperReference,
		Schedule:  recurrent,
	})
)

// PaperNetworks returns the networks of the paper, in its order.
func PaperNetworks() []Network { return []Network{IfPSP, PSP, IfPSW, PSW} }

// The cascades: one ordered sweep instead of two simultaneous phases, with the plasticity
// of the paper's networks and half of their synapses among outputs. They are this project's own;
// docs/cascade.md derives them. The order of firing tells the outputs apart, so the gains
// are free and may be equal.
var (
	CascadePSP = projecting(synapse.Ordered, Network{
		Name:      "cascadePSP",
		Summary:   "principal subspace projection by one ordered sweep",
		Reference: "this project (docs/cascade.md), after the networks of the paper",
		Schedule:  cascade,
		Gains:     FreeGains,
	})
	CascadePSW = whitening(synapse.Ordered, Network{
		Name:      "cascadePSW",
		Summary:   "principal subspace whitening by one ordered sweep",
		Reference: "this project (docs/cascade.md), after the networks of the paper",
		Schedule:  cascade,
		Gains:     FreeGains,
	})
)

// projecting completes a network that learns as PSP does.
func projecting(wiring synapse.Wiring, n Network) Network {
	n.Graph = twoPopulations(synapse.Hebbian, synapse.AntiHebbianPSP, wiring, neuron.ScalePSP)
	n.Tau, n.InitialScale = 0.5, 1
	return n
}

// whitening completes a network that learns as PSW does.
func whitening(wiring synapse.Wiring, n Network) Network {
	n.Graph = twoPopulations(synapse.Hebbian, synapse.AntiHebbianPSW, wiring, neuron.ScalePSW)
	n.Whitens, n.Tau, n.InitialScale = true, 1, 0.3
	return n
}
