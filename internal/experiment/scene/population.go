package scene

import (
	"context"
	"errors"
	"fmt"

	"twophase/circuit"
	"twophase/internal/experiment"
	"twophase/internal/measure"
	"twophase/internal/text/document"
	"twophase/internal/text/wording"
	"twophase/stimulus"
)

// MostMixed is the largest number of latents that are mixed at random: to draw the mixing
// takes a time of order N³ for each trial.
const MostMixed = 512

// structure is what the stimuli of one kind are: a row for each key of populations with more structure than a
// spectrum.
type structure struct {
	title string // without the number of its parts
	// prepare finds the number of inputs and what is in files. It returns the number of latents that are mixed at
	// random.
	prepare func(ctx context.Context, p *Structured) (latents int, err error)
	open    func(p *Structured, trial uint64) (stimulus.Population, error)
	columns func(p *Structured) int    // the vectors [N] that the source keeps in memory
	parts   func(p *Structured) string // such as 3 sources; nil: none
	apart   bool                       // the stimuli lie apart from their mean, which has not the same bits on every machine
}

// structures are the kinds of stimuli with such a structure, by their keys.
var structures = map[string]structure{
	"canonical_correlations": {
		title: "two correlated views", prepare: prepareViews, columns: twiceInputs,
		open: func(p *Structured, trial uint64) (stimulus.Population, error) {
			return source(stimulus.NewCorrelatedViews([2]stimulus.View(p.parts), p.CanonicalCorrelations, p.Condition, p.seed, trial))
		},
	},
	"autocorrelations": {
		title: "slow features", columns: twiceInputs,
		prepare: func(_ context.Context, p *Structured) (int, error) { return p.inputs, nil },
		open: func(p *Structured, trial uint64) (stimulus.Population, error) {
			return source(stimulus.NewSlowFeatures(p.inputs, p.Autocorrelations, p.Condition, p.seed, trial))
		},
	},
	"sources": {
		title: "a mixture of ", prepare: prepareSources, open: openSources,
		columns: func(p *Structured) int { return 3 * p.Sources },
		parts:   func(p *Structured) string { return wording.Count(p.Sources, "source") },
	},
	"clusters": {
		title: "stimuli in ", prepare: prepareClusters, open: openClusters, apart: true,
		columns: func(p *Structured) int { return p.Clusters },
		parts:   func(p *Structured) string { return wording.Count(p.Clusters, "cluster") },
	},
}

func twiceInputs(p *Structured) int { return 2 * p.inputs }

func prepareViews(_ context.Context, p *Structured) (latents int, err error) {
	if len(p.parts) != 2 {
		return 0, document.Blame(fmt.Errorf("%s for canonical correlations: give two, such as x=0-4,y=5-8", wording.Count(len(p.parts), "view")), "stimulus.views")
	}
	last := p.parts[1]
	p.inputs = last.From + last.Inputs
	return max(p.parts[0].Inputs, last.Inputs), nil
}

func prepareSources(ctx context.Context, p *Structured) (latents int, err error) {
	if p.Mixing == "" {
		return p.Sources, nil
	}
	err = p.readMatrix(ctx, p.Mixing, func(columns int) (int, string, error) {
		if columns != p.Sources {
			return 0, "", fmt.Errorf("the mixing matrix in %s has %s for %s: give a column for each", p.Mixing, wording.Count(columns, "column"), wording.Count(p.Sources, "source"))
		}
		return mostMatrix / columns, fmt.Sprintf("a mixing matrix has at most %d numbers", mostMatrix), nil
	}, "stimulus.mixing")
	p.inputs = len(p.matrix) / max(1, p.Sources)
	return 0, err
}

func openSources(p *Structured, trial uint64) (stimulus.Population, error) {
	if p.Mixing != "" {
		return source(stimulus.NewMixtureBy(p.matrix, p.Sources, *p.Silence, p.seed, trial))
	}
	return source(stimulus.NewMixture(p.inputs, p.Sources, *p.Silence, p.Condition, p.seed, trial))
}

func prepareClusters(ctx context.Context, p *Structured) (latents int, err error) {
	switch {
	case p.Centres != "":
		err = p.readMatrix(ctx, p.Centres, func(columns int) (int, string, error) {
			p.inputs = columns
			return p.Clusters, wording.Count(p.Clusters, "cluster") + " have one centre each", nil
		}, "stimulus.centres")
		if rows := len(p.matrix) / max(1, p.inputs); err == nil && rows != p.Clusters {
			err = document.Blame(fmt.Errorf("%s has %s for %s: give a row for each", p.Centres, wording.Count(rows, "centre"), wording.Count(p.Clusters, "cluster")), "stimulus.centres", "stimulus.clusters")
		}
	case p.Stimulus.Inputs == 0:
		err = document.Blame(errors.New("the number of inputs of the clusters is not given: give it, or their centres"), "stimulus.clusters")
	}
	return 0, err
}

func openClusters(p *Structured, trial uint64) (stimulus.Population, error) {
	if p.Centres != "" {
		return source(stimulus.NewClustersAt(p.matrix, p.inputs, *p.Noise, p.Probabilities, p.seed, trial))
	}
	return source(stimulus.NewClusters(p.inputs, p.Clusters, *p.Noise, p.Probabilities, p.seed, trial))
}

// Structured is stimuli of a population with more structure than a spectrum: two views, slow
// features, mixtures or clusters. Structure that is drawn at random is drawn anew for each
// trial.
type Structured struct {
	experiment.Stimulus
	structure
	seed       uint64
	inputs     int
	parts      []stimulus.View
	matrix     []float64 // of the file of the mixing or the centres
	files      []experiment.InputFile
	directions int // K of the reference, 0 if none is wanted
}

// openPopulation returns the stimuli of one of structures.
func openPopulation(ctx context.Context, s experiment.Stimulus, of structure, seed uint64) (Stimuli, error) {
	p := &Structured{Stimulus: s, structure: of, seed: seed, inputs: s.Inputs}
	var err error
	if p.parts, err = viewsOf(s); err != nil {
		return nil, document.Blame(err, "stimulus.views")
	}
	latents, err := of.prepare(ctx, p)
	switch {
	case err != nil:
		return nil, err
	case s.Inputs != 0 && p.inputs != s.Inputs:
		return nil, document.Blame(fmt.Errorf("inputs says %d, but the file has %s", s.Inputs, wording.Count(p.inputs, "input")), "stimulus.inputs")
	case latents > MostMixed:
		return nil, document.Blame(fmt.Errorf("%d processes or sources are mixed at random: give at most %d", latents, MostMixed), "stimulus.inputs", "stimulus.sources", "stimulus.views")
	case float64(p.inputs)*float64(max(latents, s.Sources, s.Clusters)) > mostMatrix:
		return nil, document.Blame(fmt.Errorf("%d inputs are too many for this structure: it may take %d numbers", p.inputs, mostMatrix), "stimulus.inputs")
	}
	if err := tiles(p.parts, p.inputs); err != nil {
		return nil, document.Blame(err, "stimulus.views")
	}
	_, err = of.open(p, 0)
	return p, err
}

// mostMatrix is how many numbers a mixing matrix or centres may have.
const mostMatrix = 1 << 24

func (p *Structured) readMatrix(ctx context.Context, path string, mostRows func(columns int) (int, string, error), key string) error {
	matrix, _, file, err := ReadMatrix(ctx, path, mostRows)
	if err != nil {
		return document.Blame(err, key)
	}
	p.matrix, p.files = matrix, append(p.files, file)
	return nil
}

// NeedMoments implements Stimuli.
func (p *Structured) NeedMoments() error {
	return errors.New("a circuit learns offline from a problem, a spectrum or a file: the second moments of these stimuli are known to a tolerance only, and a run has the same bits everywhere")
}

// source returns a source, but none beside an error.
func source[P stimulus.Population](p P, err error) (stimulus.Population, error) {
	if err != nil {
		return nil, err
	}
	return p, nil
}

// Title implements Stimuli.
func (p *Structured) Title() string {
	if p.structure.parts == nil {
		return p.title
	}
	return p.title + p.structure.parts(p)
}

func (p *Structured) Inputs() int                   { return p.inputs }
func (p *Structured) Outputs() int                  { return 0 }
func (p *Structured) Views() []stimulus.View        { return p.parts }
func (p *Structured) Population() []float64         { return nil } // of a new mixing in each trial
func (p *Structured) Doubt() string                 { return "" }
func (p *Structured) Names() []string               { return nil }
func (p *Structured) Oddities() []string            { return nil }
func (p *Structured) Files() []experiment.InputFile { return p.files }
func (p *Structured) Close() error                  { return nil }
func (p *Structured) Rate(n circuit.Network) string { return ownRate(n) }

// Columns returns the number of vectors [N] that the source keeps in memory.
func (p *Structured) Columns() int { return p.columns(p) }

// Survey implements Stimuli.
func (p *Structured) Survey(ctx context.Context, k, _ int, reference bool) (int, error) {
	if !reference {
		return 0, nil
	}
	p.directions = k
	_, err := p.Trial(0)
	return 0, undefined(err)
}

// Trial implements Stimuli.
func (p *Structured) Trial(trial uint64) (*Trial, error) {
	known, err := p.structure.open(p, trial)
	if err != nil {
		return nil, err
	}
	var of stimulus.Subspace
	if !p.apart {
		of.Mean = known.Mean()
	}
	changing, err := stimulus.NewChangingFile(known, of, p.seed, trial)
	if err != nil {
		return nil, err
	}
	var r *measure.Reference
	if p.directions > 0 {
		if r, err = measure.BatchReference(stimulus.SecondMoments(known), p.directions); err != nil {
			return nil, err
		}
		r.Kind = "the population covariance"
	}
	t := newTrial(changing, r, func() error { return nil })
	t.Known = known
	return t, nil
}

// Rehearse implements Stimuli.
func (p *Structured) Rehearse(changes []stimulus.Change, _ int, _ bool) (wrong int, err error) {
	for n, change := range changes {
		switch change := change.(type) {
		case stimulus.Spectrum, stimulus.Rotate, stimulus.Drift:
			return n, fmt.Errorf("the structure of %s is fixed: choose correlate or noise", p.Title())
		case stimulus.Correlate:
			if p.apart && change.Rho > 0 {
				return n, errors.New("correlated stimuli would lie between the clusters: choose noise")
			}
		}
	}
	return 0, nil
}
