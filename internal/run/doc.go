// Package run holds the wing in which experiments run.
//
// An experiment comes in; a run folder goes out.
//
//  1. planning checks an experiment and fills in its defaults.
//  2. monitor watches a circuit while it learns.
//  3. training is the loop: trials, measures at their end, checkpoints.
//  4. probe shows stimuli to a circuit that a run has learnt.
//  5. engine decides which trials run, writes run folders, resumes, verifies and replays them.
//
// Its packages may import traces, experiment, measure, the library, text, files and numerics. None
// compares runs: that is the wing study.
package run
