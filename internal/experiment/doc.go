// Package experiment describes an experiment: its keys, their values and defaults,
// and the documents that people write it in. It runs nothing.
//
//  1. Parse reads a YAML or JSON file. The keys are those of the manifest of a run
//     (Section); package document reads them and says where an error is.
//  2. Experiment is the description as plain data. Its zero values mean defaults.
//  3. Template writes an experiment file to begin with. The YAML method of a Section, and
//     WriteJSON, write an experiment as a file; FileSchema describes such files to editors.
//  4. Intervention.Resolve turns an intervention of the description into a trigger and
//     an edit of package circuit/intervention.
//
// It may import circuit, circuit/intervention, stimulus, stimulus/fileformat and recorder, for their
// names and parsers, internal/experiment/circuitfile, internal/text/document, internal/measure, and
// internal/measure/onlinepca for the names that are no circuits. Package planning turns a description
// into a Plan.
package experiment
