package budget

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"

	"gonum.org/v1/gonum/mat"

	"twophase/circuit"
	"twophase/stimulus"
)

// debianImages is where the Debian package dataset-fashion-mnist has its training
// images, with or without .gz.
const debianImages = "/usr/share/datasets/fashion-mnist/train-images-idx3-ubyte"

// imageOutputs is K: enough for two phases not to be enough.
const imageOutputs = 10

// images returns the problem of Fashion-MNIST: its training images in the order
// of the file, less their mean, scaled so that the largest eigenvalue is 1. If
// they are not to be used, note says why.
func images(ctx context.Context, o Options) (_ *problem, note string, err error) {
	asked := o.Images != ""
	for _, name := range o.Problems {
		asked = asked || name == Images
	}
	if o.Quick && !asked {
		return nil, "Fashion-MNIST is left out of a quick run", nil
	}
	path, err := findImages(o.Images, debianImages)
	if err != nil {
		return nil, "", err
	}
	if path == "" {
		return nil, fmt.Sprintf("Fashion-MNIST is left out: there is no %s[.gz]; install the Debian package dataset-fashion-mnist", debianImages), nil
	}
	o.Progress.Note("reading " + path)
	survey, err := stimulus.Survey(ctx, path, stimulus.SurveyOptions{Covariance: true, Workers: o.Workers})
	if err != nil {
		return nil, "", err
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
	data, err := stimulus.OpenDataset(path, "")
	if err != nil {
		return nil, "", err
	}
	rate := circuit.DecayingRate(5, 5000)
	p := &problem{
		name:        Images,
		title:       "Fashion-MNIST training images",
		inputs:      survey.Inputs,
		gains:       circuit.LinearGains(imageOutputs, 1, 0.7),
		rates:       map[string]circuit.Rate{"PSP": rate, "PSW": rate},
		eigenvalues: values,
	}
	p.steps, p.trials = o.size(survey.Rows, 3)
	basis := mat.NewDense(p.inputs, imageOutputs, vectors)
	p.open = func(uint64) (*stimuli, error) {
		source := data.InOrder(0)
		return &stimuli{stimulus.Affine(source, survey.Mean, scale), basis, source.Close}, nil
	}
	return p, "", nil
}

// findImages returns the path of the images: the one that is given, which must
// exist, or the one where they are installed, with or without .gz. It is empty
// if they are not.
func findImages(given, installed string) (string, error) {
	if given != "" {
		if _, err := os.Stat(given); err != nil {
			return "", fmt.Errorf("the training images of Fashion-MNIST: %w", err)
		}
		return given, nil
	}
	for _, path := range []string{installed, installed + ".gz"} {
		if _, err := os.Stat(path); err == nil {
			return path, nil
		} else if !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
	}
	return "", nil
}
