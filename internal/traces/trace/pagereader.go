package trace

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"twophase/circuit/selection"
	"twophase/internal/files/parquetfile"
)

// pageReader reads pages, one at a time, and reuses its memory.
type pageReader struct {
	pages parquetfile.PageReader

	steps       []int64 // [rows]
	posts, pres []int32 // [rows]; pre is −1 where it is null
	kinds       []kindRows
	runs        []parquetfile.Run
	values      []float64
	numbers     []int16 // [rows]: the index of the kind in partFile.kinds, −1 if it is not there
}

// kindRows is a range of rows of one kind, up to end.
type kindRows struct {
	kind selection.Kind
	end  int
}

// noKind is the kind of rows of a projection that is not known.
const noKind selection.Kind = "none"

// errDouble is the error of rows that are not in order.
var errDouble = errors.New("its rows are not in order of step")

// places reads the steps, kinds and neurons of a page's rows.
func (r *pageReader) places(pg page) error {
	if err := r.readKinds(pg); err != nil {
		return err
	}
	v, err := r.pages.Page(pg.part.parquet, pg.number, pg.part.step)
	if err != nil {
		return err
	}
	if r.steps, err = v.Int64s(r.steps); err != nil {
		return err
	}
	if len(r.steps) != v.Rows || r.steps[0] != pg.first || r.steps[len(r.steps)-1] != pg.last {
		return fmt.Errorf("page %d of %s has other steps than its index says: it is damaged", pg.number, pg.part.name)
	}
	if r.posts, err = r.neurons(pg, pg.part.post, r.posts); err != nil {
		return err
	}
	r.pres, err = r.neurons(pg, pg.part.pre, r.pres)
	return err
}

// readKinds reads the kinds of a page's rows.
func (r *pageReader) readKinds(pg page) error {
	f, column := pg.part.parquet, pg.part.projection
	names, err := r.pages.Dictionary(f, pg.number, column)
	if err != nil {
		return err
	}
	v, err := r.pages.Page(f, pg.number, column)
	if err != nil {
		return err
	}
	if r.runs, err = v.Indices(r.runs[:0], len(names)); err != nil {
		return err
	}
	r.kinds = r.kinds[:0]
	end := 0
	for _, run := range r.runs {
		end += run.Rows
		r.kinds = append(r.kinds, kindRows{pg.part.kindOf(names[run.Value]), end})
	}
	return nil
}

// elements returns what some rows are about.
func (r *pageReader) elements(from, end int) []Element {
	all, first := make([]Element, end-from), 0
	for _, s := range r.kinds {
		for row := max(first, from); row < min(s.end, end); row++ {
			all[row-from] = Element{s.kind, int(r.posts[row]), int(r.pres[row])}
		}
		first = s.end
	}
	return all
}

// neurons reads a column of a page, with −1 for null, into the memory of dst [rows].
func (r *pageReader) neurons(pg page, column int, dst []int32) ([]int32, error) {
	v, err := r.pages.Page(pg.part.parquet, pg.number, column)
	if err != nil {
		return dst, err
	}
	if dst, err = v.Int32s(dst); err != nil {
		return dst, err
	}
	return spread(dst, v, -1), nil
}

// column reads a column of numbers of a page, with NaN for null. They are valid until the next column.
func (r *pageReader) column(pg page, column int) ([]float64, error) {
	v, err := r.pages.Page(pg.part.parquet, pg.number, column)
	if err != nil {
		return nil, err
	}
	if r.values, err = v.Doubles(r.values); err != nil {
		return nil, fmt.Errorf("page %d of %s: %w", pg.number, pg.part.name, err)
	}
	r.values = spread(r.values, v, math.NaN())
	return r.values, nil
}

// spread moves the values of a column to their rows, and puts something else into the others.
func spread[T any](values []T, v parquetfile.PageValues, null T) []T {
	if v.Count == v.Rows {
		return values
	}
	values = slices.Grow(values, v.Rows-v.Count)[:v.Rows]
	from, to := v.Count, v.Rows
	for _, run := range slices.Backward(v.Present) {
		if run.Value == 1 {
			copy(values[to-run.Rows:to], values[from-run.Rows:from])
			from -= run.Rows
		} else {
			for i := to - run.Rows; i < to; i++ {
				values[i] = null
			}
		}
		to -= run.Rows
	}
	return values
}

// largest returns the largest size of the values on a page by kind, in the order of kinds.
func (r *pageReader) largest(pg page) ([]float64, error) {
	found := slices.Repeat([]float64{math.NaN()}, len(pg.part.kinds))
	if err := r.readKinds(pg); err != nil {
		return nil, err
	}
	values, err := r.column(pg, pg.part.values[0])
	if err != nil {
		return nil, err
	}
	row := 0
	for _, s := range r.kinds {
		if i := slices.Index(pg.part.kinds, s.kind); i >= 0 {
			found[i] = largestOf(found[i], values[row:s.end])
		}
		row = s.end
	}
	return found, nil
}

// largestOf returns the largest finite size of values, or most if that is larger. NaN is smaller than all.
func largestOf(most float64, values []float64) float64 {
	for _, v := range values {
		if a := math.Abs(v); !(a <= most) && a <= math.MaxFloat64 {
			most = a
		}
	}
	return most
}
