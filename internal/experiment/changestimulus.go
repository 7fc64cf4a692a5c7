package experiment

import (
	"fmt"
	"strings"

	"twophase/circuit"
	"twophase/circuit/intervention"
	"twophase/circuit/selection"
	"twophase/stimulus"
)

// stimulusOf is the aspect of a change of the stimuli in an event.
const stimulusOf intervention.Aspect = "stimulus"

// StimulusEdit is an edit that changes the stimuli.
type StimulusEdit struct {
	Change  stimulus.Change
	Stimuli Changeable // of the trial; nil in a plan
}

// Changeable is stimuli that can be changed in mid-run.
type Changeable interface {
	Apply(stimulus.Change) error
	History() []stimulus.ChangeAt // the changes so far
	Eigenvalues() []float64       // the present spectrum without noise
}

// String implements intervention.Edit.
func (e StimulusEdit) String() string { return fmt.Sprintf("stimulus: %v", e.Change) }

// Validate implements intervention.Edit.
func (e StimulusEdit) Validate(z selection.Size) error { return e.Change.Validate(z.Inputs) }

// Apply implements intervention.Edit.
func (e StimulusEdit) Apply(*circuit.Circuit) ([]intervention.Change, error) {
	before, after := e.values()
	if before == after {
		return nil, nil
	}
	if err := e.Stimuli.Apply(e.Change); err != nil {
		return nil, err
	}
	return []intervention.Change{{What: stimulusOf, Post: -1, Pre: -1, Before: before, After: after}}, nil
}

// values returns the changed quantity before and after the change.
func (e StimulusEdit) values() (before, after intervention.Value) {
	past := e.Stimuli.History()
	switch now := e.Change.(type) {
	case stimulus.Rotate:
		if now.Degrees == 0 {
			return intervention.Number(0), intervention.Number(0)
		}
		return intervention.Text("as it was"), intervention.Text(now.String())
	case stimulus.Drift:
		last, _ := Latest[stimulus.Drift](past)
		if last == now && now.DegreesPerStep != 0 {
			return intervention.Number(last.DegreesPerStep), intervention.Text(now.String() + ", in other planes")
		}
		return intervention.Number(last.DegreesPerStep), intervention.Number(now.DegreesPerStep)
	case stimulus.Correlate:
		last, _ := Latest[stimulus.Correlate](past)
		return intervention.Number(last.Rho), intervention.Number(now.Rho)
	case stimulus.Noise:
		last, _ := Latest[stimulus.Noise](past)
		return intervention.Number(last.Size), intervention.Number(now.Size)
	case stimulus.Spectrum:
		return intervention.Text(SpectrumText(e.Stimuli.Eigenvalues())), intervention.Text(SpectrumText(now.Values))
	}
	panic(fmt.Sprintf("experiment: a change of the stimuli by %T", e.Change))
}

// Latest returns the last change of type T in a history, and whether there is one.
func Latest[T stimulus.Change](history []stimulus.ChangeAt) (last T, found bool) {
	for _, h := range history {
		if change, ok := h.Change.(T); ok {
			last, found = change, true
		}
	}
	return last, found
}

// SpectrumText prints eigenvalues, with equal ones at the end only once.
func SpectrumText(values []float64) string {
	for len(values) > 1 && values[len(values)-1] == values[len(values)-2] {
		values = values[:len(values)-1]
	}
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(values), " ", ", "), "[]")
}

// StimulusChange is one of the changes of package stimulus.
type StimulusChange struct {
	Rotate    *float64  `json:"rotate,omitempty"`
	Drift     *float64  `json:"drift,omitempty"`
	Spectrum  []float64 `json:"spectrum,omitempty"`
	Correlate *float64  `json:"correlate,omitempty"`
	Noise     *float64  `json:"noise,omitempty"`
}

// Key returns the key of the change.
func (s *StimulusChange) Key() string {
	switch {
	case s.Rotate != nil:
		return "rotate"
	case s.Drift != nil:
		return "drift"
	case s.Correlate != nil:
		return "correlate"
	case s.Noise != nil:
		return "noise"
	}
	return "spectrum"
}

// change returns the change that the keys describe.
func (s *StimulusChange) change() stimulus.Change {
	switch {
	case s.Rotate != nil:
		return stimulus.Rotate{Degrees: *s.Rotate}
	case s.Drift != nil:
		return stimulus.Drift{DegreesPerStep: *s.Drift}
	case s.Correlate != nil:
		return stimulus.Correlate{Rho: *s.Correlate}
	case s.Noise != nil:
		return stimulus.Noise{Size: *s.Noise}
	}
	return stimulus.Spectrum{Values: s.Spectrum}
}
