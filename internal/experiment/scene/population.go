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

// Structured is stimuli of a population with more structure than a spectrum: two views, slow
// features, mixtures or clusters. Structure that is drawn at random is drawn anew for each
// trial.
type Structured struct {
	experiment.Stimulus
	seed       uint64
	inputs     int
	parts      []stimulus.View
	matrix     []float64 // of the file of the mixing or the centres
	files      []experiment.InputFile
	directions int // K of the reference, 0 if none is wanted
}

// openPopulation returns the stimuli of one of the keys for populations.
func openPopulation(ctx context.Context, s experiment.Stimulus, seed uint64) (Stimuli, error) {
	p := &Structured{Stimulus: s, seed: seed, inputs: s.Inputs}
	var err error
	if p.parts, err = viewsOf(s); err != nil {
		return nil, document.Blame(err, "stimulus.views")
	}
	latents := 0
	switch {
	case s.CanonicalCorrelations != nil:
		if len(p.parts) != 2 {
			return nil, document.Blame(fmt.Errorf("%s for canonical correlations: give two, such as x=0-4,y=5-8", wording.Count(len(p.parts), "view")), "stimulus.views")
		}
		last := p.parts[1]
		p.inputs = last.From + last.Inputs
		latents = max(p.parts[0].Inputs, last.Inputs)
	case s.Autocorrelations != nil:
		latents = p.inputs
	case s.Mixing != "":
		err = p.readMatrix(ctx, s.Mixing, func(columns int) (int, string, error) {
			if columns != s.Sources {
				return 0, "", fmt.Errorf("the mixing matrix in %s has %s for %s: give a column for each", s.Mixing, wording.Count(columns, "column"), wording.Count(s.Sources, "source"))
			}
			return mostMatrix / columns, fmt.Sprintf("a mixing matrix has at most %d numbers", mostMatrix), nil
		}, "stimulus.mixing")
		p.inputs = len(p.matrix) / max(1, s.Sources)
	case s.Sources != 0:
		latents = s.Sources
	case s.Centres != "":
		err = p.readMatrix(ctx, s.Centres, func(columns int) (int, string, error) {
			p.inputs = columns
			return s.Clusters, wording.Count(s.Clusters, "cluster") + " have one centre each", nil
		}, "stimulus.centres")
		if rows := len(p.matrix) / max(1, p.inputs); err == nil && rows != s.Clusters {
			err = document.Blame(fmt.Errorf("%s has %s for %s: give a row for each", s.Centres, wording.Count(rows, "centre"), wording.Count(s.Clusters, "cluster")), "stimulus.centres", "stimulus.clusters")
		}
	case s.Inputs == 0:
		err = document.Blame(errors.New("the number of inputs of the clusters is not given: give --inputs N, inputs: N in a file, or their centres"), "stimulus.clusters")
	}
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
	_, err = p.open(0)
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

// open returns the source of a trial.
func (p *Structured) open(trial uint64) (stimulus.Population, error) {
	switch {
	case p.CanonicalCorrelations != nil:
		return source(stimulus.NewCorrelatedViews([2]stimulus.View(p.parts), p.CanonicalCorrelations, p.Condition, p.seed, trial))
	case p.Autocorrelations != nil:
		return source(stimulus.NewSlowFeatures(p.inputs, p.Autocorrelations, p.Condition, p.seed, trial))
	case p.Mixing != "":
		return source(stimulus.NewMixtureBy(p.matrix, p.Sources, *p.Silence, p.seed, trial))
	case p.Sources != 0:
		return source(stimulus.NewMixture(p.inputs, p.Sources, *p.Silence, p.Condition, p.seed, trial))
	case p.Centres != "":
		return source(stimulus.NewClustersAt(p.matrix, p.inputs, *p.Noise, p.Probabilities, p.seed, trial))
	}
	return source(stimulus.NewClusters(p.inputs, p.Clusters, *p.Noise, p.Probabilities, p.seed, trial))
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
	switch {
	case p.CanonicalCorrelations != nil:
		return "two correlated views"
	case p.Autocorrelations != nil:
		return "slow features"
	case p.Sources != 0:
		return "a mixture of " + wording.Count(p.Sources, "source")
	}
	return "stimuli in " + wording.Count(p.Clusters, "cluster")
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
func (p *Structured) Columns() int {
	switch {
	case p.CanonicalCorrelations != nil, p.Autocorrelations != nil:
		return 2 * p.inputs
	case p.Sources != 0:
		return 3 * p.Sources
	}
	return p.Clusters
}

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
	known, err := p.open(trial)
	if err != nil {
		return nil, err
	}
	var of stimulus.Subspace
	if p.Stimulus.Clusters == 0 { // whose mean has not the same bits on every machine: see Rehearse
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
			if p.Stimulus.Clusters != 0 && change.Rho > 0 {
				return n, errors.New("correlated stimuli would lie between the clusters: choose noise")
			}
		}
	}
	return 0, nil
}
