package synapse

import "twophase/neuron"

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
)
