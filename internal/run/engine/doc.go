// Package engine runs experiments, from a plan to a complete folder.
//
//  1. Run takes a plan (package planning), makes the run folder and runs all trials
//     (package training), several trials of a small circuit at a time.
//  2. Measure runs trials without writing a folder.
//  3. The folder gets its final name when it is complete: manifest.json,
//     traces-*.parquet, events-*.jsonl, weights.npz, summary.json, timing.json,
//     traces.svg.
//  4. Resume continues a run from its checkpoints, and cuts off the traces and events after
//     them. The checkpoints are removed once the run has its final name.
//  5. RunTwins runs variants side by side on the same stimuli.
//  6. Verify runs a complete run again and compares the bytes (package rundiff).
//  7. OpenReplay runs a trial again up to one step and returns that step phase by phase.
//
// It may import training, planning, monitor, rundiff, report and what lies below these.
// It must not import its users: view, sweep, twin, benchmark and cmd/twophase.
package engine
