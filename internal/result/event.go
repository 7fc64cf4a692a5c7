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

// Effect counts what an intervention did in one trial.
type Effect struct {
	Times   int `json:"times"`   // how often it took place
	Changes int `json:"changes"` // number of changes, over all times
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

// WarnOfEffects adds a warning for each intervention that never took place, or
// changed nothing whenever it did.
func (s *Summary) WarnOfEffects(list []intervention.Intervention, results []*Result) {
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
			s.Warning(idle, "intervention %d, %v, never took place", n+1, i)
		}
		if vain > 0 {
			s.Warning(vain, "intervention %d, %v, changed nothing: all was so already", n+1, i)
		}
	}
}
