package result

import "twophase/circuit/intervention"

// Effect counts what an intervention did in one trial.
type Effect struct {
	Times   int `json:"times"`   // how often it took place
	Changes int `json:"changes"` // number of changes, over all times
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
