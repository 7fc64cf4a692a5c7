package circuit

import (
	"math"

	"twophase/neuron"
	"twophase/synapse"
)

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
