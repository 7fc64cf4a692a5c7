package experiment

import (
	"math"

	"twophase/circuit"
	"twophase/recorder"
	"twophase/stimulus"
)

// key is a key of an experiment file: what it may hold, and where that goes.
type key struct {
	name  string
	about string
	value value
}

// manyAtMost is a limit on numbers of things that are held in memory.
const manyAtMost = 1_000_000_000

// keys returns all keys of an experiment file, bound to an experiment. They are
// those of the manifest.
func keys(e *Experiment) []key {
	return []key{
		{"network", "the circuit", &choice{&e.Network, networkNames()}},
		{"settle", "how PSP and PSW settle; they solve exactly without it", &section{
			required: "method", keys: settleKeys(e),
		}},
		{"stimulus", "where the stimuli come from: a problem, a spectrum or a file", &section{keys: stimulusKeys(&e.Stimulus)}},
		{"outputs", "number K of output neurons", &integer{&e.Outputs, 1, manyAtMost}},
		{"lambda", "gains Λ: a list, one for each output, or the first and the last as \"1:0.7\"", &gains{&e.Lambda}},
		{"tau", "ratio τ of the feedforward to the lateral learning rate", positive(&e.Tau)},
		{"rate", "learning rate α: a number, \"10/(250+t)\" or \"1.1e-3 until 10000, 1e-4\"", &rate{&e.Rate}},
		{"initial_m", "M starts at this times the identity", positive(&e.InitialM)},
		{"initial_w", "W starts at this times N(0, 1/N)", positive(&e.InitialW)},
		{"initial_weights", "W starts at the matrix in this file, relative to the experiment file", &filePath{&e.InitialWeights}},
		{"steps", "number T of stimuli; the whole file, or 100000, without it", &integer{&e.Steps, 1, maxSteps}},
		{"trials", "number of repetitions, each with its own random numbers", &integer{&e.Trials, 1, recorder.MaxTrials}},
		{"seed", "seed of all random numbers", &seed{&e.Seed}},
		{"record", "what is recorded, each as SELECTION[@STRIDE]", &requests{&e.Record}},
		{"parts", "record the Hebbian and the decay part of each last change too", &boolean{&e.Parts}},
		{"reference", "measure against the principal subspace of the stimuli", &boolean{&e.Reference}},
		{"executor", "compiled (fast) or literal (synapse by synapse), with the same bits", &choice{&e.Executor, []string{circuit.Compiled.String(), circuit.Literal.String()}}},
	}
}

func stimulusKeys(s *Stimulus) []key {
	var problems []string
	for _, p := range stimulus.Problems() {
		problems = append(problems, p.Name)
	}
	return []key{
		{"problem", "a problem of the paper", &choice{&s.Problem, problems}},
		{"spectrum", "eigenvalues of Gaussian stimuli; the last stands for all further ones", &numberList{&s.Spectrum}},
		{"inputs", "number N of inputs, for a spectrum", &integer{&s.Inputs, 1, manyAtMost}},
		{"file", "a file of stimuli, relative to the experiment file: .csv, .npy, .npz or IDX", &filePath{&s.File}},
		{"center", "subtract the mean of the file's stimuli", &boolean{&s.Center}},
		{"scale", "scale the file's stimuli to unit top eigenvalue or unit trace", &choice{&s.Scale, []string{"eigen", "trace", "none"}}},
		{"shuffle", "present the file's stimuli in a new random order every epoch", &boolean{&s.Shuffle}},
		{"epochs", "how often the file is presented", &integer{&s.Epochs, 1, manyAtMost}},
	}
}

func settleKeys(e *Experiment) []key {
	s := e.Settle
	if s == nil {
		s = new(Settle)
	}
	// The section exists as soon as it has a method, which it must have.
	method := &choice{&s.Method, []string{exact, circuit.Jacobi.String(), circuit.GaussSeidel.String(), circuit.Euler.String()}}
	return []key{
		{"method", "how to settle", &then{method, func() { e.Settle = s }}},
		{"sweeps", "most sweeps for each stimulus", &integer{&s.Sweeps, 1, manyAtMost}},
		{"tolerance", "relative residual to settle to", &number{&s.Tolerance, 0, math.MaxFloat64, false, false}},
		{"damping", "fraction of the old activity that a sweep keeps", &number{&s.Damping, 0, 1, false, true}},
		{"time_step", "step of euler settling", positive(&s.TimeStep)},
		{"warm", "settle from the previous stimulus's outputs, not from rest", &boolean{&s.Warm}},
	}
}

func networkNames() (names []string) {
	for _, n := range circuit.Networks() {
		names = append(names, n.Name)
	}
	return names
}
