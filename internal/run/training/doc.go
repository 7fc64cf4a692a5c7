// Package training lets circuits learn. No package above it steps a circuit through stimuli by
// itself.
//
//  1. A Trial is one trial of a plan (package planning): Begin builds its circuit, opens its
//     stimuli (package scene), and attaches its monitor, recorder and interventions.
//  2. A Cohort is trials in lockstep, in a circuit.Ensemble. RunTo is the loop: it steps them
//     in blocks, asks between two blocks whether to stop, and writes checkpoints.
//  3. At its end a trial is measured: a monitor.Finding.
//  4. A Checkpoint holds a trial between two steps (State), or its finding. Its first line is
//     for people; hashes of the rest are in it. It is written after all files that it needs
//     have reached the disk. A trial that takes it up continues to the same bits.
//  5. Trial.Forked is the state in which another variant continues a trial.
//  6. Turns is the loop for circuits that learn from the same stimuli: those of the budget
//     experiment, of the paper's tables, and of the clock. The stimuli are drawn once: a stimulus costs as much as a step.
//
// It may import planning, monitor, scene, result and what lies below these. Package engine
// decides which trials run and manages their run folder.
package training
