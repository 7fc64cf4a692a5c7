package result

import (
	"twophase/internal/measure"
	"twophase/internal/number"
)

// Result is what one trial found.
type Result struct {
	Trial    int              `json:"trial"`
	Measures measure.Measures `json:"measures"`
	Pruning  Pruning          `json:"pruning"`
	Curve    []measure.Point  `json:"curve"`

	State *measure.LateralState `json:"lateral_state,omitempty"` // nil unless the outputs are far from the settled ones

	Declared *measure.Declared `json:"declared,omitempty"` // nil where no declared measure was wanted

	Followed []measure.Followed `json:"followed,omitempty"` // declared measures throughout the run

	MeanSweeps number.Number `json:"mean_sweeps"` // settling sweeps per stimulus, 0 if nothing settles
	Unsettled  number.Number `json:"unsettled"`   // fraction of stimuli that did not settle

	Movement Movement `json:"movement"` // of the weights, from the start to the end

	Happened int      `json:"happened,omitempty"` // interventions that took place
	Events   []Event  `json:"events,omitempty"`   // the first of them; all are in the event log
	Effects  []Effect `json:"effects,omitempty"`  // of each intervention

	Exact bool `json:"-"` // at the end the outputs are solved for exactly
}
