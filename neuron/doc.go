// Package neuron holds the neurons of a circuit: populations that own every
// activity, and light handles through which one neuron is read and written.
//
// A neuron sends one signal along one axon, in turns. The paper's circuit
// time-multiplexes that axon: in the first phase it carries the provisional
// output ỹ, in the second the final output y. The two turns are two values of
// Slot; an input neuron uses the final one only, for x. The third, Late, is the
// first turn of the stimulus before, for signals that arrive too late.
//
// An output neuron also owns its scale m_ii, "a single scaling variable per
// neuron" that the paper writes on the diagonal of M. It is not a synapse: it
// has its own local rule, ScaleRule.
//
// A neuron can be clamped: its axon then carries a given signal in both turns,
// whatever reaches it. A scale can be frozen: it does not learn.
//
// The scale of a neuron without a scaling variable stays at 1 (NoScale). That of the
// similarity matching of 2015, the cumulative activity Ŷ_i, is metaplastic: it sets how
// fast synapses learn, and the neuron does not divide by it.
//
// What a neuron knows by itself is a Local; a Factor is a number computed from
// it. Plasticity rules are built from factors alone, so a rule cannot see
// beyond the two neurons that a synapse joins.
//
//	symbol in the paper   name in Go
//	x_j                   Input.Activity, slot Final of the input population
//	ỹ_i                   Output.Provisional, slot Provisional
//	y_i                   Output.Activity, slot Final
//	m_ii (M_d)            Output.Scale
//	ỹ_i(t−1)              Output.Signal of slot Late
//	λ_i (Λ)               Output.Gain
package neuron
