package circuit

import (
	"twophase/neuron"
	"twophase/synapse"
)

// The schedules of the paper's networks, and that of a cascade.
var (
	twoPhase  = Schedule{Feedforward{}, Lateral{}, Plasticity{}}
	recurrent = Schedule{Feedforward{}, Solve{}, Plasticity{}}
	cascade   = Schedule{Feedforward{}, Cascade{}, Plasticity{}}
)

const paperReference = "Minden, Pehlevan and Chklovskii (2018), Biologically plausible online principal component analysis without recurrent neural dynamics"

// The networks of the paper. Prefix "if": iteration-free.
var (
	IfPSP = Network{
		Name:        "ifPSP",
		Summary:     "iteration-free principal subspace projection (Algorithm 1)",
		Reference:   paperReference,
		Schedule:    twoPhase,
		Feedforward: synapse.Hebbian, Lateral: synapse.AntiHebbianPSP, Scale: neuron.ScalePSP,
		Tau: 0.5, InitialScale: 1,
	}
	PSP = Network{
		Name:        "PSP",
		Summary:     "recurrent principal subspace projection",
		Reference:   paperReference,
		Schedule:    recurrent,
		Feedforward: synapse.Hebbian, Lateral: synapse.AntiHebbianPSP, Scale: neuron.ScalePSP,
		Tau: 0.5, InitialScale: 1,
	}
	IfPSW = Network{
		Name:        "ifPSW",
		Summary:     "iteration-free principal subspace whitening (Algorithm 2)",
		Reference:   paperReference,
		Schedule:    twoPhase,
		Feedforward: synapse.Hebbian, Lateral: synapse.AntiHebbianPSW, Scale: neuron.ScalePSW,
		Whitens: true, Tau: 1, InitialScale: 0.3,
	}
	PSW = Network{
		Name:        "PSW",
		Summary:     "recurrent principal subspace whitening",
		Reference:   paperReference,
		Schedule:    recurrent,
		Feedforward: synapse.Hebbian, Lateral: synapse.AntiHebbianPSW, Scale: neuron.ScalePSW,
		Whitens: true, Tau: 1, InitialScale: 0.3,
	}
)

// PaperNetworks returns the networks of the paper, in its order.
func PaperNetworks() []Network { return []Network{IfPSP, PSP, IfPSW, PSW} }

// SmallProblemRate is the learning rate of the paper's experiments on its small problem.
const SmallProblemRate = "10/(250+t)"

// PaperRate returns the learning rate α_t of the paper's experiments on one of its
// problems, in the form that ParseRate reads:
//
//	small  SmallProblemRate
//	large  1.1e-3 up to step 10000 and 1e-4 then, to project; 1e-3, to whiten
//
// Any other problem has the rate of the small one.
func (n Network) PaperRate(problem string) string {
	switch {
	case problem != "large":
		return SmallProblemRate
	case n.Whitens:
		return "1e-3"
	}
	return "1.1e-3 until 10000, 1e-4"
}
