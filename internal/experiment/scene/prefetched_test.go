package scene

import (
	"testing"

	"twophase/stimulus"
)

// To close prefetched stimuli ends the prefetching.
func TestPrefetchedStimuliClose(t *testing.T) {
	source, err := stimulus.NewGaussian([]float64{1, 0.5, 0.5}, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	x := make([]float64, 3)
	changing, err := stimulus.NewChanging(source, 0)
	if err != nil {
		t.Fatal(err)
	}
	stimuli := newTrial(changing, nil, func() error { return nil })
	next := func() { _ = stimuli.Next(x) }
	stimuli.Prefetch(0)
	next()
	stimuli.Close()
	if !panics(next) {
		t.Error("stimuli are still prefetched")
	}
}

// Of a file that is shorter than a block no more is read than will be used.
func TestPrefetchedNoMoreThanUsed(t *testing.T) {
	const steps = 10
	source := &counted{}
	changing, err := stimulus.NewChangingFile(source, stimulus.Subspace{Basis: []float64{1, 0}}, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	stimuli := newTrial(changing, nil, func() error { return nil })
	stimuli.Prefetch(steps)
	x := make([]float64, 2)
	for range steps {
		if err := stimuli.Next(x); err != nil {
			t.Fatal(err)
		}
	}
	stimuli.Close()
	if source.step > 2*steps {
		t.Errorf("%d stimuli were read for %d steps", source.step, steps)
	}
}

// counted yields stimuli [2] without an end, and counts them.
type counted struct{ step uint64 }

func (c *counted) Inputs() int            { return 2 }
func (c *counted) Step() uint64           { return c.step }
func (c *counted) Seek(step uint64) error { c.step = step; return nil }
func (c *counted) Next(x []float64) error { c.step++; x[0], x[1] = float64(c.step), 1; return nil }

func panics(f func()) (did bool) {
	defer func() { did = recover() != nil }()
	f()
	return false
}
