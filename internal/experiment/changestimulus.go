package experiment

import (
	"fmt"
	"strings"

	"twophase/circuit"
	"twophase/circuit/intervention"
	"twophase/circuit/selection"
	"twophase/internal/text/document"
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

func changeSection(s *StimulusChange) *document.Section {
	given := func(to **float64, r document.Range) document.Value {
		return document.Given(to, func(v *float64) document.Value { return document.Number(v, r) })
	}
	return &document.Section{
		Keys: []document.Key{
			{Name: "rotate", About: "rotate the principal subspace by this angle", Unit: "degrees", Example: "{at: 60000, stimulus: {rotate: 45}}", Value: given(&s.Rotate, document.Range{Max: 90})},
			{Name: "drift", About: "rotate the principal subspace at every stimulus by this angle (0 ends it)", Unit: "degrees per stimulus", Example: "{at: 60000, stimulus: {drift: 0.01}}", Value: given(&s.Drift, document.Range{Min: -90, Max: 90})},
			{Name: "spectrum", About: "new eigenvalues, 0 or more, from the largest; the last stands for all further ones", Example: "{at: 60000, stimulus: {spectrum: [1, 0.5, 0.2, 0.1]}}", Value: document.Numbers(&s.Spectrum, document.NotNegative)},
			{Name: "correlate", About: "correlation ρ from one stimulus to the next (0 ends it)", Example: "{at: 60000, stimulus: {correlate: 0.9}}", Value: given(&s.Correlate, document.Range{Max: 1, BelowMax: true})},
			{Name: "noise", About: "standard deviation of Gaussian noise at every input (0 ends it)", Example: "{at: 60000, stimulus: {noise: 0.1}}", Value: given(&s.Noise, document.NotNegative)},
		},
		OneOf: []document.Group{{Keys: []string{"rotate", "drift", "spectrum", "correlate", "noise"}, Required: true}},
	}
}
