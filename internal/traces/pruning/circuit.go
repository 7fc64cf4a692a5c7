package pruning

import (
	"cmp"
	"math"
	"slices"

	"twophase/circuit/selection"
	"twophase/internal/text/wording"
)

// Synapse is a synapse and its life.
type Synapse struct {
	Synapse    string `json:"synapse"`
	Post       int    `json:"post"`
	Pre        int    `json:"pre"`
	Rank       int    `json:"rank"`         // by |weight| at the end, from 1
	RankByPeak int    `json:"rank_by_peak"` // by the largest |weight|, from 1
	Life
}

// Event is an intervention that took place.
type Event struct {
	Step    int64  `json:"step"` // after which it took place
	Edit    string `json:"edit"`
	Changes int    `json:"changes"`
}

// Circuit is the pruning of the synapses of a projection in a trial.
type Circuit struct {
	First     int64          `json:"first"` // first recorded step
	Last      int64          `json:"last"`
	Criterion Criterion      `json:"criterion"` // with its dwell in steps
	Noise     wording.Number `json:"noise"`     // floor of the circuit

	Size     int `json:"lateral"`  // number of synapses
	Recorded int `json:"recorded"` // of these
	Followed int `json:"followed"` // of these: evenly spread if there are too many
	Thinned  int `json:"thinned"`  // of the longest history, one in Thinned records was kept

	Pruned   int            `json:"pruned"`
	Active   int            `json:"active"`
	Unborn   int            `json:"unborn"`
	Lesioned int            `json:"lesioned"`
	Absent   int            `json:"absent"`
	Faint    int            `json:"faint"`
	Fraction wording.Number `json:"fraction"` // pruned of those that are not lesioned

	Synapses  []Synapse `json:"synapses"` // by rank
	Curve     []Point   `json:"curve"`
	Events    []Event   `json:"events"`
	Rewirings int       `json:"rewirings,omitempty"` // how many of the events are rewiring by the schedule
	Notes     []string  `json:"notes"`               // what is left out, and why

	Projection string `json:"projection,omitempty"` // of the synapses; empty if its name is lateral
	IsAmong    bool   `json:"is_lateral"`           // the summary counts these synapses
	Cadence    string `json:"cadence"`              // how often they were recorded, such as "every 10 steps"

	kind selection.Kind
}

// Kind returns the projection of the synapses.
func (p *Circuit) Kind() selection.Kind { return p.kind }

// Counted returns the number of synapses that may be pruned: those that are followed and not lesioned.
func (p *Circuit) Counted() int { return p.Pruned + p.Faint + p.Active + p.Unborn + p.Absent }

// What names one of the synapses.
func (p *Circuit) What() string {
	return cmp.Or(p.Projection, "lateral") + " synapse"
}

// LastPruned returns the synapse that was pruned last, or nil if it is not known when any was.
func (p *Circuit) LastPruned() (last *Synapse) {
	for i := range p.Synapses {
		if s := &p.Synapses[i]; s.BelowSince != nil && (last == nil || *s.BelowSince > *last.BelowSince) {
			last = s
		}
	}
	return last
}

// Of returns the life of one synapse, or nil if it is not followed.
func (p *Circuit) Of(post, pre int) *Synapse {
	for i := range p.Synapses {
		if s := &p.Synapses[i]; s.Post == post && s.Pre == pre {
			return s
		}
	}
	return nil
}

// rank numbers the synapses by their largest and by their final |weight|, and orders
// them by the latter. Equal ones are in order of post and pre.
func (p *Circuit) rank() {
	by := func(size func(*Synapse) wording.Number) {
		slices.SortFunc(p.Synapses, func(a, b Synapse) int {
			return cmp.Or(cmp.Compare(orZero(size(&b)), orZero(size(&a))), cmp.Compare(a.Post, b.Post), cmp.Compare(a.Pre, b.Pre))
		})
	}
	by(func(s *Synapse) wording.Number { return s.Peak })
	for i := range p.Synapses {
		p.Synapses[i].RankByPeak = i + 1
	}
	by(func(s *Synapse) wording.Number { return s.Final })
	for i := range p.Synapses {
		p.Synapses[i].Rank = i + 1
	}
}

// orZero returns a number to order by, with nothing below everything.
func orZero(n wording.Number) float64 {
	if math.IsNaN(float64(n)) {
		return -1
	}
	return float64(n)
}
