// Package reproduce repeats the experiments of the paper and prints the results beside the paper's
// numbers.
//
//  1. The parts that are asked for (partlist.go) say which repetitions they need.
//  2. A repetition (study.go) runs all networks on one problem over many trials: online on
//     samples (online.go), or offline, as the mean-field flow (offline.go). One run of each
//     trial, measured at many steps, serves all tables and the figure.
//  3. Each part writes a section: tables with verdicts (table.go, verdict.go) against the
//     paper's numbers (papernumbers.go), the figure, and the rates of the theory (stability.go).
//  4. Run writes all sections to a folder (run.go).
//
// A trial of a repetition has the random numbers of the trial of twophase run with the same seed, and
// so the same E_Pro. Nothing is tuned to match the paper.
//
// The package may import internal/study, planning, training, report, result, circuit/theory and what lies below these.
//
//	in the paper       here
//	Table I, II        tableI, tableII; sections table1 and table2
//	T                  Entry.Steps
//	E_Pro              Entry.Median, Q25, Q75 over the trials
//	*                  an error below 1e-18; 0 in Entry.Paper
package reproduce
