package experiment

import "twophase/circuit/intervention"

// event is what a summary says of an intervention that took place.
type event struct {
	Step         int    `json:"step"`         // after which it did
	Intervention int    `json:"intervention"` // its number in the experiment, from 0
	Edit         string `json:"edit"`
	Changes      int    `json:"changes"` // how much it changed: synapses, scales, neurons, …
}

// eventsKept is how many events of a trial a summary lists.
const eventsKept = 100

// happened takes an intervention that took place.
func (t *trialRun) happened(e intervention.Event) error {
	m := t.monitor
	if m.Happened++; m.Happened <= eventsKept {
		m.Events = append(m.Events, event{e.Step, e.Intervention, e.Edit, len(e.Changes)})
	}
	if t.events == nil {
		return nil
	}
	return t.events.Append(e)
}
