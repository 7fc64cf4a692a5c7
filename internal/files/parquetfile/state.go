package parquetfile

import (
	"io"
	"math"

	"github.com/parquet-go/parquet-go/format"

	"twophase/internal/files/wire"
)

// AppendState appends the state of the writer in an unfinished file: the row groups that are
// written, and the pages of the present one.
func (w *Writer) AppendState(dst []byte) []byte {
	dst = wire.AppendInt(dst, len(w.groups))
	for _, group := range w.groups {
		for _, e := range group {
			dst = wire.AppendInt(dst, int(e.data-e.start))
			dst = appendPages(dst, e.pages, e.uncompressed)
		}
	}
	for i := range w.chunks {
		c := &w.chunks[i]
		dst = appendPages(dst, c.pages, c.uncompressed)
		dst = wire.AppendBytes(dst, c.bytes)
	}
	return dst
}

// StateBytes estimates the number of bytes that AppendState appends.
func (w *Writer) StateBytes() int {
	size := 0
	for i := range w.chunks {
		size += len(w.chunks[i].bytes) + 32*(1+len(w.chunks[i].pages))
	}
	for _, group := range w.groups {
		for _, e := range group {
			size += 32 * (1 + len(e.pages))
		}
	}
	return size
}

func appendPages(dst []byte, pages []entry, uncompressed int) []byte {
	dst = wire.AppendInt(dst, uncompressed)
	dst = wire.AppendInt(dst, len(pages))
	for _, p := range pages {
		dst = wire.AppendInt(dst, p.size)
		dst = wire.AppendInt(dst, p.rows)
		dst = wire.AppendInt(dst, p.nulls)
		if p.least != nil {
			dst = wire.AppendBytes(dst, p.least)
			dst = wire.AppendBytes(dst, p.most)
		}
	}
	return dst
}

// Restore reads a state and continues from it, writing to out. The earlier row groups have been
// written there already; offset is their size in bytes. After an error, which is also that of
// the reader, the writer must be Reset.
func (w *Writer) Restore(out io.Writer, offset int64, r *wire.Reader) error {
	w.Reset(out)
	at := int64(0)
	for range r.Count() {
		if at == 0 {
			at = int64(len(magic))
		}
		group := make([]extent, len(w.chunks))
		for i := range group {
			e := &group[i]
			e.start = at
			e.data = at + int64(r.Int(maxSize))
			e.pages, e.uncompressed = w.chunks[i].readPages(r)
			at = e.data + sizeOf(e.pages)
			if rowsOf(e.pages) != rowsOf(group[0].pages) {
				r.Fail("the columns of a row group differ in length")
			}
		}
		w.groups = append(w.groups, group)
		if r.Err() != nil {
			break
		}
	}
	if at != offset {
		r.Fail("the row groups have %d bytes, the file has %d", at, offset)
	}
	for i := range w.chunks {
		c := &w.chunks[i]
		c.pages, c.uncompressed = c.readPages(r)
		c.bytes = append(c.bytes, r.Bytes()...)
		if sizeOf(c.pages) != int64(len(c.bytes)) || rowsOf(c.pages) != rowsOf(w.chunks[0].pages) {
			r.Fail("the pages of a column are not whole")
		}
	}
	w.out.offset = offset
	return r.Err()
}

// maxSize bounds the size and the rows of a page.
const maxSize = 1<<31 - 1

// readPages reads a list of the column's pages, and their size before
// compression.
func (c *chunk) readPages(r *wire.Reader) (pages []entry, uncompressed int) {
	uncompressed = r.Int(math.MaxInt)
	for range r.Count() {
		p := entry{size: r.Int(maxSize), rows: r.Int(maxSize)}
		if p.nulls = r.Int(p.rows); p.nulls < p.rows {
			p.least, p.most = c.readBound(r), c.readBound(r)
		}
		if r.Err() != nil {
			break
		}
		pages = append(pages, p)
	}
	return pages, uncompressed
}

// readBound reads a plain value.
func (c *chunk) readBound(r *wire.Reader) []byte {
	b := append([]byte{}, r.Bytes()...)
	if size := plainSize(c.element.Type.V); size > 0 && size != len(b) {
		r.Fail("a bound is not a value of its column")
	}
	return b
}

// plainSize returns the size of a plain value, 0 if they differ.
func plainSize(t format.Type) int {
	switch t {
	case format.Int32:
		return 4
	case format.Int64, format.Double:
		return 8
	}
	return 0
}
