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

// changeStimulus is an edit of what the circuit sees.
type changeStimulus struct {
	change  stimulus.Change
	stimuli *trialStimuli // of the trial; nil in a plan
}

// String implements intervention.Edit.
func (e changeStimulus) String() string { return fmt.Sprintf("stimulus: %v", e.change) }

// Validate implements intervention.Edit.
func (e changeStimulus) Validate(z selection.Size) error { return e.change.Validate(z.Inputs) }

// Apply implements intervention.Edit.
func (e changeStimulus) Apply(*circuit.Circuit) ([]intervention.Change, error) {
	before, after := e.values()
	if before == after {
		return nil, nil
	}
	if err := e.stimuli.apply(e.change); err != nil {
		return nil, err
	}
	return []intervention.Change{{What: stimulusOf, Post: -1, Pre: -1, Before: before, After: after}}, nil
}

// values returns what the change changes, as it was and as it will be.
func (e changeStimulus) values() (before, after intervention.Value) {
	past := e.stimuli.changing.History()
	switch now := e.change.(type) {
	case stimulus.Rotate:
		if now.Degrees == 0 {
			return intervention.Number(0), intervention.Number(0)
		}
		return intervention.Text("as it was"), intervention.Text(now.String())
	case stimulus.Drift:
		last, _ := latest[stimulus.Drift](past)
		if last == now && now.DegreesPerStep != 0 {
			return intervention.Number(last.DegreesPerStep), intervention.Text(now.String() + ", in other planes")
		}
		return intervention.Number(last.DegreesPerStep), intervention.Number(now.DegreesPerStep)
	case stimulus.Correlate:
		last, _ := latest[stimulus.Correlate](past)
		return intervention.Number(last.Rho), intervention.Number(now.Rho)
	case stimulus.Noise:
		last, _ := latest[stimulus.Noise](past)
		return intervention.Number(last.Size), intervention.Number(now.Size)
	case stimulus.Spectrum:
		return intervention.Text(spectrumText(e.stimuli.eigenvalues())), intervention.Text(spectrumText(now.Values))
	}
	panic(fmt.Sprintf("experiment: a change of the stimuli by %T", e.change))
}

// latest returns the last change of a kind.
func latest[T stimulus.Change](history []stimulus.ChangeAt) (last T, found bool) {
	for _, h := range history {
		if change, ok := h.Change.(T); ok {
			last, found = change, true
		}
	}
	return last, found
}

// spectrumText prints eigenvalues, those that repeat at the end once.
func spectrumText(values []float64) string {
	for len(values) > 1 && values[len(values)-1] == values[len(values)-2] {
		values = values[:len(values)-1]
	}
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(values), " ", ", "), "[]")
}

// key returns the key of the change.
func (s *StimulusChange) key() string {
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

// change returns what the document says.
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
