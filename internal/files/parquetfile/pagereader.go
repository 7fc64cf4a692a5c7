package parquetfile

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"slices"
	"sync"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/format"
)

// largestPageBytes bounds a page in the file and in memory: ten bytes for each of the largest
// number of rows, and a header.
const largestPageBytes = 10*largestPage + 1<<12

// PageReader reads pages, one at a time, into memory that it reuses.
type PageReader struct {
	read, values []byte
	present      []Run
}

// PageValues are the encoded values of a page, valid until the reader's next page.
type PageValues struct {
	Encoding format.Encoding
	Rows     int
	Count    int    // of the values: rows that are not null
	Present  []Run  // which rows have one: runs of 1, and of 0 for nulls; nil if all have
	Bytes    []byte // with room for eight bytes behind them
}

// decoder decompresses pages, to at most as many bytes as their headers say.
var decoder = sync.OnceValue(func() *zstd.Decoder {
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecodeAllCapLimit(true), zstd.WithDecoderMaxMemory(2*largestPageBytes))
	if err != nil {
		panic(err) // the options are valid
	}
	return d
})

// header has the fields of a page's header that are used.
type header struct {
	dictionary       bool
	values, nulls    int64
	rows             int64
	encoding         format.Encoding
	levels           int64 // bytes
	raw              bool  // not compressed
	size, compressed int64
	checked          bool // there is a checksum
	sum              uint32
}

// Page reads a page of a column.
func (r *PageReader) Page(f *File, page, column int) (PageValues, error) {
	v, err := r.page(f, page, column)
	if err != nil {
		return v, fmt.Errorf("page %d of the column %.40q is damaged: %w", page, f.footer.names[column], err)
	}
	return v, nil
}

func (r *PageReader) page(f *File, page, column int) (v PageValues, err error) {
	p := f.place(page, column)
	h, levels, err := r.load(f, p.offset, int(p.size))
	if err != nil {
		return v, err
	}
	rows := int64(f.rows[page])
	nulls := h.nulls != 0 || h.levels != 0
	if h.dictionary || h.rows != rows || h.values != rows || h.nulls < 0 || h.nulls > rows || nulls && !f.footer.optional[column] {
		return v, fmt.Errorf("it should have %d rows and says %d", rows, h.values)
	}
	v = PageValues{Encoding: h.encoding, Rows: int(rows), Count: int(rows - h.nulls), Bytes: r.values}
	if !f.footer.optional[column] {
		return v, nil
	}
	v.Present, err = decodeRuns(r.present[:0], levels, 1, int(rows))
	if err != nil {
		return v, err
	}
	r.present = v.Present
	present := 0
	for _, run := range v.Present {
		if run.Value == 1 {
			present += run.Rows
		}
	}
	if present != v.Count {
		return v, errors.New("its levels contradict its nulls")
	}
	return v, nil
}

// load reads and decompresses the page at an offset into r.values.
func (r *PageReader) load(f *File, offset int64, size int) (h header, levels []byte, err error) {
	r.read = slices.Grow(r.read[:0], size)[:size]
	if _, err := f.in.ReadAt(r.read, offset); err != nil {
		return h, nil, err
	}
	c := &compact{bytes: r.read}
	if h = readHeader(c); c.err != nil {
		return h, nil, c.err
	}
	body := r.read[c.at:]
	switch {
	case h.compressed != int64(len(body)) || h.levels < 0 || h.levels > h.compressed || h.levels > h.size:
		return h, nil, fmt.Errorf("its header says %d bytes and there are %d", h.compressed, len(body))
	case h.size < 0 || h.size > largestPageBytes:
		return h, nil, fmt.Errorf("it claims %d bytes", h.size)
	case h.checked && crc32.ChecksumIEEE(body) != h.sum:
		return h, nil, errors.New("its checksum does not fit")
	}
	levels, body = body[:h.levels], body[h.levels:]
	n := int(h.size - h.levels)
	r.values = slices.Grow(r.values[:0], n+8)[:n+8]
	values := body
	if h.raw {
		copy(r.values, body)
	} else if values, err = decoder().DecodeAll(body, r.values[:0:n]); err != nil {
		return h, nil, err
	}
	if len(values) != n {
		return h, nil, fmt.Errorf("it has %d bytes of values where it claims %d", len(values), n)
	}
	clear(r.values[n:])
	r.values = r.values[:n]
	return h, levels, nil
}

func readHeader(c *compact) (h header) {
	kind := int64(-1)
	c.fields(func(id int64, k byte) bool {
		switch {
		case id == 1 && k == thriftI32:
			kind = c.int()
		case id == 2 && k == thriftI32:
			h.size = c.int()
		case id == 3 && k == thriftI32:
			h.compressed = c.int()
		case id == 4 && k == thriftI32:
			h.checked, h.sum = true, uint32(c.int())
		case id == 7 && k == thriftStruct:
			h.readDictionary(c)
		case id == 8 && k == thriftStruct:
			h.readData(c)
		default:
			return false
		}
		return true
	})
	switch format.PageType(kind) {
	case format.DictionaryPage:
		h.dictionary = true
	case format.DataPageV2:
	default:
		c.fail(fmt.Errorf("a page of type %d: twophase writes none", kind))
	}
	return h
}

func (h *header) readDictionary(c *compact) {
	c.fields(func(id int64, k byte) bool {
		if id != 1 || k != thriftI32 {
			return false
		}
		h.values = c.int()
		return true
	})
}

func (h *header) readData(c *compact) {
	c.fields(func(id int64, k byte) bool {
		switch {
		case id == 1 && k == thriftI32:
			h.values = c.int()
		case id == 2 && k == thriftI32:
			h.nulls = c.int()
		case id == 3 && k == thriftI32:
			h.rows = c.int()
		case id == 4 && k == thriftI32:
			h.encoding = format.Encoding(c.int())
		case id == 5 && k == thriftI32:
			h.levels = c.int()
		case id == 7 && (k == thriftTrue || k == thriftFalse):
			h.raw = k == thriftFalse
		default:
			return false
		}
		return true
	})
}

// Dictionary reads the texts of the dictionary that a page of a column uses.
func (r *PageReader) Dictionary(f *File, page, column int) ([]string, error) {
	texts, err := r.dictionary(f, f.group(page), column)
	if err != nil {
		return nil, fmt.Errorf("the dictionary of the column %.40q is damaged: %w", f.footer.names[column], err)
	}
	return texts, nil
}

func (r *PageReader) dictionary(f *File, group, column int) (texts []string, err error) {
	m := f.footer.groups[group].chunks[column]
	size := m.data - m.dictionary
	if m.dictionary < int64(len(magic)) || size <= 0 || size > largestPageBytes {
		return nil, errors.New("there is none")
	}
	h, _, err := r.load(f, m.dictionary, int(size))
	if err != nil {
		return nil, err
	}
	if !h.dictionary || h.values < 0 || h.values > 256 {
		return nil, fmt.Errorf("it claims %d values", h.values)
	}
	b := r.values
	for range h.values {
		if len(b) < 4 || uint64(binary.LittleEndian.Uint32(b)) > uint64(len(b)-4) {
			return nil, errShort
		}
		n := 4 + int(binary.LittleEndian.Uint32(b))
		texts, b = append(texts, string(b[4:n])), b[n:]
	}
	return texts, nil
}
