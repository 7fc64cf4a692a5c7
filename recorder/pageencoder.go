//go:build !js

package recorder

import (
	"slices"

	"github.com/parquet-go/parquet-go/encoding/bytestreamsplit"
	"github.com/parquet-go/parquet-go/encoding/delta"

	"twophase/internal/columnar"
)

// encoder turns blocks into pages, one of every column. A value that is the same throughout a
// run of rows is encoded once a run. Only weights and indices are encoded row by row.
type encoder struct {
	options Options
	of      *sources

	steps       []int64 // [rows]
	posts, pres []int32 // [rows] and [rows of synapses]
	places      []int32 // 0, 1, …
	rows        columnar.Runs
	projections columnar.Runs   // indices
	synaptic    columnar.Runs   // levels of pre
	parts       []columnar.Runs // levels of the parts of changes, by column from hebbian on

	firstPost, lastPost int    // bounds
	firstPre, lastPre   int    // bounds; the last is −1 if there are no synapses
	kinds               []bool // [sources] that occur

	values []byte // of the present page
}

// newEncoder returns an encoder of blocks for Options.
func newEncoder(o Options, of *sources) *encoder {
	e := &encoder{
		options: o, of: of,
		rows: columnar.Runs{Width: 1}, projections: columnar.Runs{Width: of.width()},
		synaptic: columnar.Runs{Width: 1},
		parts:    make([]columnar.Runs, changeColumns(o, of)),
		kinds:    make([]bool, len(of.all)),
	}
	for i := range e.parts {
		e.parts[i].Width = 1
	}
	return e
}

// write appends a block to a file.
func (e *encoder) write(w *columnar.Writer, b *block) error {
	e.locate(b)
	for column := range columnHebbian + len(e.parts) {
		p, err := e.page(column, b)
		if err == nil {
			err = w.WritePage(column, p)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// locate computes the step, the neurons and the kind of the rows of a block.
func (e *encoder) locate(b *block) {
	e.steps, e.posts, e.pres = e.steps[:0], e.posts[:0], e.pres[:0]
	for _, r := range []*columnar.Runs{&e.rows, &e.projections, &e.synaptic} {
		r.Reset()
	}
	for i := range e.parts {
		e.parts[i].Reset()
	}
	clear(e.kinds)
	e.firstPost, e.lastPost, e.firstPre, e.lastPre = never, -1, never, -1
	e.rows.Add(0, b.rows)
	b.each(func(p *portion, r run) {
		n := r.end - r.first
		e.steps = appendTimes(e.steps, p.step, n)
		e.posts = appendTimes(e.posts, int32(r.post), n)
		e.firstPost, e.lastPost = min(e.firstPost, r.post), max(e.lastPost, r.post)
		e.kinds[r.of.number] = true
		e.projections.Add(byte(r.of.number), n)
		for i := range e.parts {
			e.parts[i].Add(level(p.has(r, columnHebbian+i)), n)
		}
		e.synaptic.Add(level(r.of.synaptic()), n)
		if !r.of.synaptic() {
			return
		}
		for len(e.places) < r.end {
			e.places = append(e.places, int32(len(e.places)))
		}
		e.pres = append(e.pres, e.places[r.first:r.end]...)
		e.firstPre, e.lastPre = min(e.firstPre, r.first), max(e.lastPre, r.end-1)
	})
}

// page returns one column of the located block. It is valid until the next call.
func (e *encoder) page(column int, b *block) (columnar.Page, error) {
	p := columnar.Page{Rows: b.rows}
	var err error
	switch column {
	case columnRun:
		p.Values = e.rows.AppendIndices(e.values[:0])
		p.Min = []byte(e.options.Run)
		p.Max = p.Min
	case columnTrial:
		p.Values = e.rows.AppendIndices(e.values[:0])
		p.Min = columnar.Int32(int32(e.options.Trial))
		p.Max = p.Min
	case columnStep:
		p.Values, err = new(delta.BinaryPackedEncoding).EncodeInt64(e.values, e.steps)
		p.Min, p.Max = columnar.Int64(e.steps[0]), columnar.Int64(e.steps[b.rows-1])
	case columnProjection:
		p.Values = e.projections.AppendIndices(e.values[:0])
		p.Min, p.Max = e.projectionBounds()
	case columnPost:
		p.Values, err = new(delta.BinaryPackedEncoding).EncodeInt32(e.values, e.posts)
		p.Min, p.Max = columnar.Int32(int32(e.firstPost)), columnar.Int32(int32(e.lastPost))
	case columnPre:
		p.Values, err = new(delta.BinaryPackedEncoding).EncodeInt32(e.values, e.pres)
		p.Levels, p.Nulls = e.synaptic.Levels(), b.rows-len(e.pres)
		if e.lastPre >= 0 {
			p.Min, p.Max = columnar.Int32(int32(e.firstPre)), columnar.Int32(int32(e.lastPre))
		}
	case columnWeight:
		p.Values, err = new(bytestreamsplit.Encoding).EncodeDouble(e.values, b.weights)
		p.Min, p.Max = columnar.Bounds(b.weights)
	default:
		values := b.changes[column-columnHebbian]
		p.Values, err = new(bytestreamsplit.Encoding).EncodeDouble(e.values, values)
		p.Levels, p.Nulls = e.parts[column-columnHebbian].Levels(), b.rows-len(values)
		p.Min, p.Max = columnar.Bounds(values)
	}
	e.values = p.Values
	return p, err
}

// projectionBounds returns the first and the last name by the alphabet.
func (e *encoder) projectionBounds() (first, last []byte) {
	for i, occurs := range e.kinds {
		name := e.of.all[i].kind.String()
		if occurs && (first == nil || name < string(first)) {
			first = []byte(name)
		}
		if occurs && name > string(last) {
			last = []byte(name)
		}
	}
	return first, last
}

// level returns the definition level of a value that is there, or of a null.
func level(there bool) byte {
	if there {
		return 1
	}
	return 0
}

// appendTimes appends n times v.
func appendTimes[T any](s []T, v T, n int) []T {
	from := len(s)
	s = slices.Grow(s, n)[:from+n]
	for i := range s[from:] {
		s[from+i] = v
	}
	return s
}
