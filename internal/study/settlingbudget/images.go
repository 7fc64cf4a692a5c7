package settlingbudget

import (
	"context"
	"errors"
	"math"

	"gonum.org/v1/gonum/mat"

	"twophase/circuit"
	"twophase/internal/experiment/scene"
	"twophase/internal/measure"
	"twophase/stimulus"
	"twophase/stimulus/dataset"
	"twophase/stimulus/fileformat"
)

// imageOutputs is K. With that many outputs two phases are not enough.
const imageOutputs = 10

// openImages returns the problem of Fashion-MNIST: its training images in the order of the file, minus
// their mean, scaled so that the largest eigenvalue is 1. If they are not used, note says why.
func openImages(ctx context.Context, o Options) (_ *problem, note string, err error) {
	asked := o.Images != ""
	for _, name := range o.Problems {
		asked = asked || name == Images
	}
	if o.Quick && !asked {
		return nil, "Fashion-MNIST is left out of a quick run", nil
	}
	path, absent, err := scene.Images(o.Images)
	if err != nil || path == "" {
		return nil, absent, err
	}
	o.Progress.Note("reading " + path)
	data, err := dataset.Open(ctx, path, "", fileformat.Layout{})
	if err != nil {
		return nil, "", err
	}
	survey, err := data.Survey(ctx, dataset.SurveyOptions{Covariance: true, Workers: o.Workers})
	if err != nil {
		return nil, "", errors.Join(err, data.Close())
	}
	raw, err := survey.Covariance(true, 1)
	if err != nil {
		return nil, "", err
	}
	scale := 1 / math.Sqrt(raw.TopEigenvalue())
	g, err := survey.Covariance(true, scale)
	if err != nil {
		return nil, "", err
	}
	values, vectors, err := g.Principal(imageOutputs)
	if err != nil {
		return nil, "", err
	}
	rate := circuit.DecayingRate(5, 5000)
	p := &problem{
		name:   Images,
		title:  "Fashion-MNIST training images",
		inputs: survey.Inputs,
		gains:  circuit.PaperGains(imageOutputs),
		rates:  map[string]circuit.Rate{"PSP": rate, "PSW": rate},
	}
	p.steps, p.trials = o.size(survey.Rows, 3)
	reference := &measure.Reference{Basis: mat.NewDense(p.inputs, imageOutputs, vectors), Eigenvalues: values}
	p.open = func(uint64) (*stimuli, error) {
		source := data.InOrder(0)
		return &stimuli{stimulus.Affine(source, survey.Mean, scale), reference, source.Close}, nil
	}
	return p, "", nil
}
