package experiment

import (
	"fmt"
	"strings"

	"twophase/circuit"
	"twophase/internal/document"
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

// Defaults of the section settle. Those of the phase equilibrate, in a circuit's own schedule, are
// others: package circuitfile.
const (
	settleSweeps    = 1000
	settleTolerance = 1e-9
	settleTimeStep  = 0.5
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

// DefaultRate is the paper's learning rate for its small problem. Files and spectra use it
// too.
const DefaultRate = circuit.SmallProblemRate

// DefaultStimulus completes a stimulus that names no source. Networks for principal components
// get the problem small, and others get stimuli with the structure that they find.
func DefaultStimulus(n circuit.Network, s Stimulus) Stimulus {
	switch n.Finds {
	case circuit.Clusters:
		s.Clusters = 3
		SetDefault(&s.Inputs, 10)
	case circuit.CanonicalSubspace:
		s.CanonicalCorrelations = []float64{0.9, 0.7, 0.3}
		if s.Views == nil {
			s.Views = document.Mapping[Columns]{{Name: "x", Value: Columns{From: 0, To: 4}}, {Name: "y", Value: Columns{From: 5, To: 8}}}
		}
	case circuit.SlowSubspace:
		s.Autocorrelations = []float64{0.95, 0.9, 0.3, 0.1}
		SetDefault(&s.Inputs, 6)
	case circuit.Sources:
		s.Sources = 3
	case circuit.WhiteOutputs:
		s.Spectrum = []float64{1, 0.5, 0.2}
	default:
		if n.Name == circuit.EIEqualized.Name {
			s.Spectrum = []float64{4, 3, 2, 0.3, 0.2, 0.1} // eigenvalues on both sides of its threshold
			break
		}
		s.Problem = DefaultProblem
	}
	return s
}

// DefaultLambda returns the gains from 1 to 0.7 of both of the paper's problems, or 1
// for a network without gains.
func DefaultLambda(n circuit.Network) Lambda {
	ends := n.DefaultGains(2)
	return Lambda{Linear: true, Values: ends}
}

// text returns a default as people write it: 1e-9, not 1e-09.
func text(v any) string { return strings.ReplaceAll(fmt.Sprint(v), "e-0", "e-") }

// SetDefault sets a field that was not given.
func SetDefault[T comparable](field *T, value T) {
	var zero T
	if *field == zero {
		*field = value
	}
}
