package training

import (
	"errors"
	"math"

	"twophase/circuit"
	"twophase/circuit/intervention"
	"twophase/internal/experiment"
	"twophase/internal/traces/result"
)

// eventsKept is the largest number of events of a trial in a summary.
const eventsKept = 100

// happened notes an intervention that took place.
func (t *Trial) happened(e intervention.Event) error {
	e.Intervention = t.numbers[e.Intervention]
	m := t.monitor
	if m.Happened++; m.Happened <= eventsKept {
		m.Events = append(m.Events, result.Event{Step: e.Step, Intervention: e.Intervention, Edit: e.Edit, Changes: len(e.Changes)})
	}
	effect := &m.Effects[e.Intervention]
	effect.Times++
	effect.Changes += len(e.Changes)
	if t.Watcher != nil {
		t.Watcher.Happened(t.Number, e.Step, e.Edit, len(e.Changes))
	}
	if t.events == nil {
		return nil
	}
	return t.events.Append(e)
}

// intervene applies the trial's interventions to its circuit and its stimuli.
func (t *Trial) intervene() (err error) {
	var list []intervention.Intervention
	for n, i := range t.Plan.Interventions {
		if at, once := i.When.(intervention.At); once && t.From != nil && int(at) < t.From.Fork {
			continue // these acted before the fork
		}
		if change, ok := i.Edit.(experiment.StimulusEdit); ok {
			change.Stimuli = t.stimuli
			i.Edit = change
		}
		list, t.numbers = append(list, i), append(t.numbers, n)
	}
	o := intervention.Options{Error: t.presentError, Drift: t.presentDrift, Events: t.happened}
	switch {
	case len(list) == 0:
	case t.From == nil || t.From.fresh:
		t.interventions, err = intervention.Start(t.circuit, list, o)
	default:
		t.interventions, err = intervention.Resume(t.circuit, list, o, t.From.Interventions)
	}
	return err
}

// presentDrift returns how far the rows of the filter have turned from those at the reference step.
func (t *Trial) presentDrift(c *circuit.Circuit) (float64, error) { return t.monitor.Drift(c) }

// presentError returns the present E_Pro, NaN while the outputs are not a linear map of the inputs.
func (t *Trial) presentError(c *circuit.Circuit) (float64, error) {
	r, err := t.stimuli.Present()
	if err != nil {
		return 0, err
	}
	point, _, err := r.Glance(c, &t.look)
	if errors.Is(err, circuit.ErrNotLinear) {
		return math.NaN(), nil
	}
	return float64(point.Error), err
}
