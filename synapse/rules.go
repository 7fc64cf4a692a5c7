package synapse

import (
	"fmt"
	"math"

	"twophase/neuron"
)

var (
	// Hebbian is the feedforward rule of both networks of the paper
	// (Algorithms 1 and 2), at learning rate α:
	//
	//	ΔW_ij = α(y_i·x_j − W_ij)
	Hebbian = Factored{
		Name:     "Hebbian",
		Equation: "ΔW_ij = α(y_i x_j − W_ij)",
		Post:     Endpoint{Drive: neuron.Activity, Decay: neuron.Constant(1)},
		Pre:      Endpoint{Drive: neuron.Activity, Decay: neuron.Constant(1)},
	}

	// AntiHebbianPSP is the lateral rule of principal subspace projection
	// (Algorithm 1), at learning rate α/τ:
	//
	//	ΔM_ij = (α/τ)(y_i·y_j − λ_i·λ_j·M_ij)
	//
	// It is the transmission that inhibits (y = ỹ − M_o ỹ/m), which makes a
	// synapse that grows with correlation anti-Hebbian.
	AntiHebbianPSP = Factored{
		Name:     "anti-Hebbian PSP",
		Equation: "ΔM_ij = (α/τ)(y_i y_j − λ_i λ_j M_ij)",
		Post:     Endpoint{Drive: neuron.Activity, Decay: neuron.Gain},
		Pre:      Endpoint{Drive: neuron.Activity, Decay: neuron.Gain},
	}

	// AntiHebbianPSW is the lateral rule of principal subspace whitening
	// (Algorithm 2), at learning rate α/τ; its synapses do not decay:
	//
	//	ΔM_ij = (α/τ)·y_i·y_j
	AntiHebbianPSW = Factored{
		Name:     "anti-Hebbian PSW",
		Equation: "ΔM_ij = (α/τ) y_i y_j",
		Post:     Endpoint{Drive: neuron.Activity, Decay: neuron.Constant(0)},
		Pre:      Endpoint{Drive: neuron.Activity, Decay: neuron.Constant(0)},
	}

	// Hebb is plain Hebbian learning without decay, at learning rate α:
	//
	//	ΔW_ij = α·y_i·x_j
	Hebb = Factored{
		Name:     "Hebb",
		Equation: "ΔW_ij = α y_i x_j",
		Post:     Endpoint{Drive: neuron.Activity, Decay: neuron.Constant(0)},
		Pre:      Endpoint{Drive: neuron.Activity, Decay: neuron.Constant(0)},
	}

	// Oja is Hebbian learning that keeps the weights of a neuron at unit length (Oja
	// 1982), at learning rate α:
	//
	//	ΔW_ij = α(y_i·x_j − y_i²·W_ij)
	//
	// Among outputs it is the anti-Hebbian rule of APEX.
	Oja = Factored{
		Name:     "Oja",
		Equation: "ΔW_ij = α(y_i x_j − y_i² W_ij)",
		Post:     Endpoint{Drive: neuron.Activity, Decay: neuron.SquaredActivity},
		Pre:      Endpoint{Drive: neuron.Activity, Decay: neuron.Constant(1)},
	}
)

// SimilarityMatching returns the rule of the similarity matching of 2015, with the
// cumulative activity Ŷ_i of the postsynaptic neuron, this stimulus's among it, as the
// inverse of the learning rate:
//
//	Δw_ij = y_i·(gain·s_j − y_i·w_ij)/Ŷ_i
//
// where the weight and the presynaptic activity s_j go by the given names. The scale of
// the neurons is to be a neuron.CumulativeActivity, and the learning rate 1.
func SimilarityMatching(weight, presynaptic string, gain float64) Factored {
	total := func(n neuron.Local) float64 { return math.FMA(n.Activity, n.Activity, n.Scale) }
	drive := neuron.Function{Symbol: "y/Ŷ", F: func(n neuron.Local) float64 { return gain * n.Activity / total(n) }}
	if gain != 1 {
		drive.Symbol = fmt.Sprintf("%v y/Ŷ", gain)
		presynaptic = fmt.Sprintf("%v %s", gain, presynaptic)
	}
	return Factored{
		Name: "similarity matching", Equation: fmt.Sprintf("Δ%s = y_i(%s − y_i %s)/Ŷ_i", weight, presynaptic, weight),
		Post: Endpoint{Drive: drive, Decay: neuron.Function{Symbol: "y²/Ŷ", F: func(n neuron.Local) float64 { return n.Activity * n.Activity / total(n) }}},
		Pre:  Endpoint{Drive: neuron.Activity, Decay: neuron.Constant(1)},
	}
}
