// Command evidence writes tables of the evidence pages of docs that experiment files alone cannot say. The makefile
// calls it; the command twophase does not have it.
//
//  1. turns GRID.yaml runs the experiments of a grid file, and puts the theory of their turns beside them.
//  2. powers says how many turns power laws need.
//  3. drift TRIALS compares the rows of noisy circuits with linear theory.
//  4. table FILE.csv COLUMN writes columns of the table of a sweep.
//  5. patches FILE.jpg and frames FILE.wav write stimuli as CSV: patches of photographs, and frames of spectrograms.
//
// It may import study, sweep, engine, planning, training, stability, circuit/theory and what lies below these.
package main
