package scene

import (
	"slices"

	"twophase/internal/experiment"
	"twophase/internal/measure"
	"twophase/stimulus"
)

// Trial is the stimuli of one trial, to be closed after it.
type Trial struct {
	stimulus.Source
	changing *stimulus.Changing // the source itself, or behind it
	signals  stimulus.Seekable  // what follows the inputs of each stimulus; nil: nothing
	spectrum []float64          // at the start, nil if it is not known
	original *measure.Reference // the reference at the start, nil if none is wanted
	Latest   *measure.Reference // the reference after the last change, or at the last look if the stimuli drift

	// Known is the population of the stimuli without changes, nil if it is not known.
	Known   stimulus.Population
	moments func() []float64       // see Moments
	shown   func() stimulus.Source // of a file, its stimuli in order; nil: those that Known holds out
	shownAs func(shown, presented int) string

	// Unchanged returns an error if the file of the stimuli was changed since.
	Unchanged func() error
}

// newTrial returns stimuli without changes.
func newTrial(c *stimulus.Changing, r *measure.Reference, unchanged func() error) *Trial {
	return &Trial{Source: c, changing: c, spectrum: c.Spectrum(), original: r, Latest: r, Unchanged: unchanged}
}

// Moments returns the second moments ⟨x xᵀ⟩ [N×N] of the stimuli without changes, row-major and with
// the same bits on every machine, if they were needed (Stimuli.NeedMoments). Trials may share them:
// they must not be changed.
func (s *Trial) Moments() []float64 { return s.moments() }

// Prefetch prepares the stimuli on another processor, in blocks of up to most stimuli. Give no
// more than will be used: to begin a short file again thousands of times takes seconds.
func (s *Trial) Prefetch(most int) {
	s.Source = stimulus.Prefetch(s.Source, most)
}

// Next sets x [N] to the next stimulus, or x [N + signals] to the stimulus and the signals of its row.
func (s *Trial) Next(x []float64) error {
	n := s.Inputs()
	if err := s.Source.Next(x[:n]); err != nil || len(x) == n {
		return err
	}
	return s.signals.Next(x[n:])
}

// Close ends the preparation of stimuli, if there is one.
func (s *Trial) Close() {
	if p, ok := s.Source.(*stimulus.Prefetched); ok {
		p.Close()
	}
}

// Apply changes the stimuli from the next one on.
func (s *Trial) Apply(change stimulus.Change) (err error) {
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

// Restore returns the stimuli to a state. They must not be prefetched yet.
func (s *Trial) Restore(state stimulus.State) error {
	if err := s.changing.Restore(state); err != nil {
		return err
	}
	if s.signals != nil {
		if err := s.signals.Seek(s.changing.Step()); err != nil {
			return err
		}
	}
	return s.look()
}

// State returns the present state of the stimuli.
func (s *Trial) State() (stimulus.State, error) {
	if p, ok := s.Source.(*stimulus.Prefetched); ok {
		return p.State()
	}
	return s.changing.State(), nil
}

// History returns the changes so far.
func (s *Trial) History() []stimulus.ChangeAt { return s.changing.History() }

// Eigenvalues returns the present spectrum, without noise.
func (s *Trial) Eigenvalues() []float64 {
	if change, found := experiment.Latest[stimulus.Spectrum](s.History()); found {
		return change.Values
	}
	return s.spectrum
}

// Present returns the present reference, nil if none is wanted. Stimuli that drift must
// not be prefetched.
func (s *Trial) Present() (*measure.Reference, error) {
	if drift, _ := experiment.Latest[stimulus.Drift](s.History()); drift.DegreesPerStep != 0 {
		if err := s.look(); err != nil {
			return nil, err
		}
	}
	return s.Latest, nil
}

// look updates the latest reference.
func (s *Trial) look() (err error) {
	history := s.History()
	switch {
	case s.original == nil || len(history) == 0:
		s.Latest = s.original
	case s.spectrum != nil:
		s.Latest, err = measure.PopulationReference(s.changing, len(s.original.Eigenvalues))
	default:
		noise, _ := experiment.Latest[stimulus.Noise](history)
		s.Latest, err = s.original.Changed(s.changing, slices.ContainsFunc(history, turns), noise.Size)
	}
	return err
}

// turns reports whether a change rotates the principal subspace.
func turns(h stimulus.ChangeAt) bool {
	switch h.Change.(type) {
	case stimulus.Rotate, stimulus.Drift:
		return true
	}
	return false
}

// Shown returns stimuli on which activity is measured without learning: held-out ones of a
// population, or those of the file from the first one on. It also returns what says which the
// first of them are, after the run has presented some stimuli of the file; nil: held-out ones.
func (s *Trial) Shown() (source stimulus.Source, on func(shown, presented int) string) {
	switch {
	case s.shown != nil:
		return s.shown(), s.shownAs
	case s.Known != nil:
		return s.Known.HeldOut(), nil
	}
	return nil, nil
}
