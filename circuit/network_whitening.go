package circuit

import "twophase/neuron"

// AdaptiveWhitening whitens its stimuli by interneurons z whose gains learn, with synapses
// that do not,
//
//	y = x − W(g∘z),   z = Wᵀ y,   Δg_i = α(z_i² − ‖w_i‖²).
//
// An interneuron multiplies what it sends by its gain, of either sign. It needs K ≥ N(N+1)/2
// interneurons for N inputs, as W is a frame of that many columns w_i.
var AdaptiveWhitening = Network{
	Name:      "adaptive-whitening",
	Summary:   "whitening by the gains of interneurons, with synapses that do not learn: white outputs",
	Reference: "Duong, Lipshutz, Heeger, Chklovskii and Simoncelli (2023), Adaptive whitening in neural populations with gain-modulating interneurons",
	Notes:     "There is one output for each input. The target of z_i² is ‖w_i‖², which is 1 for columns of unit length, as in the source. With columns of other lengths the outputs become white too.",
	Finds:     WhiteOutputs,
	Gains:     NoGains,
	Whitens:   true,
	Graph: Graph{
		Populations: []PopulationSpec{
			{Name: "inputs", Input: true},
			{Name: "outputs", Size: "N", InitialScale: 1},
			{Name: "interneurons", Size: "N*(N+1)/2", Scale: gainRule, InitialScale: 1, Paced: "W", NormOf: "W"},
		},
		Projections: []ProjectionSpec{
			{Name: "direct", From: "inputs", To: "outputs", OneToOne: true, Start: StartIdentity},
			{Name: "W", From: "interneurons", To: "outputs", Sign: Subtracts, Start: StartFrame},
			{Name: "WT", From: "outputs", To: "interneurons", Tied: "W"},
		},
	},
	Schedule: Schedule{solveFor(neuron.Final, "outputs", "interneurons"), Learn{NamesOf("interneurons.scale")}},
	Tau:      1, InitialScale: 1, Rate: DecayingRate(10, 200),
}

// gainRule is the rule of a gain with a target: λ_i² is the target of the squared activity.
var gainRule = neuron.ScaleRule{
	Name:     "adaptive gain",
	Equation: "Δg_i = α(z_i² − ‖w_i‖²)",
	Drive:    neuron.Activity, Decay: neuron.Constant(0), Drain: neuron.Gain,
	Multiplies: true,
}
