// Package probe asks a circuit that a run has learnt: it shows it stimuli, and keeps what its neurons answer.
//
//  1. Request.Answer builds the circuit from the run folder (planning.OfRun), and finds the stimuli: rows of a file, a grid,
//     or those on which the run itself measures activity.
//  2. A circuit.Probe shows them one by one. Nothing learns, no noise is added, and each stimulus is the first after a rest.
//  3. The Answer holds a column of responses for each neuron, and measures of them: of each population, of each neuron and,
//     where the stimuli have labels, of what the responses tell about the labels.
//  4. Answer.WriteText writes the measures for a person; Answer.Responses is the table for other programs.
//
// It may import planning, scene, inspect, result, measure and what lies below these. It writes no files.
package probe
