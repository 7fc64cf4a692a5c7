package synapse

import (
	"fmt"
	"math"

	"twophase/neuron"
)

var (
	// Hebbian is the rule of W in both networks of the paper
	// (Algorithms 1 and 2), at learning rate α:
	//
	//	ΔW_ij = α(y_i·x_j − W_ij)
	Hebbian = Factored{
		Name:     "Hebbian",
		Equation: "ΔW_ij = α(y_i x_j − W_ij)",
		Post:     Endpoint{Drive: neuron.Activity, Decay: neuron.Constant(1)},
		Pre:      Endpoint{Drive: neuron.Activity, Decay: neuron.Constant(1)},
	}

	// AntiHebbianPSP is the rule of M_o in principal subspace projection
	// (Algorithm 1), at learning rate α/τ:
	//
	//	ΔM_ij = (α/τ)(y_i·y_j − λ_i·λ_j·M_ij)
	//
	// Transmission inhibits (y = ỹ − M_o ỹ/m). So a synapse that grows with correlation is
	// anti-Hebbian.
	AntiHebbianPSP = Factored{
		Name:     "anti-Hebbian PSP",
		Equation: "ΔM_ij = (α/τ)(y_i y_j − λ_i λ_j M_ij)",
		Post:     Endpoint{Drive: neuron.Activity, Decay: neuron.Gain},
		Pre:      Endpoint{Drive: neuron.Activity, Decay: neuron.Gain},
	}

	// AntiHebbianPSW is the rule of M_o in principal subspace whitening
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

// AntiHebbianPSPDecaying returns AntiHebbianPSP with a decay that is this times as fast,
//
//	ΔM_ij = (α/τ)(y_i·y_j − ε·λ_i·λ_j·M_ij)
//
// while the scales keep theirs. At 1 it is AntiHebbianPSP itself.
func AntiHebbianPSPDecaying(epsilon float64) Factored {
	r := AntiHebbianPSP
	if epsilon != 1 {
		r.Name, r.Equation = fmt.Sprintf("%s, decay times %v", r.Name, epsilon), ""
		r.Post.Decay, r.Pre.Decay = neuron.RootGain(epsilon), neuron.RootGain(epsilon)
	}
	return r
}

// SimilarityMatching returns the rule of the similarity matching of 2015. Its learning rate
// is 1/Ŷ_i. The cumulative activity Ŷ_i of the postsynaptic neuron includes the present
// stimulus:
//
//	Δw_ij = y_i·(gain·s_j − y_i·w_ij)/Ŷ_i
//
// weight and presynaptic are the symbols of w_ij and s_j in its Equation. The scale of the
// neurons must be a neuron.CumulativeActivity, and the learning rate 1: at another rate, Ŷ
// would not be the sum that the rule divides by.
func SimilarityMatching(weight, presynaptic string, gain float64) Factored {
	total := func(n neuron.Local) float64 { return math.FMA(n.Activity, n.Activity, n.Scale) }
	drive := neuron.Function{Symbol: "y/Ŷ", Text: "activity/fma(activity, activity, scale)", F: func(n neuron.Local) float64 { return gain * n.Activity / total(n) }}
	if gain != 1 {
		drive.Symbol, drive.Text = fmt.Sprintf("%v y/Ŷ", gain), fmt.Sprintf("%v*%s", gain, drive.Text)
		presynaptic = fmt.Sprintf("%v %s", gain, presynaptic)
	}
	return Factored{
		Name: "similarity matching", Equation: fmt.Sprintf("Δ%s = y_i(%s − y_i %s)/Ŷ_i", weight, presynaptic, weight),
		Post: Endpoint{Drive: drive, Decay: neuron.Function{Symbol: "y²/Ŷ", Text: "activity^2/fma(activity, activity, scale)", F: func(n neuron.Local) float64 { return n.Activity * n.Activity / total(n) }}},
		Pre:  Endpoint{Drive: neuron.Activity, Decay: neuron.Constant(1)},

		UnitRate: true,
	}
}
