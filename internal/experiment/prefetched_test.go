package experiment

import (
	"testing"

	"twophase/stimulus"
)

// To close prefetched stimuli ends the prefetching before it closes what they
// come from.
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
	var stimuli *trialStimuli
	ended := false
	next := func() { _ = stimuli.Next(x) }
	stimuli = newTrialStimuli(changing, source, func() error { ended = panics(next); return nil })
	stimuli.prefetch()
	next()
	stimuli.close()
	if !ended {
		t.Error("the source was closed while its stimuli could still be prefetched")
	}
}

func panics(f func()) (did bool) {
	defer func() { did = recover() != nil }()
	f()
	return false
}
