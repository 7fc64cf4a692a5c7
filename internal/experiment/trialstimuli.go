package experiment

import (
	"errors"
	"slices"

	"gonum.org/v1/gonum/mat"

	"twophase/stimulus"
)

// trialStimuli is the stimuli of one trial, to be closed after it.
type trialStimuli struct {
	stimulus.Source
	changing *stimulus.Changing // the source itself, or behind it
	spectrum []float64          // at first, nil if it is not known
	original *reference         // what they are measured against at first, nil if nothing is wanted
	latest   *reference         // and as of the last change, or of the last look if they drift
	close    func() error
}

// newTrialStimuli returns stimuli that nothing has changed yet.
func newTrialStimuli(c *stimulus.Changing, r *reference, close func() error) *trialStimuli {
	return &trialStimuli{Source: c, changing: c, spectrum: c.Spectrum(), original: r, latest: r, close: close}
}

// prefetch has the stimuli prepared on another processor.
func (s *trialStimuli) prefetch() {
	source, close := stimulus.Prefetch(s.Source, 0), s.close
	s.Source = source
	s.close = func() error { return errors.Join(source.Close(), close()) }
}

// apply changes the stimuli from the next one on.
func (s *trialStimuli) apply(change stimulus.Change) (err error) {
	if p, ok := s.Source.(*stimulus.Prefetched); ok {
		err = p.Apply(change)
	} else {
		err = s.changing.Apply(change)
	}
	if err != nil {
		return err
	}
	return s.look()
}

// restore brings the stimuli to where they were. They must not be prefetched yet.
func (s *trialStimuli) restore(state stimulus.State) error {
	if err := s.changing.Restore(state); err != nil {
		return err
	}
	return s.look()
}

// state returns where the stimuli are.
func (s *trialStimuli) state() (stimulus.State, error) {
	if p, ok := s.Source.(*stimulus.Prefetched); ok {
		if err := p.Seek(p.Step()); err != nil {
			return stimulus.State{}, err
		}
	}
	return s.changing.State(), nil
}

// eigenvalues returns the spectrum without noise as of now.
func (s *trialStimuli) eigenvalues() []float64 {
	if change, found := latest[stimulus.Spectrum](s.changing.History()); found {
		return change.Values
	}
	return s.spectrum
}

// present returns what the stimuli are measured against as of now, nil if nothing
// is wanted. Those that drift must not be prefetched.
func (s *trialStimuli) present() (*reference, error) {
	if drift, _ := latest[stimulus.Drift](s.changing.History()); drift.DegreesPerStep != 0 {
		if err := s.look(); err != nil {
			return nil, err
		}
	}
	return s.latest, nil
}

// look sets the latest reference.
func (s *trialStimuli) look() (err error) {
	history := s.changing.History()
	switch {
	case s.original == nil || len(history) == 0:
		s.latest = s.original
	case s.spectrum != nil:
		s.latest, err = populationReference(s.changing, len(s.original.eigenvalues))
	default:
		s.latest, err = s.original.changed(s.changing, history)
	}
	return err
}

// changed returns the batch PCA of a file after changes of its stimuli.
func (r *reference) changed(c *stimulus.Changing, history []stimulus.ChangeAt) (*reference, error) {
	now, k := *r, len(r.eigenvalues)
	if slices.ContainsFunc(history, turns) {
		basis, err := c.Basis(k)
		if err != nil {
			return nil, err
		}
		now.basis = new(mat.Dense)
		now.basis.Mul(mat.NewDense(c.Inputs(), k, basis), r.within)
		now.covariance = nil // that was turned is not known
	}
	noise, _ := latest[stimulus.Noise](history)
	variance := noise.Size * noise.Size
	now.eigenvalues = slices.Clone(r.eigenvalues)
	for i := range now.eigenvalues {
		now.eigenvalues[i] += variance
	}
	if g := now.covariance; g != nil && variance > 0 {
		noisy := mat.NewSymDense(c.Inputs(), nil)
		noisy.CopySym(g)
		for i := range c.Inputs() {
			noisy.SetSym(i, i, noisy.At(i, i)+variance)
		}
		now.covariance = noisy
	}
	return &now, nil
}

// turns reports whether a change turns the principal subspace.
func turns(h stimulus.ChangeAt) bool {
	switch h.Change.(type) {
	case stimulus.Rotate, stimulus.Drift:
		return true
	}
	return false
}
