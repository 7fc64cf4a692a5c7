// Package inspect tells a person, or a program, what a run's traces say: of the circuit
// a table of its lateral synapses with their lives (package pruning), of one synapse, scale
// or output its story.
//
//  1. A Report of a trial is written as text, as JSON or as a table in CSV.
//  2. A Story follows one element through the run: its course as a line of characters,
//     its extremes and, if they were recorded, the parts of its changes.
//  3. Figures are pictures of a trial (package report).
package inspect
