package experiment

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"twophase/circuit"
	"twophase/internal/document"
	"twophase/stimulus"
)

// stimuli is where the stimuli of all trials come from.
type stimuli interface {
	// title says what they are, for the summary.
	title() string
	// inputs returns N.
	inputs() int
	// outputs returns the K that a problem of the paper has, else 0.
	outputs() int
	// rate returns the default learning rate for a network.
	rate(n circuit.Network) string
	// survey finds out what there is before the first trial: how the stimuli
	// are to be transformed and, if a reference is wanted, their top k
	// directions. It returns how many steps the stimuli last for, 0 for ever.
	survey(ctx context.Context, k, workers int, reference bool) (steps int, err error)
	// trial returns the stimuli of one trial.
	trial(trial uint64) (*trialStimuli, error)
	// rehearse tries changes, one after another, on the stimuli, before they are
	// surveyed. An error is that of the change of the number that it returns. k is the
	// dimension of the subspace that turns, and of the reference if there is one.
	rehearse(changes []stimulus.Change, k int, reference bool) (wrong int, err error)
	// population returns the eigenvalues of the covariance [N] where it is known,
	// else nil.
	population() []float64
	// files returns the files that were surveyed.
	files() []InputFile
	close() error
}

// key returns the key of the experiment that names the stimuli.
func (s Stimulus) key() string {
	switch {
	case s.File != "":
		return "stimulus.file"
	case s.Spectrum != nil:
		return "stimulus.spectrum"
	}
	return "stimulus.problem"
}

// openStimuli finds the stimuli of an experiment.
func openStimuli(s Stimulus, seed uint64) (stimuli, error) {
	kinds := 0
	for _, given := range []bool{s.Problem != "", s.Spectrum != nil, s.File != ""} {
		if given {
			kinds++
		}
	}
	switch {
	case kinds != 1:
		return nil, errors.New("a problem, a spectrum and a stimulus file exclude one another: give one of them")
	case s.File == "" && (s.Center || s.Shuffle || s.Epochs != 0 || s.Scale != ""):
		err := errors.New("center, scale, shuffle and epochs are for a stimulus file: give one with --stimulus FILE")
		return nil, document.Blame(err, "stimulus.center", "stimulus.scale", "stimulus.shuffle", "stimulus.epochs")
	case s.Epochs < 0:
		return nil, document.Blame(fmt.Errorf("%d epochs: give at least 1", s.Epochs), "stimulus.epochs")
	case s.Spectrum == nil && s.Inputs != 0:
		return nil, document.Blame(errors.New("inputs are for a spectrum: a problem or a file says how many there are"), "stimulus.inputs")
	}
	switch {
	case s.File != "":
		return openFile(s, seed)
	case s.Spectrum != nil:
		return newSpectrum(s, seed)
	}
	problem, err := stimulus.LookupProblem(s.Problem)
	if err != nil {
		return nil, err
	}
	return &gaussian{problem: problem, seed: seed}, nil
}

// gaussian is stimuli drawn from a Gaussian population, a new rotation for each
// trial.
type gaussian struct {
	problem    stimulus.Problem // without a name and outputs if it is not the paper's
	seed       uint64
	directions int // K of the reference, 0 if none is wanted
	turning    int // K of the subspace that changes turn, 0 if there are none
}

// newSpectrum returns Gaussian stimuli of a spectrum given as a list, the last
// eigenvalue of which stands for all further ones.
func newSpectrum(s Stimulus, seed uint64) (stimuli, error) {
	n := max(s.Inputs, len(s.Spectrum))
	if s.Inputs != 0 && s.Inputs < len(s.Spectrum) {
		err := fmt.Errorf("%d inputs for a spectrum of %d eigenvalues: give at least as many inputs", s.Inputs, len(s.Spectrum))
		return nil, document.Blame(err, "stimulus.inputs")
	}
	spectrum := slices.Clone(s.Spectrum)
	for len(spectrum) < n {
		spectrum = append(spectrum, spectrum[len(spectrum)-1])
	}
	if _, err := stimulus.NewGaussian(spectrum, seed, 0); err != nil {
		return nil, err
	}
	return &gaussian{problem: stimulus.Problem{Inputs: n, Spectrum: spectrum}, seed: seed}, nil
}

func (g *gaussian) title() string {
	if g.problem.Name == "" {
		return "Gaussian stimuli"
	}
	return "the paper's " + g.problem.Name + " problem"
}

func (g *gaussian) inputs() int           { return g.problem.Inputs }
func (g *gaussian) population() []float64 { return g.problem.Spectrum }
func (g *gaussian) outputs() int          { return g.problem.Outputs }
func (g *gaussian) files() []InputFile    { return nil }
func (g *gaussian) close() error          { return nil }

func (g *gaussian) rate(n circuit.Network) string {
	switch {
	case n.Rate.String() != "":
		return n.Rate.String()
	case g.problem.Name != "large":
		return defaultRate
	case n.Whitens:
		return "1e-3"
	default:
		return "1.1e-3 until 10000, 1e-4"
	}
}

func (g *gaussian) survey(_ context.Context, k, _ int, reference bool) (int, error) {
	if !reference {
		return 0, nil
	}
	g.directions = k
	source, err := stimulus.NewGaussian(g.problem.Spectrum, g.seed, 0)
	if err != nil {
		return 0, err
	}
	_, err = source.Basis(k)
	return 0, undefined(err)
}

// undefined is the error of principal directions that are not defined.
func undefined(err error) error {
	if err == nil {
		return nil
	}
	return document.Blame(fmt.Errorf("%w; --reference none, or reference: false in a file, measures without them", err), "outputs", "lambda", "reference")
}

func (g *gaussian) trial(trial uint64) (*trialStimuli, error) {
	source, err := stimulus.NewGaussian(g.problem.Spectrum, g.seed, trial)
	if err != nil {
		return nil, err
	}
	changing, err := stimulus.NewChanging(source, g.turning)
	if err != nil {
		return nil, err
	}
	var r *reference
	if g.directions > 0 {
		if r, err = populationReference(changing, g.directions); err != nil {
			return nil, fmt.Errorf("%w; --reference none measures without them", err)
		}
	}
	return newTrialStimuli(changing, r, func() error { return nil }), nil
}

func (g *gaussian) rehearse(changes []stimulus.Change, k int, reference bool) (wrong int, err error) {
	if len(changes) == 0 {
		return 0, nil
	}
	g.turning = k
	trial, err := g.trial(0)
	if err != nil {
		return 0, err
	}
	for n, change := range changes {
		if err := trial.changing.Apply(change); err != nil {
			return n, errors.Unwrap(err) // without the step, which is not that of the run
		}
		if _, err := trial.changing.Basis(k); err != nil && reference {
			return n, fmt.Errorf("%w; reference: false measures without them", err)
		}
	}
	return 0, nil
}
