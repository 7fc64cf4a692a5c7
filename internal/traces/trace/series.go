package trace

import (
	"context"
	"fmt"
	"math"
	"slices"
)

// Series is the records of one element, in ascending order of step. The parts of its changes are
// nil where none was recorded, and NaN at steps without one.
type Series struct {
	Steps                     []int64
	Weight                    []float64 // W_ij, M_ij, m_ii, or y_i
	Hebbian, Decay, Rounding  []float64 // parts of the change of the step
	Nonlocal, Unlearning      []float64 // parts that phases before plasticity made
	PreActivity, PostActivity []float64
	Second, Third             []float64 // parts by further products of the rule
	Total                     int       // number of records in the trace
}

// Series returns the records of an element from step to step, both included. If there are more
// than points, and points is positive, they are grouped in buckets of equally many consecutive
// records. Each bucket keeps its first and last record, and the lowest and highest of each
// column, so that no extreme of a curve is lost. That is at most max(points, 4) records for the
// first column, and half as many for each other one. Columns are named as in the trace; those that
// are not wanted are not read, and are nil. Without names, all are wanted. Series returns an error if
// the element was not recorded, or if a page is damaged.
func (t *Trial) Series(ctx context.Context, e Element, from, to int64, points int, columns ...string) (Series, error) {
	if err := t.Recorded(e); err != nil {
		return Series{}, err
	}
	var pages []page
	for _, pg := range t.between(from, to) {
		if pg.may(e.Kind, e.Post, e.Pre) {
			pages = append(pages, pg)
		}
	}
	wanted := columnsOf(pages)
	if len(columns) > 0 {
		wanted = slices.DeleteFunc(wanted, func(k int) bool { return !slices.Contains(columns, valueColumns[k]) })
	}
	kept := newBuckets(points, wanted)
	last := int64(-1)
	err := inOrder(ctx, pages,
		func(r *pageReader, pg page) ([]sample, error) { return t.samples(r, pg, e, from, to, wanted) },
		func(found []sample) error {
			if len(found) == 0 {
				return nil
			}
			if found[0].step <= last {
				return errDouble
			}
			last = found[len(found)-1].step
			for i := range found {
				kept.add(&found[i])
			}
			return nil
		})
	if err != nil {
		return Series{}, fmt.Errorf("read the trace of %v: %w", e, err)
	}
	s := seriesOf(kept.samples(), kept.total)
	if len(columns) > 0 && !slices.Contains(columns, valueColumns[0]) {
		s.Weight = nil
	}
	return s, nil
}

// Thin returns n records of one element, whose step and weight at returns, thinned out as in
// Series with that many points.
func Thin(n, points int, at func(i int) (step int64, weight float64)) Series {
	kept := newBuckets(points, []int{0})
	none := sample{}
	for k := range none.values {
		none.values[k] = math.NaN()
	}
	for i := range n {
		s := none
		s.step, s.values[0] = at(i)
		kept.add(&s)
	}
	return seriesOf(kept.samples(), n)
}

// columnsOf returns the columns of numbers that have a value on any of the pages.
func columnsOf(pages []page) (columns []int) {
	for k := range valueColumns {
		if slices.ContainsFunc(pages, func(pg page) bool { return pg.has(k) }) {
			columns = append(columns, k)
		}
	}
	return columns
}

// samples reads some columns of the records of an element in a page.
func (t *Trial) samples(r *pageReader, pg page, e Element, from, to int64, columns []int) ([]sample, error) {
	l, err := r.layout(pg, &t.layouts)
	if err != nil {
		return nil, err
	}
	rows, steps, err := l.find(e.Kind, e.Post, e.Pre, pg.part.kinds, from, to)
	if err != nil {
		return nil, err
	}
	return samplesAt(r, pg, rows, steps, columns)
}

// samplesAt reads some columns of the records in some rows of a page, which are of those steps.
func samplesAt(r *pageReader, pg page, rows []int, steps []int64, columns []int) ([]sample, error) {
	if len(rows) == 0 {
		return nil, nil
	}
	found := make([]sample, len(rows))
	for i := range found {
		found[i].step = steps[i]
		for k := range found[i].values {
			found[i].values[k] = math.NaN()
		}
	}
	for _, k := range columns {
		if !pg.has(k) {
			continue
		}
		values, err := r.column(pg, pg.part.values[k])
		if err != nil {
			return nil, err
		}
		for i, row := range rows {
			found[i].values[k] = values[row]
		}
	}
	return found, nil
}

// seriesOf returns samples as a series.
func seriesOf(samples []sample, total int) Series {
	s := Series{Total: total, Steps: make([]int64, len(samples)), Weight: make([]float64, len(samples))}
	for i := range samples {
		s.Steps[i], s.Weight[i] = samples[i].step, samples[i].values[0]
	}
	for k, column := range []*[]float64{&s.Hebbian, &s.Decay, &s.Rounding, &s.Nonlocal, &s.Unlearning, &s.PreActivity, &s.PostActivity, &s.Second, &s.Third} {
		for i := range samples {
			v := samples[i].values[k+1]
			if *column == nil && !math.IsNaN(v) {
				*column = make([]float64, len(samples))
				for j := range i {
					(*column)[j] = math.NaN()
				}
			}
			if *column != nil {
				(*column)[i] = v
			}
		}
	}
	return s
}
