package trace

import (
	"context"
	"fmt"
	"math"
	"slices"

	"twophase/circuit/selection"
)

// Stretch is a range of steps, both included, with the number of points that a trace should have
// in it.
type Stretch struct {
	From, To int64
	Points   int
}

// Gather does the work of many calls of Snapshot and Series in one pass over the trace. It calls
// look with the circuit at some ascending steps, but not before the first record, and only once
// for steps without a record between them. The snapshot is valid during the call. Gather returns
// the records of some elements in some ranges of steps [elements][stretches]. It returns an error
// if an element was not recorded, if a page is damaged, or if look returns one.
func (t *Trial) Gather(ctx context.Context, moments []int64, elements []Element, stretches []Stretch, look func(*Snapshot) error) ([][]Series, error) {
	now, err := t.emptySnapshot(t.kinds)
	if err != nil {
		return nil, err
	}
	g := &gathering{now: now, kinds: t.kinds, moments: moments, looked: -1, look: look, stretches: stretches, chosen: make(places), columns: columnsOf(t.pages)}
	for i, e := range elements {
		if err := t.Recorded(e); err != nil {
			return nil, err
		}
		g.chosen.add(e, i, t.size.Width(e.Kind))
		row := make([]*buckets, len(stretches))
		for s := range row {
			row[s] = newBuckets(stretches[s].Points, g.columns)
		}
		g.kept = append(g.kept, row)
		g.last = append(g.last, -1)
	}
	if err = inOrder(ctx, t.pages, g.read, g.take); err == nil {
		err = g.until(math.MaxInt64)
	}
	if err != nil {
		return nil, fmt.Errorf("read the traces: %w", err)
	}
	all := make([][]Series, len(elements))
	for i, row := range g.kept {
		for _, b := range row {
			all[i] = append(all[i], seriesOf(b.samples(), b.total))
		}
	}
	return all, nil
}

// places are some elements with a number each, by kind and post, in rows [width] of the number
// plus 1, 0 for those that are not among them.
type places map[placeRow][]int32

type placeRow struct {
	kind selection.Kind
	post int32
}

func (p places) add(e Element, number, width int) {
	at := placeRow{e.Kind, int32(e.Post)}
	if p[at] == nil {
		p[at] = make([]int32, width)
	}
	p[at][max(e.Pre, 0)] = int32(number) + 1
}

// gathering is what one pass over a trace has found so far.
type gathering struct {
	now       Snapshot
	kinds     []selection.Kind
	moments   []int64 // still to come
	looked    int64   // step of the last snapshot that was looked at, −1 if there is none
	look      func(*Snapshot) error
	stretches []Stretch
	chosen    places
	columns   []int        // of the samples
	kept      [][]*buckets // [elements][stretches]
	last      []int64      // step of the last record [elements]
}

// gatheredPage is the content of a page: all values, and the records of chosen elements.
type gatheredPage struct {
	steps   []int64
	values  stepRows // of all rows
	numbers []int    // of the elements of samples
	samples []sample
}

// read reads a page. Several pages are read at a time.
func (g *gathering) read(r *pageReader, pg page) (p gatheredPage, err error) {
	if err := r.places(pg); err != nil {
		return p, err
	}
	n := len(r.steps)
	p.steps = slices.Clone(r.steps)
	weights, err := r.column(pg, pg.part.values[0])
	if err != nil {
		return p, err
	}
	p.values = stepRows{r.elements(0, n), slices.Clone(weights)}
	var rows []int
	first := 0
	for _, s := range r.kinds {
		post, numbers := int32(-1), []int32(nil)
		for row := first; row < s.end; row++ {
			if r.posts[row] != post {
				post = r.posts[row]
				numbers = g.chosen[placeRow{s.kind, post}]
			}
			if pre := max(r.pres[row], 0); int(pre) < len(numbers) && numbers[pre] > 0 {
				rows, p.numbers = append(rows, row), append(p.numbers, int(numbers[pre])-1)
			}
		}
		first = s.end
	}
	steps := make([]int64, len(rows))
	for i, row := range rows {
		steps[i] = r.steps[row]
	}
	p.samples, err = samplesAt(r, pg, rows, steps, g.columns)
	return p, err
}

// take takes the next page.
func (g *gathering) take(p gatheredPage) error {
	row := 0
	for row < len(p.steps) {
		step, end := p.steps[row], row+1
		for end < len(p.steps) && p.steps[end] == step {
			end++
		}
		if err := g.until(step); err != nil {
			return err
		}
		if err := g.now.fill(stepRows{p.values.places[row:end], p.values.weights[row:end]}, step, g.kinds); err != nil {
			return err
		}
		row = end
	}
	for i, element := range p.numbers {
		s := &p.samples[i]
		if s.step <= g.last[element] {
			return errDouble
		}
		g.last[element] = s.step
		for j, at := range g.stretches {
			if at.From <= s.step && s.step <= at.To {
				g.kept[element][j].add(s)
			}
		}
	}
	return nil
}

// until looks at the moments before a step.
func (g *gathering) until(step int64) error {
	for len(g.moments) > 0 && g.moments[0] < step {
		g.moments = g.moments[1:]
		if g.now.Step == g.looked {
			continue
		}
		g.looked = g.now.Step
		if err := g.look(&g.now); err != nil {
			return err
		}
	}
	return nil
}
