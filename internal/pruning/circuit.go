package pruning

import (
	"context"
	"errors"
	"fmt"
	"math"

	"twophase/circuit/selection"
	"twophase/internal/quantile"
	"twophase/internal/trace"
	"twophase/synapse"
)

// Synapse is a lateral synapse and its life.
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
	Step    int64  `json:"step"` // after which it did
	Edit    string `json:"edit"`
	Changes int    `json:"changes"`
}

// Circuit tells how the lateral synapses of a trial were pruned.
type Circuit struct {
	First     int64     `json:"first"` // steps that were recorded
	Last      int64     `json:"last"`
	Criterion Criterion `json:"criterion"` // with the dwell that was meant
	Noise     Number    `json:"noise"`     // floor of the circuit

	Lateral  int `json:"lateral"`  // synapses that there are
	Recorded int `json:"recorded"` // of these
	Followed int `json:"followed"` // of these: every so many-th if there are too many
	Thinned  int `json:"thinned"`  // one of so many records was kept of the longest history

	Pruned   int    `json:"pruned"`
	Active   int    `json:"active"`
	Unborn   int    `json:"unborn"`
	Lesioned int    `json:"lesioned"`
	Absent   int    `json:"absent"`
	Fraction Number `json:"fraction"` // pruned of those that are neither lesioned nor absent

	Synapses []Synapse `json:"synapses"` // by rank
	Curve    []Point   `json:"curve"`
	Events   []Event   `json:"events"`
	Notes    []string  `json:"notes"` // what is left out, and why
}

// ErrNoLateral is within the error of a trace without lateral weights.
var ErrNoLateral = errors.New("no lateral weights")

// Of tells how the lateral synapses of a trial were pruned. It returns an error of
// ErrNoLateral if there are none or none was recorded, and errors of reading.
func Of(ctx context.Context, t *trace.Trial, c Criterion) (*Circuit, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	k := t.Size().Outputs
	switch {
	case t.Size().Lateral == synapse.Unconnected:
		return nil, fmt.Errorf("%w: the network has no lateral synapses", ErrNoLateral)
	case !t.HasKind(selection.Lateral):
		return nil, fmt.Errorf("%w were recorded: run again with --record lateral@10 (and --record weights@log, for the health of the circuit)", ErrNoLateral)
	case k < 2:
		return nil, fmt.Errorf("%w: a circuit of one output has no lateral synapses", ErrNoLateral)
	}
	c.Dwell = c.dwell(t.Last() - t.First())
	p := &Circuit{First: t.First(), Last: t.Last(), Criterion: c, Lateral: t.Size().Lateral.Len(k), Events: []Event{}, Notes: []string{}}
	events, err := t.Events()
	if err != nil {
		p.note("some events are missing: %v", err)
	}
	for _, e := range events {
		p.Events = append(p.Events, Event{e.Step, e.Edit, len(e.Changes)})
	}
	histories, err := p.collect(ctx, t)
	if err != nil {
		return nil, err
	}
	p.follow(histories, lesions(events))
	p.rank()
	if err := p.look(ctx, t); err != nil {
		return nil, err
	}
	p.say(t)
	return p, nil
}

// lesions returns after which step each synapse was lesioned last.
func lesions(events []trace.Event) map[trace.Element]int64 {
	at := map[trace.Element]int64{}
	for _, e := range events {
		for _, c := range e.Changes {
			if c.What == "lesion" && c.Projection == selection.Lateral.String() {
				at[trace.Element{Kind: selection.Lateral, Post: c.Post, Pre: c.Pre}] = e.Step
			}
		}
	}
	return at
}

// follow tells the life of each synapse.
func (p *Circuit) follow(histories []*history, lesioned map[trace.Element]int64) {
	var noise []float64
	for _, h := range histories {
		finite, _ := h.History.finite()
		alive, cut := finite.alive(h.cut(lesioned))
		if peak, _ := alive.peak(); cut == nil && peak > 0 {
			noise = append(noise, alive.Noise())
		}
	}
	floor := 0.0
	if len(noise) > 0 {
		floor = quantile.Median(noise)
	}
	p.Noise = Number(floor)
	counts := map[State]*int{Pruned: &p.Pruned, Active: &p.Active, Unborn: &p.Unborn, Lesioned: &p.Lesioned, Absent: &p.Absent}
	for _, h := range histories {
		e := h.element
		s := Synapse{Synapse: e.String(), Post: e.Post, Pre: e.Pre, Life: Follow(h.History, floor, h.cut(lesioned), p.Criterion)}
		p.Synapses = append(p.Synapses, s)
		*counts[s.State]++
	}
	p.Fraction = Number(float64(p.Pruned) / float64(p.Pruned+p.Active+p.Unborn))
	if p.Pruned+p.Active+p.Unborn == 0 {
		p.Fraction = nan
	}
}

// say adds what a reader must know.
func (p *Circuit) say(t *trace.Trial) {
	if p.Recorded < p.Lateral {
		p.note("%d of %d lateral synapses were recorded", p.Recorded, p.Lateral)
	}
	if p.Followed < p.Recorded {
		p.note("%d of %d recorded synapses are followed, evenly spread", p.Followed, p.Recorded)
	}
	if p.Thinned > 1 {
		p.note("one of %d records is looked at, beside the peaks: a shorter resurrection would not be seen", p.Thinned)
	}
	if u := t.Unfinished(); u != "" {
		p.note("the run was interrupted: what %s holds is not read, and the trace ends at step %d", u, p.Last)
	}
	undefined := 0
	for _, s := range p.Synapses {
		undefined += s.Undefined
	}
	if undefined > 0 {
		p.note("%d records that are not finite numbers were passed over", undefined)
	}
}

func (p *Circuit) note(format string, values ...any) {
	p.Notes = append(p.Notes, fmt.Sprintf(format, values...))
}

// Of returns the life of one synapse, or nil if it is not among those followed.
func (p *Circuit) Of(post, pre int) *Synapse {
	for i := range p.Synapses {
		if s := &p.Synapses[i]; s.Post == post && s.Pre == pre {
			return s
		}
	}
	return nil
}

// orZero returns a number to order by, with nothing below everything.
func orZero(n Number) float64 {
	if math.IsNaN(float64(n)) {
		return -1
	}
	return float64(n)
}
