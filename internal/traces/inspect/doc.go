// Package inspect reports what the traces of a run show, for people and programs: a table of the
// synapses of a projection with their lives (package pruning), and the course of one synapse, scale or
// output.
//
//  1. A Report of a trial is written as text, as JSON or as a table in CSV.
//  2. A Story follows one element through the run: its course as a line of characters,
//     its extremes and, if they were recorded, the parts of its changes.
//  3. Figures are pictures of a trial (package report).
//
// The package may import internal/traces/pruning, internal/measure/report, internal/traces/result,
// internal/traces/trace and what
// lies below these.
package inspect
