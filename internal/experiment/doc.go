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
package experiment
