// Package scene is what a circuit is shown: the stimuli of an experiment.
//
//  1. Open finds the stimuli of a description: a problem of the paper, a spectrum, another
//     population, files or standard input. Stimuli.Views says which inputs belong to which view.
//  2. Stimuli.Rehearse tries the changes that interventions will make.
//  3. Stimuli.Survey reads a file through: its mean, scale and principal components.
//  4. Stimuli.Trial returns the stimuli of one trial, with the reference that they are
//     measured against (package measure). A Trial can be changed in mid-run, saved and
//     restored.
//
// It may import experiment, measure, stimulus and stimulus/dataset, and nothing that runs a circuit.
package scene
