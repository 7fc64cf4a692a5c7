package circuit

import (
	"fmt"

	"twophase/neuron"
	"twophase/synapse"
)

// KrotovHopfield is unsupervised learning by competing units, with the Euclidean norm (p = 2) and
// unit radius. The outputs inhibit each other until they come to rest,
//
//	h_i = w_i·x − inhibition·Σ_{j≠i} y_j,   y_i = max(0, h_i)
//	Δw_i = α g(y_i)(x − (w_i·x) w_i)
//
// with g = 1 for the winners, y ≥ threshold, −Δ for the losers, 0 < y < threshold, and 0 for the
// silent. So winners learn by Hebb's rule, losers move away, and the w_i come to unit length.
// The current w_i·x reaches the synapses of output i on a way of its own.
var KrotovHopfield = CompetingUnits(0.5, 0.25, 0.1)

// CompetingUnits returns KrotovHopfield with other numbers. An inhibition from 0 to below 1 has one
// state of rest for every stimulus.
func CompetingUnits(inhibition, threshold, delta float64) Network {
	g := func(n neuron.Local) float64 {
		switch {
		case n.Activity >= threshold:
			return 1
		case n.Activity > 0:
			return -delta
		}
		return 0
	}
	text := fmt.Sprintf("(activity >= %v ? 1 : activity > 0 ? -%v : 0)", threshold, delta)
	return related(Network{
		Name:      "krotov-hopfield",
		Summary:   "competing hidden units: fixed inhibition among rectified outputs, of which winners learn by Hebb's rule and losers against it",
		Reference: "Krotov and Hopfield (2019), Unsupervised learning by competing hidden units",
		Notes:     "The units come to rest, as in the paper. Its fast approximation, which the authors' code has, takes the largest current w_i·x as the winner and the k-th as the loser instead. The rule agrees with that code for p = 2; the dynamics were not checked against the publication. Its inhibition, threshold and Δ depend on the stimuli. The lateral weights are 0 for the first stimulus and the inhibition ever after. On three clusters in ten dimensions 13 of 30 runs have one winner for two of them; with Δ = 0.4, as in that code, 18 do, and with Δ = 0 8.",
		Finds:     Clusters,
		Graph: Graph{
			Populations: []PopulationSpec{
				inputs,
				{Name: "outputs", Activation: neuron.Rectified, InitialScale: 1},
			},
			Projections: []ProjectionSpec{
				{Name: "feedforward", From: "inputs", To: "outputs", Start: StartPositive, Current: true, Rule: synapse.Factored{
					Name: "competing units", Equation: "ΔW_ij = α g(y_i)(x_j − c_i W_ij), c = W x",
					Post: synapse.Endpoint{
						Drive: neuron.Function{Symbol: "g(y)", Text: text, F: g},
						Decay: neuron.Function{Symbol: "g(y) c", Text: text + "*current", F: func(n neuron.Local) float64 { return g(n) * n.Current }},
					},
					Pre: synapse.Endpoint{Drive: neuron.Activity, Decay: neuron.Constant(1)},
				}},
				{Name: "lateral", From: "outputs", To: "outputs", Sign: Inhibitory, Rule: synapse.Factored{
					Name: "fixed inhibition", Equation: fmt.Sprintf("ΔM_ij = %v − M_ij", inhibition),
					Post: synapse.Endpoint{Drive: neuron.Constant(inhibition), Decay: neuron.Constant(1)},
					Pre:  synapse.Endpoint{Drive: neuron.Constant(1), Decay: neuron.Constant(1)},
				}, Pace: Pace{Rate: ConstantRate(1)}},
			},
		},
		Schedule: Schedule{settleInOrder("outputs"), Plasticity{}},
		Rate:     DecayingRate(10, 500),
	})
}
