// Package export writes what a run recorded for programs that know nothing of twophase.
//
//  1. Elements gathers the time series of selected elements of a trace into a Table: the steps,
//     and a column for each element; Curve does so for the measures of a trial, and Events lists
//     its interventions.
//  2. WriteCSV, WriteNPZ and WriteParquet write a Table.
//
// Columns are called as selections are written: lateral[2,0], and lateral[2,0].hebbian for a part
// of its changes. A value that was not recorded at a step is NaN, and empty in CSV.
//
// The package may import circuit/selection, circuit/weights, recorder, internal/measure, internal/traces/result and
// internal/traces/trace.
package export
