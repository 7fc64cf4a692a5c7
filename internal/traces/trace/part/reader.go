package part

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"twophase/circuit/selection"
	"twophase/internal/files/parquetfile"
)

// Reader reads pages, one at a time, and reuses its memory.
type Reader struct {
	pages parquetfile.PageReader

	Steps, Posts, Pres []int64 // [rows]; pre is −1 where it is null
	Kinds              []Stretch
	runs               []parquetfile.Run
	numbers            []int16 // [rows]: the index of the kind in File.Kinds, −1 if it is not there
}

// Stretch is a range of rows of one kind, up to end.
type Stretch struct {
	Kind selection.Kind
	End  int
}

// None is the kind of rows of a projection that is not known.
const None selection.Kind = "none"

// Places reads the steps, kinds and neurons of a page's rows.
func (r *Reader) Places(pg Page) error {
	if err := r.readKinds(pg); err != nil {
		return err
	}
	var err error
	if r.Steps, err = r.integers(pg, pg.Part.step, r.Steps); err != nil {
		return err
	}
	if r.Steps[0] != pg.First || r.Steps[len(r.Steps)-1] != pg.Last {
		return fmt.Errorf("page %d of %s has other steps than its index says: it is damaged", pg.Number, pg.Part.Name)
	}
	if r.Posts, err = r.integers(pg, pg.Part.post, r.Posts); err != nil {
		return err
	}
	r.Pres, err = r.integers(pg, pg.Part.pre, r.Pres)
	return err
}

// readKinds reads the kinds of a page's rows.
func (r *Reader) readKinds(pg Page) error {
	f, column := pg.Part.Parquet, pg.Part.projection
	names, err := r.pages.Dictionary(f, pg.Number, column)
	if err != nil {
		return err
	}
	v, err := r.pages.Page(f, pg.Number, column)
	if err != nil {
		return err
	}
	if r.runs, err = v.Indices(r.runs[:0], len(names)); err != nil {
		return err
	}
	r.Kinds = r.Kinds[:0]
	end := 0
	for _, run := range r.runs {
		end += run.Rows
		r.Kinds = append(r.Kinds, Stretch{pg.Part.kindOf(names[run.Value]), end})
	}
	return nil
}

// integers reads a column of a page, with −1 for null, into dst [rows].
func (r *Reader) integers(pg Page, column int, dst []int64) ([]int64, error) {
	v, err := r.pages.Page(pg.Part.Parquet, pg.Number, column)
	if err != nil {
		return dst, err
	}
	if dst, err = v.Integers(dst); err != nil || v.Count == v.Rows {
		return dst, err
	}
	dst = slices.Grow(dst, v.Rows-v.Count)[:v.Rows]
	from, to := v.Count, v.Rows
	for _, run := range slices.Backward(v.Present) {
		if run.Value == 1 {
			copy(dst[to-run.Rows:to], dst[from-run.Rows:from])
			from -= run.Rows
		} else {
			for i := to - run.Rows; i < to; i++ {
				dst[i] = -1
			}
		}
		to -= run.Rows
	}
	return dst, nil
}

// RowsOf calls f for the first and the end of every range of rows of a kind.
func (r *Reader) RowsOf(k selection.Kind, f func(from, end int)) {
	from := 0
	for _, s := range r.Kinds {
		if s.Kind == k {
			f(from, s.End)
		}
		from = s.End
	}
}

// ErrDouble is the error of rows that are not in order.
var ErrDouble = errors.New("its rows are not in order of step")

// Gather calls f for each of some ascending rows of a page, with the number of a column in that
// row, unless it is null.
func (r *Reader) Gather(pg Page, column int, rows []int, f func(i int, v float64)) error {
	v, err := r.pages.Page(pg.Part.Parquet, pg.Number, column)
	if err != nil {
		return err
	}
	d, err := v.Doubles()
	if err != nil {
		return fmt.Errorf("page %d of %s: %w", pg.Number, pg.Part.Name, err)
	}
	if v.Present == nil {
		for i, row := range rows {
			f(i, d.At(row))
		}
		return nil
	}
	run, end, nulls := 0, v.Present[0].Rows, 0 // nulls are those before the run
	for i, row := range rows {
		for row >= end {
			if v.Present[run].Value == 0 {
				nulls += v.Present[run].Rows
			}
			run++
			end += v.Present[run].Rows
		}
		if v.Present[run].Value == 1 {
			f(i, d.At(row-nulls))
		}
	}
	return nil
}

// Largest returns the largest size of the values on a page by kind, in the order of kinds.
func (r *Reader) Largest(pg Page) ([]float64, error) {
	found := slices.Repeat([]float64{math.NaN()}, len(pg.Part.Kinds))
	if err := r.readKinds(pg); err != nil {
		return nil, err
	}
	v, err := r.pages.Page(pg.Part.Parquet, pg.Number, pg.Part.Values[0])
	if err != nil {
		return nil, err
	}
	d, err := v.Doubles()
	if err != nil {
		return nil, fmt.Errorf("page %d of %s: %w", pg.Number, pg.Part.Name, err)
	}
	if v.Present != nil {
		return nil, fmt.Errorf("page %d of %s: there are rows without a value", pg.Number, pg.Part.Name)
	}
	row := 0
	for _, s := range r.Kinds {
		i := slices.Index(pg.Part.Kinds, s.Kind)
		if i < 0 {
			row = s.End
			continue
		}
		most := found[i]
		for ; row < s.End; row++ {
			if a := math.Abs(d.At(row)); !(a <= most) && a <= math.MaxFloat64 {
				most = a
			}
		}
		found[i] = most
	}
	return found, nil
}
