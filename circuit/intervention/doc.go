// Package intervention changes circuits during a run, for what-if studies, and records every
// change.
//
//  1. An Intervention is a Trigger (At a step, Every n steps, or When a Condition holds) and
//     an Edit.
//  2. Validate returns an error, with the valid choices, for an intervention that cannot work
//     on a circuit of some size. It runs nothing.
//  3. Start begins a list of interventions on a circuit: a Plan, which is a
//     circuit.Intervener. It acts (act.go) after the observers of a step and before the next
//     stimulus; at step 0, before the first. trigger.go says only when.
//  4. Every intervention that takes place is an Event, with its Changes: which synapse, from
//     which value to which. A synapse that had the wanted value already is not among them.
//  5. State is the progress of a plan. Resume continues it on a restored circuit, to the bits
//     of an uninterrupted run.
//
// The edits of this package:
//
//	edit            on                                  what it does                           undone by
//	Lesion          feedforward, lateral                weights are 0 for ever                 nothing
//	LesionNeuron    inputs, outputs                     the same, for a neuron's synapses      nothing
//	Freeze          feedforward, lateral, scale         transmits, does not learn              Thaw
//	Thaw            feedforward, lateral, scale         learns again                           Freeze
//	Set             feedforward, lateral, scale         W_ij, M_ij or m_ii become a number     Set
//	Multiply        feedforward, lateral, scale         W_ij, M_ij or m_ii times a number      Multiply
//	Clamp           inputs, outputs                     the axon carries a number              Release
//	Release         inputs, outputs                     the axon carries its own signal        Clamp
//	SetRate         the circuit                         α_t                                    SetRate
//	SetRateOf       a projection                        α_t of its own                         SetRateOf
//	MultiplyRate    a projection                        its learning rate times a number       MultiplyRate by 1
//	SetRule         a projection                        the rule of its synapses               SetRule
//	SetLateralDecay projections among a population      the decay of their synapses            SetLateralDecay
//	SetTau          the circuit                         τ                                      SetTau
//	SetGains        the circuit                         Λ                                      SetGains
//	SetSchedule     the schedule                        how y is computed from ỹ               SetSchedule
//	Noise           the schedule: feedforward, lateral  synaptic noise after plasticity        Noise of size 0
//	ActivityNoise   the schedule: outputs               noise on the activity of neurons       ActivityNoise of spread 0
//	Failure         the schedule: feedforward, lateral  transmission failure, at random        Failure with probability 0
//	Quantise        the schedule: feedforward, lateral  weights are rounded after plasticity   Quantise, off
//	Dale            the schedule: feedforward, lateral  weights of the wrong sign become 0     Dale, free
//
// Phases with one selection replace one another: an edit replaces the phase of its kind with
// the same selection. With another selection it adds a phase, overlapping or not.
//
// An event holds every changed weight, some 100 bytes each. So it is costly to multiply all
// weights of a large circuit often. In large circuits, rows that no edit touches keep their
// full speed: docs/performance.md has the figures. A user's own Edit works like those of
// this package; a change of the stimulus is one.
//
// The package imports circuit and circuit/selection. It knows nothing of files and
// experiments.
package intervention
