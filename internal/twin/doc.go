// Package twin compares variants of an experiment that saw the same stimuli.
//
//  1. Variants are run trial by trial from the same state on the same stimuli
//     (experiment.RunTwins), so that a trial of one and the same trial of another
//     make a pair.
//  2. A Comparison pairs every variant with the first one: for each measure the
//     differences of the pairs, their median with a bootstrap interval, and the
//     step from which on the two circuits are not the same.
//  3. It is written as text, as JSON, as a table of trajectories (CSV) and as a
//     picture.
//
// The trials of a pair share their stimuli and the start of their weights. What is
// left of their difference is what the variant does: far less varies than between
// two runs of different seeds.
package twin
