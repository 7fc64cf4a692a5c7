// Package intervention changes circuits in mid-run, for what-if studies, and tells
// exactly what it changed.
//
//  1. An Intervention is a Trigger (At a step, Every so many steps, or When a
//     Condition is found to hold) and an Edit.
//  2. Validate refuses what cannot work on a circuit of some size, before anything
//     runs, and names the valid choices.
//  3. Start begins a list of interventions on a circuit: a Plan, which is a
//     circuit.Intervener. It acts after the observers of a step have looked, and
//     before the next stimulus; at step 0, before the first.
//  4. Every intervention that takes place is an Event, with the Changes that it made:
//     which synapse, from which value. What was that way already is not among them.
//  5. State tells how far a plan has come, and Resume goes on from there on a
//     restored circuit, with the same bits as if nothing had been in between.
//
// The edits of this package, and what of a circuit they change:
//
//	edit          on                                  what it does                           undone by
//	Lesion        feedforward, lateral                weights are 0 for ever                 nothing
//	LesionNeuron  inputs, outputs                     the same, for a neuron's synapses      nothing
//	Freeze        feedforward, lateral, scale         transmits, does not learn              Thaw
//	Thaw          feedforward, lateral, scale         learns again                           Freeze
//	Set           feedforward, lateral, scale         W_ij, M_ij or m_ii become a number     Set
//	Multiply      feedforward, lateral, scale         W_ij, M_ij or m_ii times a number      Multiply
//	Clamp         inputs, outputs                     the axon carries a number              Release
//	Release       inputs, outputs                     the axon carries what it should        Clamp
//	SetRate       the circuit                         α_t                                    SetRate
//	SetTau        the circuit                         τ                                      SetTau
//	SetGains      the circuit                         Λ                                      SetGains
//	SetSchedule   the schedule                        how y is found from ỹ                  SetSchedule
//	Noise         the schedule: feedforward, lateral  synaptic noise after plasticity        Noise of size 0
//	Failure       the schedule: feedforward, lateral  transmission failure, at random        Failure with probability 0
//	Quantise      the schedule: feedforward, lateral  weights are rounded after plasticity   Quantise, off
//	Dale          the schedule: feedforward, lateral  weights of the wrong sign become 0     Dale, free
//
// Several phases on one selection are one phase each: an edit for the same selection
// replaces it, one for another selection adds to it, overlapping or not.
//
// An event holds every weight that has changed, some 100 bytes each: to multiply all
// weights of a large circuit often is costly. In large circuits, rows of synapses that
// no edit touches go on at full speed: docs/performance.md has the figures. A user's own
// Edit, and with it a change of the stimulus, is as good as those here.
package intervention
