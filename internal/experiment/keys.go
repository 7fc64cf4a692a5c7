package experiment

import (
	"twophase/circuit"
	"twophase/internal/document"
	"twophase/recorder"
	"twophase/stimulus"
)

// Limits on numbers of things that are held in memory or counted.
const (
	maxNeurons = 1_000_000
	maxCount   = 1_000_000_000
)

// Section returns the keys of an experiment file, which are those of the manifest,
// bound to an experiment. Files are relative to a folder in the document, and to
// the working directory in the experiment.
func Section(e *Experiment, folder string) *document.Section {
	return &document.Section{
		Keys: []document.Key{
			{Name: "network", About: "the circuit", Value: document.Choice(&e.Network, networkNames()...)},
			{Name: "settle", About: "how PSP and PSW settle; they solve exactly without it", Value: document.Optional(&e.Settle, func(s *Settle) *document.Section { return settleSection(s) })},
			{Name: "stimulus", About: "where the stimuli come from: a problem, a spectrum or a file", Value: stimulusSection(&e.Stimulus, folder)},
			{Name: "outputs", About: "number K of output neurons", Value: document.Integer(&e.Outputs, 1, maxNeurons)},
			{Name: "lambda", About: "gains Λ: a list, one for each output, or the first and the last as \"1:0.7\"", Value: &gains{&e.Lambda}},
			{Name: "tau", About: "ratio τ of the feedforward to the lateral learning rate", Value: document.Positive(&e.Tau)},
			{Name: "rate", About: "learning rate α: a number, \"10/(250+t)\" or \"1.1e-3 until 10000, 1e-4\"", Value: &rate{&e.Rate}},
			{Name: "initial_m", About: "M starts at this times the identity", Value: document.Positive(&e.InitialM)},
			{Name: "initial_w", About: "W starts at this times N(0, 1/N)", Value: document.Positive(&e.InitialW)},
			{Name: "initial_weights", About: "W starts at the matrix in this file, relative to the experiment file", Value: document.File(&e.InitialWeights, folder)},
			{Name: "steps", About: "number T of stimuli; the whole file, or 100000, without it", Value: document.Integer(&e.Steps, 1, maxSteps)},
			{Name: "trials", About: "number of repetitions, each with its own random numbers", Value: document.Integer(&e.Trials, 1, recorder.MaxTrials)},
			{Name: "seed", About: "seed of all random numbers", Value: document.Unsigned(&e.Seed, Default().Seed)},
			{Name: "record", About: "what is recorded, each as SELECTION[@STRIDE]", Value: document.Texts(&e.Record, isRequest)},
			{Name: "parts", About: "of which of these the parts of changes are recorded too: all, or selections", Value: &selections{&e.Parts}},
			{Name: "reference", About: "measure against the principal subspace of the stimuli", Value: document.Bool(&e.Reference, Default().Reference)},
			{Name: "interventions", About: "what is done to the circuit or its stimuli on the way, in order", Value: document.SomeOf(&e.Interventions, interventionSection)},
			{Name: "executor", About: "compiled (fast) or literal (synapse by synapse), with the same bits", Value: document.Choice(&e.Executor, circuit.Compiled.String(), circuit.Literal.String())},
		},
		OneOf: []document.Group{{Keys: []string{"initial_w", "initial_weights"}}},
	}
}

func stimulusSection(s *Stimulus, folder string) *document.Section {
	ofSpectrum, ofFile := []string{"spectrum"}, []string{"file"}
	return &document.Section{
		Keys: []document.Key{
			{Name: "problem", About: "a problem of the paper", Value: document.Choice(&s.Problem, problemNames()...)},
			{Name: "spectrum", About: "eigenvalues of Gaussian stimuli, from the largest; the last stands for all further ones", Value: document.Numbers(&s.Spectrum, document.NotNegative)},
			{Name: "inputs", About: "number N of inputs, for a spectrum", Value: document.Integer(&s.Inputs, 1, maxNeurons), Beside: ofSpectrum},
			{Name: "file", About: "a file of stimuli, relative to the experiment file: .csv, .npy, .npz or IDX", Value: document.File(&s.File, folder)},
			{Name: "center", About: "subtract the mean of the file's stimuli", Value: document.Bool(&s.Center, false), Beside: ofFile},
			{Name: "scale", About: "scale the file's stimuli to unit top eigenvalue or unit trace", Value: document.Choice(&s.Scale, "eigen", "trace", "none"), Beside: ofFile},
			{Name: "shuffle", About: "present the file's stimuli in a new random order every epoch", Value: document.Bool(&s.Shuffle, false), Beside: ofFile},
			{Name: "epochs", About: "how often the file is presented", Value: document.Integer(&s.Epochs, 1, maxCount), Beside: ofFile},
		},
		OneOf: []document.Group{{Keys: []string{"problem", "spectrum", "file"}}},
	}
}

// settleSection returns the keys of settling, by further methods too.
func settleSection(s *Settle, further ...string) *document.Section {
	methods := append(further, exact, circuit.Jacobi.String(), circuit.GaussSeidel.String(), circuit.Euler.String())
	return &document.Section{Keys: []document.Key{
		{Name: "method", About: "how to settle", Value: document.Choice(&s.Method, methods...), Required: true},
		{Name: "sweeps", About: "most sweeps for each stimulus", Value: document.Integer(&s.Sweeps, 1, maxCount)},
		{Name: "tolerance", About: "relative residual to settle to", Value: document.Positive(&s.Tolerance)},
		{Name: "damping", About: "fraction of the old activity that a sweep keeps", Value: document.Number(&s.Damping, document.Range{Max: 1, BelowMax: true})},
		{Name: "time_step", About: "step of euler settling", Value: document.Positive(&s.TimeStep)},
		{Name: "warm", About: "settle from the previous stimulus's outputs, not from rest", Value: document.Bool(&s.Warm, false)},
	}}
}

func networkNames() (names []string) {
	for _, n := range circuit.Networks() {
		names = append(names, n.Name)
	}
	return names
}

func problemNames() (names []string) {
	for _, p := range stimulus.Problems() {
		names = append(names, p.Name)
	}
	return names
}

func isRequest(text string) error {
	_, err := recorder.ParseRequest(text)
	return err
}
