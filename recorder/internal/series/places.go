//go:build !js

package series

import (
	"math"
	"slices"
	"sync"

	"github.com/parquet-go/parquet-go/encoding/delta"

	"twophase/internal/files/parquetfile"
)

// places says of which elements the rows of a block are: all that its pages have beside steps and
// numbers. It does not change, so that blocks can share it.
type places struct {
	pages  [columnWeight]parquetfile.Packed // of the columns for which isPlace holds
	levels [][]byte                         // of the parts of changes, by column from hebbian on
}

// isPlace reports whether a column follows from the elements alone.
func isPlace(column int) bool { return column < columnWeight && column != columnStep }

// mostPatterns is the largest number of patterns whose places are kept: some kilobytes each, or some
// tens of them where the wiring is drawn. A part of the default number of rows has 130 blocks, and the
// next part has the same patterns.
const mostPatterns = 256

// Locator finds the places of blocks, once for all blocks of a pattern, for all writers. A value
// that is the same throughout a run of rows is encoded once a run, where the encoding allows it.
type Locator struct {
	trace Description
	of    *Sources

	mu    sync.Mutex // of what follows
	known map[pattern]*places

	posts, pres []int32 // [rows] and [rows of synapses]
	indices     []int32 // 0, 1, …
	rows        parquetfile.Runs
	projections parquetfile.Runs   // indices
	synaptic    parquetfile.Runs   // levels of pre
	parts       []parquetfile.Runs // levels of the parts of changes, by column from hebbian on

	firstPost, lastPost int    // bounds
	firstPre, lastPre   int    // bounds; the last is −1 if there are no synapses
	kinds               []bool // [sources] that occur

	values []byte // of the present page
}

// NewLocator returns a locator of blocks of a trace.
func NewLocator(d Description, of *Sources) *Locator {
	l := &Locator{
		trace: d, of: of, known: make(map[pattern]*places),
		rows: parquetfile.Runs{Width: 1}, projections: parquetfile.Runs{Width: of.width()},
		synaptic: parquetfile.Runs{Width: 1},
		parts:    make([]parquetfile.Runs, ChangeColumns(d, of)),
		kinds:    make([]bool, len(of.all)),
	}
	for i := range l.parts {
		l.parts[i].Width = 1
	}
	return l
}

// locate returns the places of a block, for the writer's files.
func (l *Locator) locate(w *parquetfile.Writer, b *Block) (*places, error) {
	of, ok := patternOf(b)
	l.mu.Lock()
	defer l.mu.Unlock()
	if at := l.known[of]; ok && at != nil {
		return at, nil
	}
	at, err := l.find(w, b)
	if ok && err == nil {
		if len(l.known) == mostPatterns {
			clear(l.known)
		}
		l.known[of] = at
	}
	return at, err
}

// find finds the places of a block.
func (l *Locator) find(w *parquetfile.Writer, b *Block) (*places, error) {
	l.visit(b)
	at := new(places)
	for column := range at.pages {
		if !isPlace(column) {
			continue
		}
		p, err := l.page(column, b)
		if err == nil {
			err = w.Pack(&at.pages[column], column, p)
		}
		if err != nil {
			return nil, err
		}
	}
	for i := range l.parts {
		at.levels = append(at.levels, slices.Clone(l.parts[i].Levels()))
	}
	return at, nil
}

// visit notes the neurons and the kind of each row of a block.
func (l *Locator) visit(b *Block) {
	l.posts, l.pres = l.posts[:0], l.pres[:0]
	for _, r := range []*parquetfile.Runs{&l.rows, &l.projections, &l.synaptic} {
		r.Reset()
	}
	for i := range l.parts {
		l.parts[i].Reset()
	}
	clear(l.kinds)
	l.firstPost, l.lastPost, l.firstPre, l.lastPre = math.MaxInt, -1, math.MaxInt, -1
	l.rows.Add(0, b.rows)
	b.each(func(p *Portion, r run) {
		n := r.end - r.first
		l.posts = appendTimes(l.posts, int32(r.post), n)
		l.firstPost, l.lastPost = min(l.firstPost, r.post), max(l.lastPost, r.post)
		l.kinds[r.of.number] = true
		l.projections.Add(byte(r.of.number), n)
		for i := range l.parts {
			l.parts[i].Add(level(r.has(columnHebbian+i)), n)
		}
		l.synaptic.Add(level(r.of.synaptic()), n)
		if !r.of.synaptic() {
			return
		}
		for len(l.indices) < r.end {
			l.indices = append(l.indices, int32(len(l.indices)))
		}
		l.pres = append(l.pres, l.indices[r.first:r.end]...)
		l.firstPre, l.lastPre = min(l.firstPre, r.first), max(l.lastPre, r.end-1)
	})
}

// page returns one column of the visited block. It is valid until the next call.
func (l *Locator) page(column int, b *Block) (parquetfile.Page, error) {
	p := parquetfile.Page{Rows: b.rows}
	var err error
	switch column {
	case columnRun:
		p.Values = l.rows.AppendIndices(l.values[:0])
		p.Min = []byte(l.trace.Run)
		p.Max = p.Min
	case columnTrial:
		p.Values = l.rows.AppendIndices(l.values[:0])
		p.Min = parquetfile.Int32(int32(l.trace.Trial))
		p.Max = p.Min
	case columnProjection:
		p.Values = l.projections.AppendIndices(l.values[:0])
		p.Min, p.Max = l.projectionBounds()
	case columnPost:
		p.Values, err = new(delta.BinaryPackedEncoding).EncodeInt32(l.values, l.posts)
		p.Min, p.Max = parquetfile.Int32(int32(l.firstPost)), parquetfile.Int32(int32(l.lastPost))
	case columnPre:
		p.Values, err = new(delta.BinaryPackedEncoding).EncodeInt32(l.values, l.pres)
		p.Levels, p.Nulls = l.synaptic.Levels(), b.rows-len(l.pres)
		if l.lastPre >= 0 {
			p.Min, p.Max = parquetfile.Int32(int32(l.firstPre)), parquetfile.Int32(int32(l.lastPre))
		}
	}
	l.values = p.Values
	return p, err
}

// projectionBounds returns the first and the last name by the alphabet.
func (l *Locator) projectionBounds() (first, last []byte) {
	for i, occurs := range l.kinds {
		name := l.of.all[i].kind.String()
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
