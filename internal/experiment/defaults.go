package experiment

import (
	"fmt"
	"strings"

	"twophase/circuit"
	"twophase/recorder"
)

// Defaults of keys, in files and for flags. Networks have their own of τ, the learning rate and
// the start (circuit.Network), problems of sizes and rates (stimulus.Problems,
// circuit.Network.PaperRate), and stimuli those of DefaultStimulus.
const (
	DefaultNetwork  = "ifPSP"
	DefaultExecutor = "compiled"
	DefaultProblem  = "small"
	DefaultSeed     = 1
	DefaultTrials   = 1
	DefaultTurns    = 2
	DefaultSteps    = 100_000 // for stimuli without an end; a file is read to its end, and offline it is DefaultOfflineSteps
	DefaultInitialW = 1       // the paper's spread of W, in units of 1/√N
)

// Defaults of offline learning: the paper's rate, and steps in which it finds the components of its
// problems.
const (
	DefaultOfflineRate  = "0.1"
	DefaultOfflineSteps = 5000
)

// The bytes that the recorded weights of one trial, and of all trials together, may take if
// an experiment does not say what to record. The stride of recording follows from them: see
// planning.Plan.RecordAll.
const (
	TrialBudget recorder.Budget = 8e6
	RunBudget   recorder.Budget = 64e6
)

// MaxSteps is beyond any practical run, and small enough for an int to count all steps of
// all trials.
const MaxSteps = 1e14

// Limits on numbers of things that are held in memory or counted.
const (
	maxNeurons = 1_000_000
	maxCount   = 1_000_000_000
	maxTurns   = 1000
)

// DefaultRate is the paper's learning rate for its small problem. Files and spectra use it
// too.
const DefaultRate = circuit.SmallProblemRate

// defaultText returns a default as people write it: 1e-9, not 1e-09.
func defaultText(v any) string { return strings.ReplaceAll(fmt.Sprint(v), "e-0", "e-") }

// SetDefault sets a field that was not given.
func SetDefault[T comparable](field *T, value T) {
	var zero T
	if *field == zero {
		*field = value
	}
}
