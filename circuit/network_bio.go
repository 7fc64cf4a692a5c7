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
var BioCCA = related(Network{
	Name:      "bio-cca",
	Summary:   "online canonical correlation analysis by neurons with two compartments: the canonical subspace of two views",
	Reference: "Lipshutz, Bahroun, Golkar, Sengupta and Chklovskii (2021), A biologically plausible neural network for multi-channel canonical correlation analysis",
	Notes:     "Neurons settle exactly; in the source they settle by their dynamics, to the same equilibrium.",
	Finds:     CanonicalSubspace,
	Graph: Graph{
		Populations: []PopulationSpec{
			{Name: "x", Input: true}, {Name: "y", Input: true},
			{Name: "z", Scale: neuron.ScalePSP},
		},
		Projections: []ProjectionSpec{
			compartment("Wx", "x"), compartment("Wy", "y"),
			competition("M", "z", synapse.AntiHebbianPSP),
		},
		Output: "z",
	},
	Schedule: Schedule{solveFor(neuron.Final, "z"), Plasticity{}},
	Tau:      0.5, Rate: DecayingRate(20, 1000),
})

// BioCCAInterneurons is adaptive Bio-CCA, whose outputs become white: interneurons n in the
// place of the lateral synapses, with one matrix P for both ways,
//
//	(P Pᵀ + I) z = a + b,   n = Pᵀ z,   ΔP = (η/τ)(z nᵀ − P).
var BioCCAInterneurons = related(Network{
	Name:      "bio-cca-interneurons",
	Summary:   "adaptive Bio-CCA with interneurons: white outputs that span the canonical subspace of two views",
	Reference: BioCCA.Reference,
	Notes:     "The leak of the outputs is the α of the source, here 1; with α above 1, components whose canonical correlation is below α − 1 are suppressed. Neurons settle exactly. There are as many interneurons as outputs; more or fewer are possible.",
	Finds:     CanonicalSubspace,
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
	Tau:      0.5, Rate: DecayingRate(20, 1000),
})

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

// BioSFA finds the directions of the stimulus that change most slowly. A synapse uses the
// sum of two stimuli, x̄ = x(t) + x(t−1), and the outputs for it,
//
//	a = W x,   y = M⁻¹ a,   ȳ = M⁻¹ W x̄
//	ΔW = α(ȳ x̄ᵀ − a xᵀ),   ΔM = (α/τ)(ȳ ȳᵀ − M),
//
// both with the present weights, as in the authors' code.
var BioSFA = bioSFA(Network{
	Name:    "bio-sfa",
	Summary: "online slow feature analysis: the subspace that changes most slowly",
	Notes:   "ȳ is computed for x̄ with the present weights, as in the authors' code. Neurons settle exactly. The inputs must have mean 0.",
	Schedule: Schedule{
		Trace{NamesOf("inputs")},
		solveFor(neuron.Trace, "outputs"), // ȳ first: the current a is that of the last signals
		solveFor(neuron.Final, "outputs"),
		Plasticity{},
	},
})

// BioSFATrace is BioSFA with ȳ = y(t) + y(t−1), each with the weights of its own step. So a
// neuron needs a trace of its own activity only.
var BioSFATrace = bioSFA(Network{
	Name:    "bio-sfa-trace",
	Summary: "online slow feature analysis by traces of activity: the subspace that changes most slowly",
	Notes:   "ȳ is the sum of the outputs for this stimulus and for the previous one, each with the weights at its own step, so that a neuron can compute it. Neurons settle exactly. The inputs must have mean 0.",
	Schedule: Schedule{
		solveFor(neuron.Final, "outputs"),
		Trace{NamesOf("inputs", "outputs")},
		Plasticity{},
	},
})

// bioSFA completes a network of slow feature analysis.
func bioSFA(n Network) Network {
	n.Reference = "Lipshutz, Windolf, Golkar and Chklovskii (2020), A biologically plausible neural network for slow feature analysis"
	n.Finds, n.Tau, n.Rate = SlowSubspace, 0.5, DecayingRate(10, 500)
	trace := neuron.Function{Symbol: "trace", Text: "trace", F: func(n neuron.Local) float64 { return n.Trace }}
	hebbian := symmetric("Bio-SFA", "ΔW_ij = α(ȳ_i x̄_j − a_i x_j), a = W x", trace, neuron.Constant(0))
	hebbian.Also[0] = synapse.Product{
		Post: neuron.Function{Symbol: "−a", Text: "-current", F: func(n neuron.Local) float64 { return -n.Current }},
		Pre:  neuron.Activity,
	}
	antiHebbian := symmetric("anti-Hebbian of traces", "ΔM_ij = (α/τ)(ȳ_i ȳ_j − M_ij)", trace, neuron.Constant(1))
	n.Graph = twoPopulations(hebbian, antiHebbian, synapse.AllToAll, neuron.ScaleRule{
		Name: "scale of traces", Equation: "Δm_ii = (α/τ)(ȳ_i² − m_ii)",
		Drive: trace, Decay: neuron.Constant(1), Drain: neuron.Constant(0),
	})
	for i := range n.Graph.Populations {
		n.Graph.Populations[i].Previous = true
	}
	n.Graph.Projections[0].Current = true
	return related(n)
}

// BioNICADirect finds non-negative independent sources of a linear mixture by rectified
// neurons with a compartment,
//
//	c = W x,   y = argmin_{y≥0} yᵀMy/2 − yᵀc
//	x̄ ← x̄ + (x − x̄)/t,   c̄ ← c̄ + (c − c̄)/100
//	ΔW = 2α(y xᵀ − (c − c̄)(x − x̄)ᵀ),   ΔM = (α/τ)(y yᵀ − M).
var BioNICADirect = related(Network{
	Name:      "bio-nica-direct",
	Summary:   "non-negative independent component analysis by rectified outputs with lateral synapses: the sources of a mixture",
	Reference: nicaReference,
	Notes:     "The rules use the updated means; the first product is not centred. The repairs of the authors' code (eigenvalues of M, silent neurons) are left out: a neuron whose weights vanish stays silent.",
	Finds:     Sources,
	Graph: Graph{
		Populations: []PopulationSpec{
			{Name: "inputs", Input: true, Mean: &neuron.Window{}},
			{Name: "outputs", Activation: neuron.Rectified, Scale: neuron.ScalePSP},
		},
		Projections: []ProjectionSpec{
			{Name: "feedforward", From: "inputs", To: "outputs", Start: StartPositive, MeanCurrent: &neuron.Window{Steps: 100}, Rule: synapse.Factored{
				Name: "Bio-NICA", Equation: "ΔW_ij = 2α(y_i x_j − (c_i − c̄_i)(x_j − x̄_j)), c = W x",
				Post: synapse.Endpoint{Drive: twiceActivity, Decay: neuron.Constant(0)},
				Pre:  synapse.Endpoint{Drive: neuron.Activity, Decay: neuron.Constant(0)},
				Also: [2]synapse.Product{{
					Post: neuron.Function{Symbol: "−2(c − c̄)", Text: "-2*(current - current_mean)", F: func(n neuron.Local) float64 { return -2 * (n.Current - n.MeanCurrent) }},
					Pre:  centred,
				}},
			}},
			competition("lateral", "outputs", synapse.AntiHebbianPSP),
		},
	},
	Schedule: Schedule{settleInOrder("outputs"), Average{}, Plasticity{}},
	Tau:      0.8, Rate: DecayingRate(5, 100),
})

// BioNICAIndirect has interneurons n in the place of the lateral synapses, with one matrix P
// for both ways, and no leak,
//
//	y = argmin_{y≥0} yᵀPPᵀy/2 − yᵀW x,   n = Pᵀ y
//	ΔW = α((y − ȳ)(x − x̄)ᵀ − W),   ΔP = α((y − ȳ)(n − n̄)ᵀ − P).
var BioNICAIndirect = related(Network{
	Name:      "bio-nica-indirect",
	Summary:   "non-negative independent component analysis with interneurons: the sources of a mixture",
	Reference: nicaReference,
	Notes:     "The rules use the updated means. Outputs have no leak: if the synapses of an output with the interneurons vanish, its activity has no equilibrium, and the run ends with an error. That happens to about one mixture in four within 8000 stimuli (7 of 30), after an output has become silent, because then only decay is left in its rules. The initial size of W makes little difference (7 to 11 of 30 runs from 0.3 to 3 times the size). Slower learning only delays the end: at the rate 3/(300+t) none of 30 runs ends within 40000 stimuli, but 11 of them then have silent outputs, and the median error of the sources is 0.14 instead of 0.0005. The authors' code adds 1e-10 to all entries of P Pᵀ, probably meant for its diagonal; this is left out.",
	Finds:     Sources,
	Graph: Graph{
		Populations: []PopulationSpec{
			{Name: "inputs", Input: true, Mean: &neuron.Window{}},
			{Name: "outputs", Activation: neuron.Rectified, Scale: neuron.NoLeak, Mean: &neuron.Window{Steps: 100, Grows: true}},
			{Name: "interneurons", Mean: &neuron.Window{Steps: 100, Grows: true}},
		},
		Projections: []ProjectionSpec{
			{Name: "feedforward", From: "inputs", To: "outputs", Rule: hebbianOfCentred("W", "y", "x"), Start: StartPositive},
			{Name: "P", From: "interneurons", To: "outputs", Sign: Subtracts, Rule: hebbianOfCentred("P", "y", "interneurons"), Start: StartIdentity},
			{Name: "PT", From: "outputs", To: "interneurons", Tied: "P"},
		},
	},
	Schedule: Schedule{settleInOrder("outputs", "interneurons"), Average{}, Plasticity{}},
	Rate:     DecayingRate(10, 300),
})

const nicaReference = "Lipshutz, Pehlevan and Chklovskii (2022), Biologically plausible single-layer networks for nonnegative independent component analysis"

// centred is the activity without its running mean.
var centred = neuron.Function{Symbol: "activity − mean", Text: "activity - mean", F: func(n neuron.Local) float64 { return n.Activity - n.Mean }}

// hebbianOfCentred is Hebbian learning of activities without their means.
func hebbianOfCentred(weight, post, pre string) synapse.Factored {
	equation := "Δ" + weight + "_ij = α((" + post + "_i − mean)(" + pre + "_j − mean) − " + weight + "_ij)"
	return symmetric("Hebbian of centred activities", equation, centred, neuron.Constant(1))
}
