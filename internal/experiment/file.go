package experiment

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"

	"gonum.org/v1/gonum/mat"

	"twophase/circuit"
	"twophase/internal/document"
	"twophase/stimulus"
)

// file is stimuli read from a file, the same for every trial but for their
// order.
type file struct {
	Stimulus
	seed      uint64
	data      *stimulus.Dataset
	found     *stimulus.Summary
	mean      []float64 // nil if not centred
	scale     float64
	reference *reference // nil if none is wanted
	like      *file      // one that was surveyed for the same, and only differs in its seed; nil: nobody did

	// For stimuli that change in mid-run.
	turning    int       // dimensions of the subspace that turns, 0 if none does
	subspace   []float64 // which [N×turning], with the same bits on every machine
	correlates bool
}

func openFile(s Stimulus, seed uint64) (stimuli, error) {
	if !slices.Contains([]string{"", "none", "eigen", "trace"}, s.Scale) {
		return nil, document.Blame(fmt.Errorf("scale %q does not exist: choose eigen, trace or none", s.Scale), "stimulus.scale")
	}
	data, err := stimulus.OpenDataset(s.File, os.TempDir())
	if err != nil {
		return nil, err
	}
	return &file{Stimulus: s, seed: seed, data: data}, nil
}

func (f *file) title() string         { return f.File }
func (f *file) inputs() int           { return f.data.Inputs() }
func (f *file) population() []float64 { return nil } // known of its samples only
func (f *file) outputs() int          { return 0 }
func (f *file) rate(n circuit.Network) string {
	if own := n.Rate.String(); own != "" {
		return own
	}
	return defaultRate
}
func (f *file) files() []InputFile { return []InputFile{{f.File, f.found.SHA256}} }
func (f *file) close() error       { return f.data.Close() }

func (f *file) survey(ctx context.Context, k, workers int, reference bool) (int, error) {
	if f.like != nil {
		f.found, f.mean, f.scale, f.reference = f.like.found, f.like.mean, f.like.scale, f.like.reference
		return f.found.Rows * f.Epochs, nil
	}
	found, err := stimulus.Survey(ctx, f.File, stimulus.SurveyOptions{
		Covariance: reference || f.Scale == "eigen" || f.turning > 0,
		Workers:    workers,
	})
	if err != nil {
		return 0, err
	}
	f.found = found
	if f.Center {
		f.mean = found.Mean
	}
	if f.scale, err = f.unitScale(); err != nil {
		return 0, document.Blame(err, "stimulus.scale")
	}
	if !reference && f.turning == 0 {
		return found.Rows * f.Epochs, nil
	}
	g, err := found.Covariance(f.Center, f.scale)
	if err != nil {
		return 0, err
	}
	if reference {
		if f.reference, err = batchReference(g, k); err != nil {
			return 0, undefined(err)
		}
	}
	if f.turning > 0 {
		if f.subspace, err = g.Subspace(f.turning); err != nil {
			return 0, document.Blame(fmt.Errorf("which subspace is to turn? %w", err), "interventions")
		}
	}
	if f.turning > 0 && reference {
		f.reference.within = new(mat.Dense)
		f.reference.within.Mul(mat.NewDense(f.inputs(), k, f.subspace).T(), f.reference.basis)
	}
	return found.Rows * f.Epochs, nil
}

// unitScale returns the factor by which the stimuli are multiplied.
func (f *file) unitScale() (float64, error) {
	var variance float64
	switch f.Scale {
	case "eigen":
		g, err := f.found.Covariance(f.Center, 1)
		if err != nil {
			return 0, err
		}
		variance = g.TopEigenvalue()
	case "trace":
		variance = f.found.TotalVariance(f.Center)
	default:
		return 1, nil
	}
	if !(variance > 0) {
		return 0, fmt.Errorf("the stimuli in %s do not vary, so they cannot be scaled to unit variance", f.File)
	}
	return 1 / math.Sqrt(variance), nil
}

func (f *file) trial(trial uint64) (*trialStimuli, error) {
	var source stimulus.Seekable
	close := func() error { return nil }
	if f.Shuffle {
		shuffled, err := f.data.Shuffled(f.Epochs, f.seed, trial)
		if err != nil {
			return nil, err
		}
		source = shuffled
	} else {
		ordered := f.data.InOrder(f.Epochs)
		source, close = ordered, ordered.Close
	}
	if f.mean != nil || f.scale != 1 {
		source = stimulus.Affine(source, f.mean, f.scale).(stimulus.Seekable)
	}
	var of stimulus.Subspace
	if f.correlates && f.mean == nil {
		of.Mean = slices.Clone(f.found.Mean)
		for i := range of.Mean {
			of.Mean[i] *= f.scale
		}
	}
	of.Basis = f.subspace
	changing, err := stimulus.NewChangingFile(source, of, f.seed, trial)
	if err != nil {
		return nil, errors.Join(err, close())
	}
	return newTrialStimuli(changing, f.reference, close), nil
}

func (f *file) rehearse(changes []stimulus.Change, k int, _ bool) (wrong int, err error) {
	for n, change := range changes {
		switch change := change.(type) {
		case stimulus.Spectrum:
			return n, errors.New("the stimuli of a file have no spectrum that could be changed: choose rotate, drift, correlate or noise")
		case stimulus.Rotate, stimulus.Drift:
			if f.turning = k; k == f.inputs() {
				return n, fmt.Errorf("all %d principal directions span the whole space, which cannot turn: ask for fewer outputs", k)
			}
		case stimulus.Correlate:
			f.correlates = f.correlates || change.Rho > 0
		}
	}
	return 0, nil
}
