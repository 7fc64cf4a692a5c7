package circuit

import (
	"twophase/neuron"
	"twophase/synapse"
)

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
