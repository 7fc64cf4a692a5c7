// Package circuit builds and runs the circuits of Minden, Pehlevan and
// Chklovskii (2018), "Biologically Plausible Online Principal Component
// Analysis Without Recurrent Neural Dynamics".
//
// A Circuit is three things that can be printed: neurons (a population of N
// inputs and one of K outputs), synapses (a feedforward and a lateral
// projection), and a Schedule, the ordered list of phases that runs for every
// stimulus. What the schedule lists is what runs; there is nothing else.
//
// One step of the two-phase circuit (ifPSP, ifPSW), stimulus x:
//
//  1. Feedforward: the output axons carry ỹ = M_d⁻¹ W x.
//  2. Lateral: the lateral synapses carry ỹ, and every output neuron corrects
//     itself once, y = ỹ − M_d⁻¹ M_o ỹ.
//  3. Plasticity: every synapse learns from its two endpoints' final activity,
//     W ← W + α(y xᵀ − W) and M ← M + (α/τ)(y yᵀ − Λ M Λ) or (… − Λ²).
//
// The recurrent networks that it replaces (PSP, PSW) have Solve (M y = W x
// exactly) or Settle (iterate to a tolerance or a budget) in the place of
// Lateral. Settle's Jacobi method stopped after two sweeps is Lateral, to the
// last bit: the comparison with recurrent networks is one knob.
//
// In the place of Lateral, Cascade has the outputs fire one after another, and Fire
// has them not hear one another. Networks lists the designs that are known by name, the
// paper's and their relatives; each is data. A network that is not local has a phase
// that says so, such as Residual. What it makes of a weight is a part of the change of
// its own, Nonlocal, as is Unlearning, which Unlearn makes (neuron.Change).
//
// What else a schedule can list: StaleLateral, in which lateral signals arrive one
// stimulus late; TransmissionFailure, before the neural phases; and after Plasticity
// SynapticNoise, Quantise and SignConstraint.
//
// An Intervener changes a circuit between two stimuli: synapses and scales are
// lesioned, frozen or set, neurons clamped, and the setters give the circuit another
// rate, τ, Λ or schedule. Describe shows what is now. State is all by which a circuit
// goes on, and Restore takes it up again, to the same bits.
//
// An Observer looks at a circuit after every step, or at the steps that it asks
// for. An Ensemble steps several circuits, such as the trials of a run; small
// two-phase circuits step side by side in the lanes of the processor's registers,
// and none of them can tell.
//
// A circuit runs by one of two executors. Literal walks the synapse objects
// one by one; Compiled works on dense rows, and runs the two-phase schedule as
// one routine. They agree to the last bit.
//
//	symbol in the paper          name in Go
//	x_t                          the argument of Circuit.Step
//	ỹ, y                         Circuit.Outputs, slots Provisional and Final
//	W                            Circuit.Feedforward
//	M_o, M_d                     Circuit.Lateral, Output.Scale
//	ỹ(t−1)                       slot Late, if a phase reads it
//	Λ                            Spec.Gains; now: Circuit.Outputs, Gains
//	τ                            Spec.Tau; now: Circuit.Tau
//	α_t                          Spec.Rate, Rate.At; now: Circuit.Rate
//	F (the filter, y = F x)      Circuit.Filter
//	Û_K                          Circuit.Estimate
//	Algorithm 1, Algorithm 2     IfPSP, IfPSW
package circuit
