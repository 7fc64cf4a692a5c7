// Package monitor watches a circuit while it learns.
//
//  1. A Monitor measures a circuit at log-spaced steps, called looks. It collects the curve
//     of the measures, the growth of each synapse among a population and the weights for the picture.
//  2. A Forecast holds what the theory predicts before the first step.
//     Compare fits what was observed, and puts the two side by side (result.Theory).
//  3. A Finding is the end of a trial: its result.Result, weights and picture.
//
// The observations of a Monitor are plain data (Seen), so that a checkpoint can hold them.
// A Monitor never changes the circuit.
//
// It may import measure, result, stability, report, circuit/weights and the circuit below them. It knows
// nothing of plans and folders.
package monitor
