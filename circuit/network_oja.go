package circuit

import (
	"twophase/neuron"
	"twophase/synapse"
)

// Oja is the neuron of 1982: one output, y = w·x, that learns by Oja's rule
//
//	Δw = α y (x − y w)
//
// and finds the first principal component, w → ±u_1.
var Oja = Network{
	Name:      "oja",
	Summary:   "one neuron with Oja's rule, w → ±u_1",
	Reference: "Oja (1982), A simplified neuron model as a principal component analyzer",
	Notes:     "The equations are those of textbooks, not checked against the paper.",
	Schedule:  Schedule{Feedforward, Fire, Plasticity{}},
	Graph:     twoPopulations(synapse.Oja, nil, synapse.Unconnected, neuron.NoScale),
	Gains:     NoGains, MostOutputs: 1,
	Tau: 1, InitialScale: 1, Rate: relatedRate,
}

// Sanger is the generalized Hebbian algorithm, Δw_i = α y_i (x − Σ_{k≤i} y_k w_k):
// w_i → ±u_i.
var Sanger = Network{
	Name:      "sanger",
	Summary:   "Sanger's generalized Hebbian algorithm (GHA), Δw_i = α y_i (x − Σ_{k≤i} y_k w_k), w_i → ±u_i",
	Reference: "Sanger (1989), Optimal unsupervised learning in a single-layer linear feedforward neural network",
	Schedule:  residual(FromEarlier),
	Graph:     twoPopulations(synapse.Hebb, nil, synapse.Unconnected, neuron.NoScale),
	Gains:     NoGains,
	Tau:       1, InitialScale: 1, Rate: relatedRate,
}
