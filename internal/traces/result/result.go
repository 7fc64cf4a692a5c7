package result

import (
	"cmp"
	"slices"

	"twophase/circuit/intervention"
	"twophase/internal/measure"
	"twophase/internal/text/wording"
)

// Result is what one trial found.
type Result struct {
	Trial    int              `json:"trial"`
	Measures measure.Measures `json:"measures"`
	Pruning  Pruning          `json:"pruning"`
	Prunings []Pruning        `json:"prunings,omitempty"` // of further projections, which the key pruning names
	Curve    []measure.Point  `json:"curve"`

	State *measure.LateralState `json:"lateral_state,omitempty"` // nil unless the outputs are far from the settled ones

	Declared *measure.Declared `json:"declared,omitempty"` // nil where no declared measure was wanted

	Followed []measure.Followed `json:"followed,omitempty"` // declared measures throughout the run

	MeanSweeps wording.Number `json:"mean_sweeps"` // settling sweeps per stimulus, 0 if nothing settles
	Unsettled  wording.Number `json:"unsettled"`   // fraction of stimuli that did not settle

	Movement Movement `json:"movement"` // of the weights, from the start to the end

	Happened int      `json:"happened,omitempty"` // interventions that took place
	Events   []Event  `json:"events,omitempty"`   // the first of them; all are in the event log
	Effects  []Effect `json:"effects,omitempty"`  // of each intervention

	WrongSigns []WrongSigns `json:"wrong_signs,omitempty"` // of projections that should have no negative weights and had some

	Rewired []Rewired `json:"rewired,omitempty"` // projections of which synapses were pruned

	Exact bool `json:"-"` // at the end the outputs are solved for exactly
}

// Rewired counts what the phase Rewire did to a projection.
type Rewired struct {
	Projection string `json:"projection"`
	Pruned     int    `json:"pruned"`
	Grown      int    `json:"grown"`
	Last       int    `json:"last"` // the last step in which it did so
}

// WrongSigns counts the negative weights of a projection that is excitatory or inhibitory, as
// observed at the looks of a monitor.
type WrongSigns struct {
	Projection string `json:"projection"`
	Sign       string `json:"sign"` // excitatory or inhibitory
	Synapses   int    `json:"synapses"`
	Final      int    `json:"final"` // negative weights at the end
	Most       int    `json:"most"`  // the same where there were most
	MostStep   int    `json:"most_step"`
}

// Movement is the distance of the weights from their start, relative to their norm there.
type Movement struct {
	Feedforward wording.Number `json:"feedforward"` // ‖W − W_0‖/‖W_0‖
	Lateral     wording.Number `json:"lateral"`     // ‖M − M_0‖/‖M_0‖, with the scales
	Left        wording.Number `json:"left"`        // ‖W‖/‖W_0‖

	Others []OtherMovement `json:"others,omitempty"` // of the other arrays of weights.npz
}

// OtherMovement is the distance of an array of weights or scales from its start, relative to
// its norm there.
type OtherMovement struct {
	Array string         `json:"array"` // its name
	Moved wording.Number `json:"moved"`
}

// Growth is how a lateral synapse grew and was pruned, as observed at the start and at the looks
// of a monitor.
type Growth struct {
	Synapse  string         `json:"synapse"`
	Peak     wording.Number `json:"peak"` // largest |weight|
	PeakStep int            `json:"peak_step"`
	Final    wording.Number `json:"final"` // |weight| at the end
}

// Pruned reports whether the synapse is pruned.
func (g Growth) Pruned() bool { return measure.Pruned(float64(g.Peak), float64(g.Final)) }

// PruningOf returns how the synapses of a projection were pruned, if the run followed them.
func (r *Result) PruningOf(projection string) Pruning {
	for _, p := range r.Prunings {
		if p.Projection == projection {
			return p
		}
	}
	if r.Pruning.Projection == projection {
		return r.Pruning
	}
	return Pruning{}
}

// Pruning summarises how the synapses of a projection were pruned, by default the lateral ones.
type Pruning struct {
	Projection   string         `json:"projection,omitempty"` // of the synapses; empty if its name is lateral
	Synapses     int            `json:"synapses"`
	Fixed        bool           `json:"fixed,omitempty"` // nothing changes them: no phase, and there are no interventions
	Lesioned     int            `json:"lesioned,omitempty"`
	Pruned       int            `json:"pruned"`        // of the others, by measure.Pruned
	LargestPeak  wording.Number `json:"largest_peak"`  // largest |weight| of all synapses over the run
	LargestFinal wording.Number `json:"largest_final"` // the same at the end
	Each         []Growth       `json:"each"`          // absent above 1000 synapses, which are in the traces
}

// What names one of the synapses.
func (p Pruning) What() string { return cmp.Or(p.Projection, "lateral") + " synapse" }

// Ratio names the size of the synapses relative to that with the scales, Measures.Ratio.
func (p Pruning) Ratio() string { return measure.RatioOf(p.Projection) }

// Fraction returns the fraction of the synapses that are pruned, of those that are not lesioned.
func (p Pruning) Fraction() float64 { return float64(p.Pruned) / float64(p.Synapses-p.Lesioned) }

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

// Effect counts what an intervention did in one trial.
type Effect struct {
	Times   int `json:"times"`   // how often it took place
	Changes int `json:"changes"` // number of changes, over all times
}
