package experiment

import (
	"slices"

	"twophase/circuit/intervention"
)

// event is what a summary says of an intervention that took place.
type event struct {
	Step         int    `json:"step"`         // after which it did
	Intervention int    `json:"intervention"` // its number in the experiment, from 0
	Edit         string `json:"edit"`
	Changes      int    `json:"changes"` // how much it changed: synapses, scales, neurons, …
}

// effect is what an intervention did in one trial.
type effect struct {
	Times   int `json:"times"`   // how often it took place
	Changes int `json:"changes"` // that it made in all
}

// eventsKept is how many events of a trial a summary lists.
const eventsKept = 100

// happened takes an intervention that took place.
func (t *trialRun) happened(e intervention.Event) error {
	e.Intervention = t.numbers[e.Intervention]
	m := t.monitor
	if m.Happened++; m.Happened <= eventsKept {
		m.Events = append(m.Events, event{e.Step, e.Intervention, e.Edit, len(e.Changes)})
	}
	effect := &m.Effects[e.Intervention]
	effect.Times++
	effect.Changes += len(e.Changes)
	if t.watcher != nil {
		t.watcher.Happened(t.trial, e.Step, e.Edit, len(e.Changes))
	}
	if t.events == nil {
		return nil
	}
	return t.events.Append(e)
}

// marks returns the steps after which the interventions took place that do so once.
func (r *Result) marks(list []intervention.Intervention) (steps []int) {
	for _, e := range r.Events {
		if _, often := list[e.Intervention].When.(intervention.Every); !often && !slices.Contains(steps, e.Step) {
			steps = append(steps, e.Step)
		}
	}
	return steps
}

// warnOfEffects adds a warning for each intervention that never took place, or
// changed nothing whenever it did.
func (s *Summary) warnOfEffects(list []intervention.Intervention, results []*Result) {
	for n, i := range list {
		idle, vain := 0, 0
		for _, r := range results {
			switch e := r.Effects[n]; {
			case e.Times == 0:
				idle++
			case e.Changes == 0:
				vain++
			}
		}
		if idle > 0 {
			s.warning(idle, "intervention %d, %v, never took place", n+1, i)
		}
		if vain > 0 {
			s.warning(vain, "intervention %d, %v, changed nothing: all was so already", n+1, i)
		}
	}
}
