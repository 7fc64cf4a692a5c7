package circuit

import (
	"twophase/neuron"
	"twophase/synapse"
)

// BioNICADirect finds non-negative independent sources of a linear mixture by rectified
// neurons with a compartment,
//
//	c = W x,   y = argmin_{y≥0} yᵀMy/2 − yᵀc
//	x̄ ← x̄ + (x − x̄)/t,   c̄ ← c̄ + (c − c̄)/100
//	ΔW = 2α(y xᵀ − (c − c̄)(x − x̄)ᵀ),   ΔM = (α/τ)(y yᵀ − M).
var BioNICADirect = Network{
	Name:      "bio-nica-direct",
	Summary:   "non-negative independent component analysis by rectified outputs with lateral synapses: the sources of a mixture",
	Reference: nicaReference,
	Notes:     "The rules use the updated means; the first product is not centred. The repairs of the authors' code (eigenvalues of M, silent neurons) are left out: a neuron whose weights vanish stays silent.",
	Finds:     Sources,
	Gains:     NoGains,
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
			{Name: "lateral", From: "outputs", To: "outputs", Sign: Subtracts, Rule: synapse.AntiHebbianPSP, Pace: Pace{OverTau: true}},
		},
	},
	Schedule: Schedule{settleInOrder("outputs"), Average{}, Plasticity{}},
	Tau:      0.8, InitialScale: 1, Rate: DecayingRate(5, 100),
}

// BioNICAIndirect has interneurons n in the place of the lateral synapses, with one matrix P
// for both ways, and no leak,
//
//	y = argmin_{y≥0} yᵀPPᵀy/2 − yᵀW x,   n = Pᵀ y
//	ΔW = α((y − ȳ)(x − x̄)ᵀ − W),   ΔP = α((y − ȳ)(n − n̄)ᵀ − P).
var BioNICAIndirect = Network{
	Name:      "bio-nica-indirect",
	Summary:   "non-negative independent component analysis with interneurons: the sources of a mixture",
	Reference: nicaReference,
	Notes:     "The rules use the updated means. Outputs have no leak: if the synapses of an output with the interneurons vanish, its activity has no equilibrium, and the run ends with an error. That happens to about one mixture in four within 8000 stimuli (7 of 30), after an output has become silent, because then only decay is left in its rules. The initial size of W makes little difference (7 to 11 of 30 runs from 0.3 to 3 times the size). Slower learning only delays the end: at the rate 3/(300+t) none of 30 runs ends within 40000 stimuli, but 11 of them then have silent outputs, and the median error of the sources is 0.14 instead of 0.0005. The authors' code adds 1e-10 to all entries of P Pᵀ, probably meant for its diagonal; this is left out.",
	Finds:     Sources,
	Gains:     NoGains,
	Graph: Graph{
		Populations: []PopulationSpec{
			{Name: "inputs", Input: true, Mean: &neuron.Window{}},
			{Name: "outputs", Activation: neuron.Rectified, Scale: neuron.NoLeak, Mean: &neuron.Window{Steps: 100, Grows: true}},
			{Name: "interneurons", Mean: &neuron.Window{Steps: 100, Grows: true}},
		},
		Projections: []ProjectionSpec{
			{Name: "feedforward", From: "inputs", To: "outputs", Rule: hebbianOfCentred("W", "y", "x"), Start: StartPositive},
			{Name: "P", From: "interneurons", To: "outputs", Sign: Subtracts, Rule: hebbianOfCentred("P", "y", "n"), Start: StartIdentity},
			{Name: "PT", From: "outputs", To: "interneurons", Tied: "P"},
		},
	},
	Schedule: Schedule{settleInOrder("outputs", "interneurons"), Average{}, Plasticity{}},
	Tau:      1, InitialScale: 1, Rate: DecayingRate(10, 300),
}

const nicaReference = "Lipshutz, Pehlevan and Chklovskii (2022), Biologically plausible single-layer networks for nonnegative independent component analysis"

// centred is the activity without its running mean.
var centred = neuron.Function{Symbol: "activity − mean", Text: "activity - mean", F: func(n neuron.Local) float64 { return n.Activity - n.Mean }}

// hebbianOfCentred is Hebbian learning of activities without their means.
func hebbianOfCentred(weight, post, pre string) synapse.Factored {
	return synapse.Factored{
		Name: "Hebbian of centred activities", Equation: "Δ" + weight + "_ij = α((" + post + "_i − mean)(" + pre + "_j − mean) − " + weight + "_ij)",
		Post: synapse.Endpoint{Drive: centred, Decay: neuron.Constant(1)},
		Pre:  synapse.Endpoint{Drive: centred, Decay: neuron.Constant(1)},
	}
}
