package experiment

import (
	"errors"

	"gonum.org/v1/gonum/mat"

	"twophase/stimulus"
)

// trialStimuli is the stimuli of one trial, to be closed after it.
type trialStimuli struct {
	stimulus.Source
	changing  *stimulus.Changing // the source itself, or behind it
	plain     stimulus.Seekable  // behind that
	reference *reference         // what they are measured against at first, nil if nothing is wanted
	latest    *reference         // and at the step of the last change
	changes   int                // of that
	kept      bool               // nothing changes, and changing is passed over
	close     func() error
}

func newTrialStimuli(c *stimulus.Changing, plain stimulus.Seekable, close func() error) *trialStimuli {
	return &trialStimuli{Source: c, changing: c, plain: plain, close: close}
}

// keep takes it that nothing will change, which saves a call for every stimulus.
func (s *trialStimuli) keep() {
	if len(s.changing.History()) == 0 {
		s.Source, s.kept = s.plain, true
	}
}

// prefetch has the stimuli prepared on another processor.
func (s *trialStimuli) prefetch() {
	source, close := stimulus.Prefetch(s.Source, 0), s.close
	s.Source = source
	s.close = func() error { return errors.Join(source.Close(), close()) }
}

// apply changes the stimuli from the next one on.
func (s *trialStimuli) apply(change stimulus.Change) error {
	if p, ok := s.Source.(*stimulus.Prefetched); ok {
		return p.Apply(change)
	}
	return s.changing.Apply(change)
}

// state returns where the stimuli are.
func (s *trialStimuli) state() (stimulus.State, error) {
	if p, ok := s.Source.(*stimulus.Prefetched); ok {
		if err := p.Seek(p.Step()); err != nil {
			return stimulus.State{}, err
		}
	}
	if s.kept {
		return stimulus.State{Step: s.plain.Step()}, nil
	}
	return s.changing.State(), nil
}

// present returns what the stimuli are measured against as of now, nil if nothing
// is wanted. Those that drift must not be prefetched.
func (s *trialStimuli) present() (*reference, error) {
	history := s.changing.History()
	drift, _ := latest[stimulus.Drift](history)
	switch {
	case len(history) == 0 || s.reference == nil:
		return s.reference, nil
	case s.latest != nil && s.changes == len(history) && drift.DegreesPerStep == 0:
		return s.latest, nil
	}
	r, err := s.measureNow(history)
	if err != nil {
		return nil, err
	}
	s.latest, s.changes = r, len(history)
	return r, nil
}

// measureNow returns the reference after changes.
func (s *trialStimuli) measureNow(history []stimulus.ChangeAt) (*reference, error) {
	k := len(s.reference.eigenvalues)
	if s.changing.Spectrum() != nil {
		return populationReference(s.changing, k)
	}
	r := *s.reference
	turned := false
	for _, h := range history {
		switch h.Change.(type) {
		case stimulus.Rotate, stimulus.Drift:
			turned = true
			r.covariance = nil // that was turned is not known
		case stimulus.Noise:
			r.covariance = nil
		}
	}
	if turned {
		basis, err := s.changing.Basis(k)
		if err != nil {
			return nil, err
		}
		r.basis = mat.NewDense(s.Inputs(), k, basis)
	}
	noise, _ := latest[stimulus.Noise](history)
	r.eigenvalues = append([]float64(nil), r.eigenvalues...)
	for i := range r.eigenvalues {
		r.eigenvalues[i] += noise.Size * noise.Size
	}
	return &r, nil
}
