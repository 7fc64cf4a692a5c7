package circuit

import (
	"twophase/neuron"
	"twophase/synapse"
)

// Foldiak is Oja's neurons with anti-Hebbian synapses u_ij = −M_ij, i ≠ j, among all
// of them,
//
//	y = (I − U)⁻¹ W x
//	Δw_i = α(y_i x − y_i² w_i),   Δu_ij = −μ y_i y_j
//
// with μ/α = 1/τ; 0.5 to 2 works. The outputs become uncorrelated and span the
// principal subspace; which of the many such sets of outputs is not determined, and
// so neither are their variances.
var Foldiak = Network{
	Name:        "foldiak",
	Summary:     "Oja's rule with symmetric anti-Hebbian synapses: uncorrelated outputs that span the subspace",
	Reference:   "Földiák (1989), Adaptive network for optimal linear feature extraction",
	Notes:       "The equations are those of textbooks; the paper was not at hand. The ratio μ/α is not settled: it is 1 here.",
	Finds:       Subspace,
	Schedule:    settling,
	Feedforward: synapse.Oja, Lateral: synapse.AntiHebbianPSW, Scale: neuron.NoScale,
	Gains: NoGains, Spans: true,
	Tau: 1, InitialScale: 1, Rate: ownRate,
}

// settle and settling are the phase and the schedule of the related networks whose activity settles. In the order
// of Gauss and Seidel it does so for every symmetric M that is positive definite, where
// Jacobi's sweeps may diverge.
var (
	settle   = Settle{Method: GaussSeidel, Sweeps: 1000, Tolerance: 1e-6}
	settling = Schedule{Feedforward{}, settle, Plasticity{}}
)
