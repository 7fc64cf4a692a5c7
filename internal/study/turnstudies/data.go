package turnstudies

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"gonum.org/v1/gonum/mat"

	"twophase/internal/experiment"
	"twophase/internal/experiment/scene"
)

// mostOutputs is the largest K that learns from a file.
const mostOutputs = 20

// data is stimuli in a file, less their mean, scaled so that the largest eigenvalue of their
// covariance is 1.
type data struct {
	file     *scene.File
	rows     int
	spectrum []float64  // all eigenvalues [N]
	basis    *mat.Dense // their first eigenvectors [N×n]
}

// open reads a file through. Its stimuli are shown in a new order in each epoch and trial.
func (r *Session) open(ctx context.Context, path string, outputs int) (_ *data, err error) {
	s, err := scene.Open(ctx, experiment.Stimulus{File: path, Center: true, Scale: "eigen", Shuffle: true, Epochs: 1 << 20}, r.Seed)
	if err != nil {
		return nil, err
	}
	file, ok := s.(*scene.File)
	if !ok {
		return nil, fmt.Errorf("%s is not a file of stimuli", path)
	}
	defer func() {
		if err != nil {
			file.Close()
		}
	}()
	d := &data{file: file}
	if _, err = s.Survey(ctx, 1, r.Workers, false); err != nil {
		return nil, err
	}
	d.rows = file.Found.Rows
	if d.spectrum, err = file.Spectrum(ctx); err != nil {
		return nil, err
	}
	k := 0 // components that are defined
	for k < min(outputs, len(d.spectrum)-1) && d.spectrum[k] > 0 {
		k++
	}
	if k == 0 {
		return nil, fmt.Errorf("%s has %d inputs, and no component among others", path, s.Inputs())
	}
	g, err := file.Found.Covariance(true, 1)
	if err != nil {
		return nil, err
	}
	_, vectors, err := g.Principal(k)
	if err != nil {
		return nil, err
	}
	d.basis = mat.NewDense(s.Inputs(), k, vectors)
	return d, nil
}

// outputs returns which numbers of outputs the data have components for, and more.
func (d *data) outputs(of ...int) (fit []int) {
	_, n := d.basis.Dims()
	for _, k := range of {
		if k <= n && k < len(d.spectrum) && d.spectrum[k] > 0 {
			fit = append(fit, k)
		}
	}
	return fit
}

// learnTrials is learn in some trials at once.
func (d *data) learnTrials(ctx context.Context, r *Session, trials int, learners []learner, steps int) ([][]seen, error) {
	found := make([][]seen, trials)
	err := r.each(ctx, trials, func(ctx context.Context, trial int) (err error) {
		found[trial], err = d.learn(ctx, learners, steps, r.Seed, trial)
		return err
	})
	return found, err
}

// learn has some circuits learn from the data for some steps.
func (d *data) learn(ctx context.Context, learners []learner, steps int, seed uint64, trial int) ([]seen, error) {
	source, err := d.file.Trial(uint64(trial))
	if err != nil {
		return nil, err
	}
	defer source.Close()
	return learn(ctx, source, d.basis, d.spectrum, learners, steps, seed, uint64(trial))
}

// imagesOf opens the images once, if there are any.
func (r *Session) imagesOf(ctx context.Context) (*data, error) {
	if r.opened {
		return r.images, nil
	}
	if r.Quick && r.File == "" {
		r.opened, r.absent = true, "Fashion-MNIST is left out of a quick run"
		return nil, nil
	}
	path, absent, err := scene.Images(r.File)
	if err != nil {
		return nil, err
	}
	r.opened, r.absent = true, absent
	if path == "" {
		return nil, nil
	}
	r.images, err = r.open(ctx, path, mostOutputs)
	return r.images, err
}

// name returns what the images are called.
func (r *Session) name() string {
	if r.File != "" {
		return filepath.Base(r.File)
	}
	return "Fashion-MNIST"
}

// Close closes and removes what was opened and written.
func (r *Session) Close() {
	if r.images != nil {
		r.images.file.Close()
	}
	for _, folder := range r.folders {
		os.RemoveAll(folder)
	}
}
