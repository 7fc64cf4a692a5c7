// Package experiment turns a description of a run into its results:
//
//  0. Parse reads it from an experiment file, whose keys are those of the manifest
//     (Section), by internal/document; Write writes it as one.
//  1. Resolve fills in defaults, opens the stimuli, reads initial weights and
//     builds the specification of the circuit, or says what is wrong.
//     Errors name the keys to blame, so that Document.Locate finds their places.
//     Interventions become triggers and edits of circuit/intervention; those of the
//     stimuli are rehearsed.
//  2. Plan.Check, and Plan.Run before all else, reads a stimulus file through: that
//     validates and hashes it, and finds its mean, scale and principal components.
//     It forecasts what recording will cost.
//  3. It runs every trial, those of a small circuit several at a time in a
//     circuit.Ensemble, into a run folder that takes its final name when it is
//     complete: manifest.json, traces-*.parquet, events-*.jsonl, weights.npz,
//     summary.json, timing.json, traces.svg.
//  4. Summary is what the run found, as text and as JSON.
//  5. Resume goes on with a run that was interrupted or killed. What it goes on from
//     are checkpoints, one for each trial: a line that people can read, with the hashes
//     of what follows, and a trial between two steps or what the trial found. They are
//     written beside their place, synced and renamed, after all that they rely on has
//     reached the disk, and removed after the run has its final name: whenever the
//     process is killed, an older state is whole. Traces and events after that state
//     are cut off.
//  6. Verify runs a complete run again, and compares the bytes.
package experiment
