package pruning

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"twophase/circuit/selection"
	"twophase/internal/files/folder"
	"twophase/internal/numerics/quantile"
	"twophase/internal/text/wording"
	"twophase/internal/traces/trace"
	"twophase/recorder"
	"twophase/synapse"
)

// NotRecorded is the error of a projection whose synapses cannot be followed: there is no such projection, or no weight of it was
// recorded. It says what could be followed instead.
type NotRecorded struct{ error }

// Of finds how the synapses of a projection of a trial were pruned, of Graph.Among if it is "". seen is what the
// run itself saw of some synapses, by name; nil if nothing is known. It returns a NotRecorded error, and errors of reading.
func Of(ctx context.Context, t *trace.Trial, projection selection.Kind, seen map[string]Seen, c Criterion) (*Circuit, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	z := t.Size()
	k := cmp.Or(projection, z.Graph.Among())
	if err := check(t, k); err != nil {
		return nil, NotRecorded{err}
	}
	c.Dwell = c.dwell(t.Last() - t.First())
	p := &Circuit{First: t.First(), Last: t.Last(), Criterion: c, Events: []Event{}, Notes: []string{}, Cadence: cadence(t.Requests(), z, k), kind: k}
	if p.IsAmong = k == z.Graph.Among(); k != selection.Lateral {
		p.Projection = k.String()
	}
	p.Size = synapsesOf(t, k)
	events, err := t.Events()
	if errors.Is(err, folder.ErrDamaged) {
		return nil, err
	}
	if err != nil {
		p.note("some events are missing: %v", err)
	}
	for _, e := range events {
		p.Events = append(p.Events, Event{e.Step, e.Edit, len(e.Changes)})
		if e.Intervention < 0 {
			p.Rewirings++
		}
	}
	lesioned := p.lesions(events)
	course := newCourse(t, k, p.moments())
	histories, recorded, err := collect(ctx, t, k, course, func(all []*history, step int64) wording.Number { return fraction(all, lesioned, step, c) })
	if err != nil {
		return nil, err
	}
	p.Recorded, p.Followed, p.Thinned, p.Curve = recorded, len(histories), 1, course.curve
	for _, h := range histories {
		p.Thinned = max(p.Thinned, h.every)
	}
	if c.Fraction != Default.Fraction { // by which the run counted
		seen = nil
	}
	p.follow(histories, lesioned, seen)
	p.rank()
	if n := len(p.Curve); n > 0 {
		p.Curve[n-1].Pruned = p.Fraction // by what the run saw, where that is known
	}
	p.addNotes(t)
	if p.IsAmong && len(seen) == 0 && p.Size > MostListed {
		p.note("a run lists what it saw of the synapses among its outputs one by one up to %d of them: of these %d the peaks are the recorded ones, and counts may differ from the summary's", MostListed, p.Size)
	}
	return p, nil
}

// Chosen returns the projection whose synapses are followed if none is named: Graph.Among or, where a network has
// none, the only projection that was recorded; else "".
func Chosen(t *trace.Trial) selection.Kind {
	z := t.Size()
	among := z.Graph.Among()
	recorded := slices.DeleteFunc(z.Kinds(), func(k selection.Kind) bool { return !z.Synaptic(k) || !t.HasKind(k) })
	if among == "" && len(recorded) == 1 {
		return recorded[0]
	}
	return among
}

// check returns an error unless the lives of the synapses of a kind can be followed.
func check(t *trace.Trial, k selection.Kind) error {
	z, all, recorded := t.Size(), []string{}, []string{}
	for _, k := range z.Kinds() {
		if wiring, within := z.Within(k); z.Synaptic(k) && !(within && wiring == synapse.Unconnected) {
			if all = append(all, k.String()); t.HasKind(k) {
				recorded = append(recorded, k.String())
			}
		}
	}
	others := "no weight was recorded: run again with --record weights@10"
	if len(recorded) > 0 {
		others = "name a projection that was recorded: " + wording.List(recorded, "or")
	}
	_, within := z.Within(k)
	switch {
	case k == "":
		return fmt.Errorf("the network has no synapses within a population; %s", others)
	case !slices.Contains(all, k.String()):
		return fmt.Errorf("projection %q does not exist%s; %s", k.String(), wording.Hint(k.String(), all), others)
	case !t.HasKind(k):
		if len(recorded) == 0 {
			return fmt.Errorf("no weights of %v were recorded: run again with --record %v@10", k, k)
		}
		return fmt.Errorf("no weights of %v were recorded: run again with --record %v@10, or %s", k, k, others)
	case within && z.Neurons(k) < 2:
		return errors.New("a population of one neuron has no synapses within it; " + others)
	}
	return nil
}

// cadence says how often the weights of a projection were recorded, such as "every 10 steps and at log-spaced steps".
func cadence(requests []recorder.Request, z selection.Size, k selection.Kind) string {
	least, logSpaced, around := recorder.Stride(0), false, false
	for _, r := range requests {
		if !z.Includes(r.Selection.Kind(), k) {
			continue
		}
		logSpaced, around = logSpaced || r.Stride == recorder.LogSpaced, around || r.Around != nil || r.Unresolved
		if r.Stride > 0 && (least == 0 || r.Stride < least) {
			least = r.Stride
		}
	}
	var all []string
	for _, c := range []struct {
		is   bool
		text string
	}{{least == 1, "every step"}, {least > 1, fmt.Sprintf("every %d steps", least)}, {logSpaced && least != 1, "at log-spaced steps"}, {around && least != 1, "around some steps"}} {
		if c.is {
			all = append(all, c.text)
		}
	}
	return wording.List(all, "and")
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
func (p *Circuit) follow(histories []*history, lesioned map[trace.Element]int64, seen map[string]Seen) {
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
	p.Noise = wording.Number(floor)
	counts := map[State]*int{Pruned: &p.Pruned, Faint: &p.Faint, Active: &p.Active, Unborn: &p.Unborn, Lesioned: &p.Lesioned, Absent: &p.Absent}
	for _, h := range histories {
		e := h.element
		var known *Seen
		if of, is := seen[e.String()]; is {
			known = &of
		}
		s := Synapse{Synapse: e.String(), Post: e.Post, Pre: e.Pre, Life: Follow(h.History, floor, h.cut(lesioned), known, p.Criterion)}
		p.Synapses = append(p.Synapses, s)
		*counts[s.State]++
	}
	p.Fraction = wording.Number(float64(p.Pruned) / float64(p.Counted()))
}

// MostListed is the largest number of synapses among the outputs whose growth a summary lists one by one.
const MostListed = 1000

// addNotes adds the notes on what is left out.
func (p *Circuit) addNotes(t *trace.Trial) {
	if p.Recorded < p.Size {
		p.note("%d of %d %v synapses were recorded", p.Recorded, p.Size, p.kind)
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
		p.note("passed over %s without a finite number", wording.Count(undefined, "record"))
	}
}

func (p *Circuit) note(format string, values ...any) {
	p.Notes = append(p.Notes, fmt.Sprintf(format, values...))
}
