// Package reproduce repeats the experiments of the paper and prints the results beside the paper's
// numbers. Some parts are experiments beyond the paper, which run only by name.
//
//  1. The parts that are asked for (partlist.go) say which studies they need.
//  2. A study (study.go) repeats all networks on one problem over many trials: online on
//     samples (online.go), or offline, as the mean-field flow (offline.go). One run of each
//     trial, measured at many steps, serves all tables and the figure.
//  3. Each part writes a section: tables with verdicts (table.go, verdict.go) against the
//     paper's numbers (papernumbers.go), the figure, and the rates of the theory (stability.go).
//  4. What the paper does not have is beside it: drift under synaptic noise (drift.go), with
//     the linear theory of package theory; what two phases leave out (truncation.go) and
//     what they save (cost.go).
//  5. Run writes all sections to a folder (run.go).
//
// A trial of a study has the random numbers of the trial of twophase run with the same seed, and
// so the same E_Pro. Nothing is tuned to match the paper.
//
// The package may import internal/study/settlingbudget, turnstudies, report, result, circuit/theory and what
// lies below these.
//
//	in the paper       here
//	Table I, II        tableI, tableII; sections table1 and table2
//	T                  Entry.Steps
//	E_Pro              Entry.Median, Q25, Q75 over the trials
//	*                  an error below 1e-18; 0 in Entry.Paper
package reproduce
