// Package result is the content of a finished run's folder, as data and as text. It draws
// and runs nothing.
//
//  1. Manifest is the experiment of a run with all defaults, and the files it read.
//  2. Result is what one trial found; Summary collects all trials, with warnings.
//  3. Theory is the prediction beside what was observed.
//  4. Summary.WriteText writes it for a person; JSON is the form for programs.
//  5. ReadManifest, ReadSummary and ReadComparison read folders, finished or not,
//     without trust: every size is bounded. Unfinished says why a run is not complete, and of
//     one that diverged, where and why.
//
// RunFolder and ComparisonFolder say which files such folders have.
//
// It may import circuit/weights, experiment, measure, pruning, recorder, stability and what lies below these.
package result
