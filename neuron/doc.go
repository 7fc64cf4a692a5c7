// Package neuron holds the neurons of a circuit. Populations own every activity. Neuron,
// Input and Output are light handles, through which one neuron is read and written.
//
// In a step of the two-phase circuit:
//
//  1. The axon of an input carries x (slot Stimulus).
//  2. The axon of an output carries the provisional output ỹ (slot Provisional).
//  3. It then carries the final output y (slot Final). The paper's circuit
//     time-multiplexes the axon: the two turns are two slots.
//  4. The scales learn by their ScaleRule (Population.Rescale).
//
// The slot Late is ỹ of the previous stimulus, for signals that arrive late.
//
// The scale m_ii of an output is "a single scaling variable per neuron" that the paper
// writes on the diagonal of M. It is not a synapse and has a local rule of its own. The
// scale of a neuron without a scaling variable stays at 1 (NoScale). In the similarity
// matching of 2015 it is the cumulative activity Ŷ_i, which is metaplastic: it sets how
// fast synapses learn, and the neuron does not divide by it.
//
// Neurons may have further quantities (Further): variables of their own, which change from their old values once in a
// step, and what else reaches them, such as a third factor. A Variable is a handle of a scale or of such a variable.
//
// The axon of a clamped neuron carries a given signal in both turns. A frozen scale or variable does
// not learn.
//
// A Local is what a neuron knows by itself, and a Factor is a number computed from it.
// Plasticity rules are built from factors alone. So a rule cannot use more than the two
// neurons that a synapse joins.
//
// The package imports internal/numerics/kernel and internal/numerics/dense only. It knows nothing of
// synapses and circuits.
//
//	symbol in the paper   name in Go
//	x_j                   Input.Activity, slot Stimulus
//	ỹ_i                   Output.Provisional, slot Provisional
//	y_i                   Output.Activity, slot Final
//	m_ii (M_d)            Output.Scale
//	ỹ_i(t−1)              Output.Signal of slot Late
//	λ_i (Λ)               Output.Gain
package neuron
