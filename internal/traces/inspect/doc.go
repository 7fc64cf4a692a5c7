// Package inspect reports what the traces of a run show, for people and programs: a table of the
// synapses of a projection with their lives (package pruning), and the course of one synapse, scale or
// output.
//
//  1. A Report of a trial is written as text, as JSON or as a table in CSV.
//  2. A Story follows one element through the run: its course as a line of characters,
//     its extremes and, if they were recorded, the parts of its changes.
//  3. Figures are pictures of a trial (package report).
//  4. For programs that know nothing of twophase, Elements gathers the time series of selected elements of a trace into a
//     Table: the steps, and a column for each element; Curve and Trials do so for the measures. WriteCSV, WriteNPZ and
//     WriteParquet write a Table, and WriteEvents the interventions of a trial.
//
// The columns of a Table are called as selections of one element are written, with .hebbian and the like for a
// part of its changes. A value that was not recorded at a step is NaN, and empty in CSV.
//
// The package may import internal/traces/pruning, internal/measure/report, internal/traces/result,
// internal/traces/trace, internal/files/tablefile, circuit/weights and what lies below these.
package inspect
