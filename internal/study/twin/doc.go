// Package twin compares variants of an experiment on the same stimuli.
//
//  1. Variants are run trial by trial from the same state on the same stimuli
//     (engine.RunTwins). A trial of one variant and the same trial of another are a pair.
//  2. A Comparison pairs every variant with the first one. For each measure it has the
//     differences of the pairs and their median with its interval. It also has the
//     step from which on two circuits differ.
//  3. It is written as text, as JSON, as a table of trajectories (CSV) and as a picture.
//
// The trials of a pair share their stimuli and the start of their weights, so that their
// difference is the effect of the variant. It varies far less than between runs of different
// seeds.
//
// It may import study, engine, planning, result, report and what lies below these.
package twin
