package circuit

import (
	"twophase/neuron"
	"twophase/synapse"
)

// BioCCA finds the directions in which two views x and y of one world agree most, by
// neurons with a compartment for each view,
//
//	M z = a + b,   a = Wx x,   b = Wy y
//	ΔWx = 2η(z − a)xᵀ,   ΔWy = 2η(z − b)yᵀ,   ΔM = (η/τ)(z zᵀ − M)
//
// with η = α. A synapse of Wx knows the current a of its own compartment.
var BioCCA = Network{
	Name:      "bio-cca",
	Summary:   "online canonical correlation analysis by neurons with two compartments: the canonical subspace of two views",
	Reference: "Lipshutz, Bahroun, Golkar, Sengupta and Chklovskii (2021), A biologically plausible neural network for multi-channel canonical correlation analysis",
	Notes:     "Neurons settle exactly; in the source they settle by their dynamics, to the same equilibrium.",
	Finds:     CanonicalSubspace,
	Gains:     NoGains,
	Graph: Graph{
		Populations: []PopulationSpec{
			{Name: "x", Input: true}, {Name: "y", Input: true},
			{Name: "z", Scale: neuron.ScalePSP},
		},
		Projections: []ProjectionSpec{
			compartment("Wx", "x"), compartment("Wy", "y"),
			{Name: "M", From: "z", To: "z", Sign: Subtracts, Rule: synapse.AntiHebbianPSP, Pace: Pace{OverTau: true}},
		},
		Output: "z",
	},
	Schedule: Schedule{solveFor(neuron.Final, "z"), Plasticity{}},
	Tau:      0.5, InitialScale: 1, Rate: DecayingRate(20, 1000),
}

// BioCCAInterneurons is adaptive Bio-CCA, whose outputs become white: interneurons n in the
// place of the lateral synapses, with one matrix P for both ways,
//
//	(P Pᵀ + I) z = a + b,   n = Pᵀ z,   ΔP = (η/τ)(z nᵀ − P).
var BioCCAInterneurons = Network{
	Name:      "bio-cca-interneurons",
	Summary:   "adaptive Bio-CCA with interneurons: white outputs that span the canonical subspace of two views",
	Reference: BioCCA.Reference,
	Notes:     "The leak of the outputs is the α of the source, here 1; with α above 1, components whose canonical correlation is below α − 1 are suppressed. Neurons settle exactly. There are as many interneurons as outputs; more or fewer are possible.",
	Finds:     CanonicalSubspace,
	Gains:     NoGains,
	Graph: Graph{
		Populations: []PopulationSpec{
			{Name: "x", Input: true}, {Name: "y", Input: true},
			{Name: "z", InitialScale: 1}, {Name: "n"},
		},
		Projections: []ProjectionSpec{
			compartment("Wx", "x"), compartment("Wy", "y"),
			{Name: "P", From: "n", To: "z", Sign: Subtracts, Rule: hebbianBetween("P", "z", "n"), Pace: Pace{OverTau: true}, Start: StartIdentity},
			{Name: "PT", From: "z", To: "n", Tied: "P"},
		},
		Output: "z",
	},
	Schedule: Schedule{solveFor(neuron.Final, "z", "n"), Plasticity{}},
	Tau:      0.5, InitialScale: 1, Rate: DecayingRate(20, 1000),
}

// compartment is a projection from a view to the compartment of z for it.
func compartment(name, view string) ProjectionSpec {
	return ProjectionSpec{
		Name: name, From: view, To: "z", Current: true,
		Rule: synapse.Factored{
			Name: "Bio-CCA", Equation: "Δ" + name + "_ij = 2α(z_i − a_i)" + view + "_j, a = " + name + " " + view,
			Post: synapse.Endpoint{
				Drive: neuron.Function{Symbol: "2(z − a)", Text: "2*(activity - current)", F: func(n neuron.Local) float64 { return 2 * (n.Activity - n.Current) }},
				Decay: neuron.Constant(0),
			},
			Pre: synapse.Endpoint{Drive: neuron.Activity, Decay: neuron.Constant(0)},
		},
	}
}

// hebbianBetween is synapse.Hebbian with the names of other populations in its Equation.
func hebbianBetween(weight, post, pre string) synapse.Factored {
	r := synapse.Hebbian
	r.Equation = "Δ" + weight + "_ij = (α/τ)(" + post + "_i " + pre + "_j − " + weight + "_ij)"
	return r
}
