package circuit

import (
	"twophase/neuron"
	"twophase/synapse"
)

// APEX is adaptive principal component extraction: neuron i fires after those before
// it and subtracts what lateral synapses C_ij, j < i, bring of their final outputs,
//
//	y_i = w_i·x − Σ_{j<i} C_ij y_j
//
// with Oja's rule everywhere,
//
//	Δw_i = β(y_i x − y_i² w_i),   ΔC_ij = β(y_i y_j − y_i² C_ij)
//
// w_i → ±u_i in order, and C → 0. The rate β is α here, and τ = 1. All outputs learn at
// once: it is the parallel variant of a network whose outputs learn one after another.
var APEX = Network{
	Name:      "apex",
	Summary:   "adaptive principal component extraction by an anti-Hebbian cascade, w_i → ±u_i, C → 0",
	Reference: "Kung and Diamantaras (1990), A neural network learning algorithm for adaptive principal component extraction (APEX)",
	Notes:     "This is the parallel variant: all outputs learn at once, from every stimulus. In the original they learn one after another, each when those before it have found their components. The lateral synapses learn with Oja's rule at the rate of the feedforward ones, as in published code; other sources leave out their decay or give them a rate of their own (τ).",
	Schedule:  cascade,
	Graph:     twoPopulations(synapse.Oja, apexLateral, synapse.Ordered, neuron.NoScale),
	Gains:     NoGains,
	Tau:       1, InitialScale: 1, Rate: relatedRate,
}

// apexLateral is synapse.Oja among outputs.
var apexLateral = func() synapse.Factored {
	r := synapse.Oja
	r.Equation = "ΔM_ij = (α/τ)(y_i y_j − y_i² M_ij)"
	return r
}()
