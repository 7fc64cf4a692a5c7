package trace

import (
	"errors"
	"fmt"
	"slices"

	"twophase/circuit/selection"
	"twophase/internal/parquetfile"
)

// reader reads pages, one at a time, and reuses its memory.
type reader struct {
	pages parquetfile.PageReader

	steps, posts, pres []int64 // [rows]; pre is −1 where it is null
	kinds              []stretch
	runs               []parquetfile.Run
	order              order // of all rows
}

// stretch is a range of rows of one kind, up to end.
type stretch struct {
	kind selection.Kind
	end  int
}

// none is the kind of rows of a projection that is not known.
const none selection.Kind = "none"

// places reads the steps, kinds and neurons of a page's rows.
func (r *reader) places(pg page) error {
	if err := r.readKinds(pg); err != nil {
		return err
	}
	var err error
	if r.steps, err = r.integers(pg, pg.part.step, r.steps); err != nil {
		return err
	}
	if r.steps[0] != pg.first || r.steps[len(r.steps)-1] != pg.last {
		return fmt.Errorf("page %d of %s has other steps than its index says: it is damaged", pg.number, pg.part.name)
	}
	if r.posts, err = r.integers(pg, pg.part.post, r.posts); err != nil {
		return err
	}
	r.pres, err = r.integers(pg, pg.part.pre, r.pres)
	return err
}

// readKinds reads the kinds of a page's rows.
func (r *reader) readKinds(pg page) error {
	f, column := pg.part.file, pg.part.projection
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
		r.kinds = append(r.kinds, stretch{pg.part.kindOf(names[run.Value]), end})
	}
	return nil
}

func (p *part) kindOf(name string) selection.Kind {
	for _, k := range p.kinds {
		if k.String() == name {
			return k
		}
	}
	return none
}

// integers reads a column of a page, with −1 for null, into dst [rows].
func (r *reader) integers(pg page, column int, dst []int64) ([]int64, error) {
	v, err := r.pages.Page(pg.part.file, pg.number, column)
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

// rowsOf calls f for the first and the end of every range of rows of a kind.
func (r *reader) rowsOf(k selection.Kind, f func(from, end int)) {
	from := 0
	for _, s := range r.kinds {
		if s.kind == k {
			f(from, s.end)
		}
		from = s.end
	}
}

// errDouble is the error of rows that are not in order.
var errDouble = errors.New("its rows are not in order of step")

// gather calls f for each of some ascending rows of a page, with the number of a column in that
// row, unless it is null.
func (r *reader) gather(pg page, column int, rows []int, f func(i int, v float64)) error {
	v, err := r.pages.Page(pg.part.file, pg.number, column)
	if err != nil {
		return err
	}
	d, err := v.Doubles()
	if err != nil {
		return fmt.Errorf("page %d of %s: %w", pg.number, pg.part.name, err)
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
