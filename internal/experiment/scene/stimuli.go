package scene

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"twophase/circuit"
	"twophase/internal/experiment"
	"twophase/internal/experiment/memory"
	"twophase/internal/measure"
	"twophase/internal/text/document"
	"twophase/internal/text/wording"
	"twophase/stimulus"
)

// Directions returns the number of eigenvalues of a descending spectrum that exceed the last
// one.
func Directions(spectrum []float64) int {
	return max(0, slices.IndexFunc(spectrum, func(v float64) bool { return v == spectrum[len(spectrum)-1] }))
}

// Stimuli is the source of the stimuli of all trials.
type Stimuli interface {
	// Title names the stimuli, for the summary.
	Title() string
	// Inputs returns N.
	Inputs() int
	// Outputs returns the K of a problem of the paper, else 0.
	Outputs() int
	// Views returns the views of which the inputs consist, nil if they are one.
	Views() []stimulus.View
	// Rate returns the default learning rate for a network.
	Rate(n circuit.Network) string
	// Survey prepares the first trial: how the stimuli are transformed and, if a reference
	// is wanted, their top k directions. It returns the number of steps for which the
	// stimuli last, 0 if they have no end.
	Survey(ctx context.Context, k, workers int, reference bool) (steps int, err error)
	// NeedMoments says, before the survey, that the second moments of the stimuli are needed:
	// see Trial.Moments. It returns an error if the stimuli cannot have them.
	NeedMoments() error
	// Trial returns the stimuli of one trial.
	Trial(trial uint64) (*Trial, error)
	// Rehearse tries changes, one after another, on the stimuli before their survey. It
	// returns the number of the change that fails, and its error. k is the dimension of the
	// rotating subspace, and of the reference if there is one.
	Rehearse(changes []stimulus.Change, k int, reference bool) (wrong int, err error)
	// Population returns the eigenvalues of the covariance [N], nil where they are not
	// known.
	Population() []float64
	// Doubt returns the reason why nothing can be learnt from the stimuli, or "" if it finds
	// none.
	Doubt() string
	// Names returns the names of the inputs, nil where they have none.
	Names() []string
	// Oddities says in sentences what is suspicious about the stimuli once they are surveyed.
	Oddities() []string
	// Files returns the files that were surveyed.
	Files() []experiment.InputFile
	Close() error
}

// Open finds the stimuli of an experiment.
func Open(ctx context.Context, s experiment.Stimulus, seed uint64) (Stimuli, error) {
	kinds := s.Given()
	if len(kinds) == 0 {
		return nil, fmt.Errorf("there are no stimuli: give one of %s", strings.Join(experiment.Kinds(), ", "))
	}
	if err := s.Check(); err != nil {
		return nil, err
	}
	s = s.WithDefaults()
	switch kinds[0] {
	case "file", "files":
		if s.FromPipe() {
			return openPipe(s, seed)
		}
		return openFile(ctx, s, seed)
	case "spectrum":
		return newSpectrum(s, seed)
	case "problem":
		problem, err := stimulus.LookupProblem(s.Problem)
		if err != nil {
			return nil, err
		}
		return newGaussian(s, problem, seed)
	}
	of, known := structures[kinds[0]]
	if !known {
		return nil, fmt.Errorf("%s cannot be opened: it has no row in structures", kinds[0])
	}
	return openPopulation(ctx, s, of, seed)
}

// Gaussian is stimuli drawn from a Gaussian population, which has another rotation in
// each trial.
type Gaussian struct {
	Problem    stimulus.Problem // without a name and outputs if it is not the paper's
	seed       uint64
	directions int // K of the reference, 0 if none is wanted
	turning    int // K of the subspace that changes rotate, 0 if none does
	views      []stimulus.View
}

// newGaussian returns the stimuli of a problem, in the views of an experiment.
func newGaussian(s experiment.Stimulus, problem stimulus.Problem, seed uint64) (Stimuli, error) {
	views, err := viewsOf(s)
	if err == nil {
		err = tiles(views, problem.Inputs)
	}
	if err != nil {
		return nil, document.Blame(err, "stimulus.views")
	}
	return &Gaussian{Problem: problem, seed: seed, views: views}, nil
}

// newSpectrum returns Gaussian stimuli of a list of eigenvalues; the last one stands for
// all further ones.
func newSpectrum(s experiment.Stimulus, seed uint64) (Stimuli, error) {
	n := max(s.Inputs, len(s.Spectrum))
	if s.Inputs != 0 && s.Inputs < len(s.Spectrum) {
		err := fmt.Errorf("%s for a spectrum of %s: give at least as many inputs", wording.Count(s.Inputs, "input"), wording.Count(len(s.Spectrum), "eigenvalue"))
		return nil, document.Blame(err, "stimulus.inputs")
	}
	if err := memory.CheckSpectrum(n, Directions(s.Spectrum)); err != nil {
		return nil, err
	}
	spectrum := slices.Clone(s.Spectrum)
	for len(spectrum) < n {
		spectrum = append(spectrum, spectrum[len(spectrum)-1])
	}
	if _, err := stimulus.NewGaussian(spectrum, seed, 0); err != nil {
		return nil, err
	}
	return newGaussian(s, stimulus.Problem{Inputs: n, Spectrum: spectrum}, seed)
}

func (g *Gaussian) Title() string {
	if g.Problem.Name == "" {
		return "Gaussian stimuli"
	}
	return "the paper's " + g.Problem.Name + " problem"
}

func (g *Gaussian) Views() []stimulus.View        { return g.views }
func (g *Gaussian) Inputs() int                   { return g.Problem.Inputs }
func (g *Gaussian) Population() []float64         { return g.Problem.Spectrum }
func (g *Gaussian) Outputs() int                  { return g.Problem.Outputs }
func (g *Gaussian) Files() []experiment.InputFile { return nil }
func (g *Gaussian) Close() error                  { return nil }
func (g *Gaussian) Names() []string               { return nil }
func (g *Gaussian) Oddities() []string            { return nil }

func (g *Gaussian) NeedMoments() error {
	return memory.CheckSpectrum(g.Problem.Inputs, g.Problem.Inputs)
}

func (g *Gaussian) Doubt() string {
	var variance float64
	for _, v := range g.Problem.Spectrum {
		variance += v
	}
	switch {
	case variance == 0:
		return "they are 0, as all eigenvalues are"
	case variance < leastSquare:
		return fmt.Sprintf("they have a variance of %.3g, whose squares are 0 in double precision, or have lost digits; multiply the spectrum", variance)
	}
	return ""
}

func (g *Gaussian) Rate(n circuit.Network) string {
	if own := n.Rate.String(); own != "" {
		return own
	}
	return n.PaperRate(g.Problem.Name)
}

func (g *Gaussian) Survey(_ context.Context, k, _ int, reference bool) (int, error) {
	if !reference {
		return 0, nil
	}
	g.directions = k
	source, err := stimulus.NewGaussian(g.Problem.Spectrum, g.seed, 0)
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

func (g *Gaussian) Trial(trial uint64) (*Trial, error) {
	source, err := stimulus.NewGaussian(g.Problem.Spectrum, g.seed, trial)
	if err != nil {
		return nil, err
	}
	changing, err := stimulus.NewChanging(source, g.turning)
	if err != nil {
		return nil, err
	}
	var r *measure.Reference
	if g.directions > 0 {
		if r, err = measure.PopulationReference(changing, g.directions); err != nil {
			return nil, fmt.Errorf("%w; --reference none measures without them", err)
		}
	}
	t := newTrial(changing, r, func() error { return nil })
	t.Known = source
	t.moments = func() []float64 { return stimulus.SecondMoments(source).Entries() }
	return t, nil
}

func (g *Gaussian) Rehearse(changes []stimulus.Change, k int, reference bool) (wrong int, err error) {
	if len(changes) == 0 {
		return 0, nil
	}
	g.turning = k
	trial, err := g.Trial(0)
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
