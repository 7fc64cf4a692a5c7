package circuit

import (
	"math"

	"twophase/neuron"
	"twophase/synapse"
)

// RubnerTavan is Oja's neurons in a cascade that anti-Hebbian synapses u_ij = −M_ij,
// j < i, decorrelate,
//
//	y_i = w_i·x + Σ_{j<i} u_ij y_j
//	Δw_i = α(y_i x − y_i² w_i),   Δu_ij = −μ y_i y_j
//
// with μ/α = 1/τ; 1 to 2 works. w_i → ±u_i in order.
var RubnerTavan = related(Network{
	Name:      "rubner-tavan",
	Summary:   "Oja's rule in a cascade with anti-Hebbian synapses that do not decay, w_i → ±u_i",
	Reference: "Rubner and Tavan (1989), A self-organizing network for principal-component analysis",
	Notes:     "The equations are those of textbooks, not checked against the paper. The sources keep the length of w_i at 1 by normalising it; here Oja's rule does so to first order in α, and is local.",
	Schedule:  cascade,
	Graph:     twoPopulations(synapse.Oja, synapse.AntiHebbianPSW, synapse.Ordered, neuron.NoScale),
})

// Foldiak is Oja's neurons with anti-Hebbian synapses u_ij = −M_ij, i ≠ j, among all
// of them,
//
//	y = (I − U)⁻¹ W x
//	Δw_i = α(y_i x − y_i² w_i),   Δu_ij = −μ y_i y_j
//
// with μ/α = 1/τ; 0.5 to 2 works. The outputs become uncorrelated and span the principal
// subspace. Many sets of outputs do so; which one the network finds is not determined, nor
// are their variances.
var Foldiak = related(Network{
	Name:      "foldiak",
	Summary:   "Oja's rule with symmetric anti-Hebbian synapses: uncorrelated outputs that span the subspace",
	Reference: "Földiák (1989), Adaptive network for optimal linear feature extraction",
	Notes:     "The equations are those of textbooks, not checked against the paper. The sources do not specify the ratio μ/α: it is 1 here. At α = 10/(250+t) some runs of the paper's large problem diverge, because the anti-Hebbian synapses have no decay: α = 10/(500+t) here.",
	Finds:     Subspace,
	Schedule:  settling,
	Graph:     twoPopulations(synapse.Oja, synapse.AntiHebbianPSW, synapse.AllToAll, neuron.NoScale),
	Spans:     true,
	Rate:      DecayingRate(10, 500),
})

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
var APEX = related(Network{
	Name:      "apex",
	Summary:   "adaptive principal component extraction by an anti-Hebbian cascade, w_i → ±u_i, C → 0",
	Reference: "Kung and Diamantaras (1990), A neural network learning algorithm for adaptive principal component extraction (APEX)",
	Notes:     "This is the parallel variant: all outputs learn at once, from every stimulus. In the original they learn one after another, each when those before it have found their components. The lateral synapses learn with Oja's rule at the rate of the feedforward ones, as in published code; other sources leave out their decay or give them a rate of their own (τ).",
	Schedule:  cascade,
	Graph:     twoPopulations(synapse.Oja, apexLateral, synapse.Ordered, neuron.NoScale),
})

// apexLateral is synapse.Oja among outputs.
var apexLateral = func() synapse.Factored {
	r := synapse.Oja
	r.Equation = "ΔM_ij = (α/τ)(y_i y_j − y_i² M_ij)"
	return r
}()

// Linsker is the network of 1992 that maximises the information of its outputs about
// noisy stimuli x by local rules, in a learning and an unlearning phase:
//
//	learning:    Y = C x,   Q_L y = Y,   ΔC = α y xᵀ
//	unlearning:  Y = C n,   Q_N y = Y,   ΔC = −α y nᵀ
//	each:        ΔQ = ρ(Y Yᵀ + r I − Q)
//
// with C = W, Q_L = M, Q_N the M' of Unlearn, r = 0.1 and ρ = α/τ. Signals settle by
// y(s+1) = C x + (I − κQ) y(s) to κ y = Q⁻¹ C x. Here they settle by Gauss–Seidel sweeps,
// without κ.
var Linsker = related(Network{
	Name:      "linsker",
	Summary:   "information maximised by learning from stimuli and unlearning from noise: outputs that span the subspace",
	Reference: "Linsker (1992), Local synaptic learning rules suffice to maximize mutual information in a linear network",
	Notes:     "The equations are those of textbooks, not checked against the paper. The variance of the noise, 0.2, is that of the floor of the paper's small problem; ρ = α/τ = 2α decays with α, and a constant 0.02 is known to work too. W grows slowly without end. The exact rule of Linsker (2005) was not found.",
	Finds:     Subspace,
	Schedule:  Schedule{Feedforward, settle, Unlearn{Variance: 0.2}, Plasticity{}},
	Graph:     twoPopulations(synapse.Hebb, linskerLateral, synapse.AllToAll, linskerScale),
	Spans:     true,
	Tau:       0.5,
})

// linskerFloor is r of Linsker.
const linskerFloor = 0.1

// linskerDrive is Y_i = m_ii ỹ_i, the neuron's feedforward input current.
var linskerDrive = neuron.Function{Symbol: "Y", Text: "scale*provisional", F: current}

func current(n neuron.Local) float64 { return n.Scale * n.Provisional }

var (
	linskerLateral = symmetric("covariance of what is received", "ΔM_ij = (α/τ)(Y_i Y_j − M_ij), Y = W x", linskerDrive, neuron.Constant(1))
	linskerScale   = neuron.ScaleRule{
		Name:     "variance of what is received",
		Equation: "Δm_ii = (α/τ)(Y_i² + 0.1 − m_ii), Y = W x",
		Drive: neuron.Function{Symbol: "√(Y² + r)", Text: "sqrt(fma(scale*provisional, scale*provisional, 0.1))", F: func(n neuron.Local) float64 {
			y := current(n)
			return math.Sqrt(math.FMA(y, y, linskerFloor))
		}},
		Decay: neuron.Constant(1), Drain: neuron.Constant(0),
	}
)
