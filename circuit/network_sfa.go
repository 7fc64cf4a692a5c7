package circuit

import (
	"twophase/neuron"
	"twophase/synapse"
)

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
	n.Finds, n.Gains = SlowSubspace, NoGains
	n.Tau, n.InitialScale, n.Rate = 0.5, 1, DecayingRate(10, 500)
	trace := neuron.Function{Symbol: "trace", Text: "trace", F: func(n neuron.Local) float64 { return n.Trace }}
	n.Graph = Graph{
		Populations: []PopulationSpec{
			{Name: "inputs", Input: true, Previous: true},
			{Name: "outputs", Previous: true, Scale: neuron.ScaleRule{
				Name: "scale of traces", Equation: "Δm_ii = (α/τ)(ȳ_i² − m_ii)",
				Drive: trace, Decay: neuron.Constant(1), Drain: neuron.Constant(0),
			}},
		},
		Projections: []ProjectionSpec{
			{Name: "feedforward", From: "inputs", To: "outputs", Current: true, Rule: synapse.Factored{
				Name: "Bio-SFA", Equation: "ΔW_ij = α(ȳ_i x̄_j − a_i x_j), a = W x",
				Post: synapse.Endpoint{Drive: trace, Decay: neuron.Constant(0)},
				Pre:  synapse.Endpoint{Drive: trace, Decay: neuron.Constant(0)},
				Also: [2]synapse.Product{{
					Post: neuron.Function{Symbol: "−a", Text: "-current", F: func(n neuron.Local) float64 { return -n.Current }},
					Pre:  neuron.Activity,
				}},
			}},
			{Name: "lateral", From: "outputs", To: "outputs", Sign: Subtracts, Pace: Pace{OverTau: true}, Rule: synapse.Factored{
				Name: "anti-Hebbian of traces", Equation: "ΔM_ij = (α/τ)(ȳ_i ȳ_j − M_ij)",
				Post: synapse.Endpoint{Drive: trace, Decay: neuron.Constant(1)},
				Pre:  synapse.Endpoint{Drive: trace, Decay: neuron.Constant(1)},
			}},
		},
	}
	return n
}
