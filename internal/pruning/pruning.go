package pruning

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"twophase/circuit/selection"
	"twophase/internal/folder"
	"twophase/internal/number"
	"twophase/internal/phrase"
	"twophase/internal/quantile"
	"twophase/internal/trace"
	"twophase/synapse"
)

// ErrNoLateral is the error of a trace without lateral weights.
var ErrNoLateral = errors.New("no lateral weights")

// Of finds how the lateral synapses of a trial were pruned. It returns an error that wraps
// ErrNoLateral if none was recorded, and errors of reading.
//
// In a circuit with a graph the lateral synapses are those of the projection lateral or,
// without one, of the first recorded projection from a population to itself.
func Of(ctx context.Context, t *trace.Trial, c Criterion) (*Circuit, error) {
	k, err := lateralOf(t)
	if err != nil {
		return nil, err
	}
	return OfProjection(ctx, t, k, c)
}

// lateralOf returns the projection of lateral synapses.
func lateralOf(t *trace.Trial) (selection.Kind, error) {
	z := t.Size()
	found, recorded := []selection.Kind{}, []selection.Kind{}
	for _, k := range z.Kinds() {
		if wiring, within := z.Within(k); within && wiring != synapse.Unconnected {
			if found = append(found, k); t.HasKind(k) {
				recorded = append(recorded, k)
			}
		}
	}
	switch {
	case len(found) == 0:
		for _, k := range z.Kinds() {
			if z.Graph != nil && z.Class(k) == selection.Synapses && t.HasKind(k) {
				return "", fmt.Errorf("%w: the network has no lateral synapses; look at single ones of another projection, such as --synapse '%v[0,0]'", ErrNoLateral, k)
			}
		}
		return "", fmt.Errorf("%w: the network has no lateral synapses", ErrNoLateral)
	case len(recorded) == 0:
		return "", fmt.Errorf("%w were recorded: run again with --record %v@10", ErrNoLateral, found[0])
	case slices.Contains(recorded, selection.Lateral):
		return selection.Lateral, nil
	}
	return recorded[0], nil
}

// OfProjection finds how the synapses of any projection of a trial were pruned. Its errors
// are those of Of.
func OfProjection(ctx context.Context, t *trace.Trial, k selection.Kind, c Criterion) (*Circuit, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	z := t.Size()
	_, within := z.Within(k)
	switch {
	case !z.Synaptic(k) || !t.HasKind(k):
		return nil, fmt.Errorf("%w: no synapses %v were recorded", ErrNoLateral, k)
	case within && z.Neurons(k) < 2:
		return nil, fmt.Errorf("%w: a circuit of one output has no lateral synapses", ErrNoLateral)
	}
	c.Dwell = c.dwell(t.Last() - t.First())
	p := &Circuit{First: t.First(), Last: t.Last(), Criterion: c, Events: []Event{}, Notes: []string{}, kind: k}
	if k != selection.Lateral {
		p.Projection = k.String()
	}
	p.Lateral = synapsesOf(t, k)
	events, err := t.Events()
	if errors.Is(err, folder.ErrDamaged) {
		return nil, err
	}
	if err != nil {
		p.note("some events are missing: %v", err)
	}
	for _, e := range events {
		p.Events = append(p.Events, Event{e.Step, e.Edit, len(e.Changes)})
	}
	course := newCourse(t, k, p.moments())
	histories, recorded, err := collect(ctx, t, k, course)
	if err != nil {
		return nil, err
	}
	p.Recorded, p.Followed, p.Thinned, p.Curve = recorded, len(histories), 1, course.curve
	for _, h := range histories {
		p.Thinned = max(p.Thinned, h.every)
	}
	p.follow(histories, p.lesions(events))
	p.rank()
	for i := range p.Curve {
		p.Curve[i].Pruned = p.fractionAt(p.Curve[i].Step)
	}
	p.addNotes(t)
	return p, nil
}

// synapsesOf returns the number of synapses of a projection.
func synapsesOf(t *trace.Trial, k selection.Kind) (n int) {
	z := t.Size()
	if wiring, within := z.Within(k); within && wiring != synapse.Listed {
		return wiring.Len(z.Neurons(k))
	}
	for post := range z.Neurons(k) {
		for pre := range z.Width(k) {
			if t.Exists(trace.Element{Kind: k, Post: post, Pre: pre}) {
				n++
			}
		}
	}
	return n
}

// spacing makes some twenty moments in each decade, as in summaries: it is nearly
// 1/(10^(1/20) − 1).
const spacing = 8

// moments returns the steps of the curve: log-spaced ones, the first, the last, and those
// before and after interventions.
func (p *Circuit) moments() (steps []int64) {
	steps = append(steps, p.First, p.Last)
	for s := int64(1); s < p.Last; s += max(1, s/spacing) {
		steps = append(steps, s)
	}
	for i, e := range p.Events {
		if i < 100 {
			steps = append(steps, e.Step, e.Step+1)
		}
	}
	steps = slices.DeleteFunc(steps, func(s int64) bool { return s < p.First || s > p.Last })
	slices.Sort(steps)
	return slices.Compact(steps)
}

// lesions returns the step after which each synapse was lesioned last.
func (p *Circuit) lesions(events []trace.Event) map[trace.Element]int64 {
	at := map[trace.Element]int64{}
	for _, e := range events {
		for _, c := range e.Changes {
			if c.What == "lesion" && c.Projection == p.kind.String() {
				at[trace.Element{Kind: p.kind, Post: c.Post, Pre: c.Pre}] = e.Step
			}
		}
	}
	return at
}

// follow finds the life of each synapse.
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
	p.Noise = number.Number(floor)
	counts := map[State]*int{Pruned: &p.Pruned, Active: &p.Active, Unborn: &p.Unborn, Lesioned: &p.Lesioned, Absent: &p.Absent}
	for _, h := range histories {
		e := h.element
		s := Synapse{Synapse: e.String(), Post: e.Post, Pre: e.Pre, Life: Follow(h.History, floor, h.cut(lesioned), p.Criterion)}
		p.Synapses = append(p.Synapses, s)
		*counts[s.State]++
	}
	p.Fraction = number.Number(float64(p.Pruned) / float64(p.Pruned+p.Active+p.Unborn))
	if p.Pruned+p.Active+p.Unborn == 0 {
		p.Fraction = number.NaN
	}
}

// addNotes adds the notes on what is left out.
func (p *Circuit) addNotes(t *trace.Trial) {
	if p.Recorded < p.Lateral {
		p.note("%d of %d %v synapses were recorded", p.Recorded, p.Lateral, p.kind)
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
		p.note("passed over %s without a finite number", phrase.Count(undefined, "record"))
	}
}

func (p *Circuit) note(format string, values ...any) {
	p.Notes = append(p.Notes, fmt.Sprintf(format, values...))
}
