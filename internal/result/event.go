package result

import (
	"slices"

	"twophase/circuit/intervention"
)

// Event is an intervention that took place, in a summary.
type Event struct {
	Step         int    `json:"step"`         // after which it took place
	Intervention int    `json:"intervention"` // its number in the experiment, from 0
	Edit         string `json:"edit"`
	Changes      int    `json:"changes"` // number of things that it changed: synapses, scales, neurons, …
}

// Marks returns the steps of those interventions that take place once, to mark them in
// pictures.
func (r *Result) Marks(list []intervention.Intervention) (steps []int) {
	for _, e := range r.Events {
		if _, often := list[e.Intervention].When.(intervention.Every); !often && !slices.Contains(steps, e.Step) {
			steps = append(steps, e.Step)
		}
	}
	return steps
}
