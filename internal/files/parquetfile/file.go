package parquetfile

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go/format"
)

// Limits of a file: above anything that a Writer writes, and small enough for memory.
const (
	largestTail = 16 << 20 // bytes of the footer and of the page index, each
	mostColumns = 64
	largestPage = 1 << 18 // rows
)

// File is a Parquet file to read, as a Writer writes it. It does not trust the bytes: damage is
// an error, and every size is compared with that of the file. Several goroutines may call its
// methods at once.
type File struct {
	in     io.ReaderAt
	footer *footer
	pages  []place // by page, then by column
	starts []int   // the first page of every row group, and the number of pages
	rows   []int32 // by page
}

// place is the place of a page in the file, and its bounds.
type place struct {
	offset      int64
	size        int32
	least, most []byte // plain values; nil if there are only nulls
}

// Open reads the footer and the page index of a file of that many bytes.
func Open(in io.ReaderAt, size int64) (*File, error) {
	tail := make([]byte, 8)
	if size < 12 {
		return nil, errors.New("it is too short to be a Parquet file")
	}
	if _, err := in.ReadAt(tail, size-8); err != nil {
		return nil, err
	}
	if string(tail[4:]) != magic {
		return nil, errors.New("it does not end as a Parquet file does: it is damaged, cut off, or something else")
	}
	length := int64(binary.LittleEndian.Uint32(tail))
	if length > size-12 || length > largestTail {
		return nil, fmt.Errorf("its footer should have %d bytes: it is damaged", length)
	}
	b := make([]byte, length)
	if _, err := in.ReadAt(b, size-8-length); err != nil {
		return nil, err
	}
	footer, err := readFooter(b)
	if err != nil {
		return nil, err
	}
	f := &File{in: in, footer: footer}
	if err := f.readIndex(size - 8 - length); err != nil {
		return nil, fmt.Errorf("the page index is damaged: %w", err)
	}
	return f, nil
}

// readIndex reads the page index of a file whose footer starts at end.
func (f *File) readIndex(end int64) error {
	start := end
	for _, g := range f.footer.groups {
		for _, m := range g.chunks {
			start = min(start, m.columnIndex, m.offsetIndex)
		}
	}
	if start < int64(len(magic)) || end-start > largestTail {
		return fmt.Errorf("it is missing, or has %d bytes", end-start)
	}
	index := make([]byte, end-start)
	if _, err := f.in.ReadAt(index, start); err != nil {
		return err
	}
	part := func(at, length int64) []byte {
		if at -= start; at < 0 || length < 0 || at > int64(len(index)) || length > int64(len(index))-at {
			return nil // ends too early
		}
		return index[at : at+length]
	}
	for i, g := range f.footer.groups {
		first := len(f.rows)
		f.starts = append(f.starts, first)
		columns := len(g.chunks)
		for j, m := range g.chunks {
			places, rows, err := readPlaces(part(m.offsetIndex, m.offsetLength), g.rows, start)
			if err == nil {
				err = readBounds(part(m.columnIndex, m.columnLength), places, f.footer.types[j])
			}
			if err == nil && j > 0 && !equalRows(rows, f.rows[first:]) {
				err = errors.New("its pages are not those of the other columns")
			}
			if err != nil {
				return fmt.Errorf("row group %d, column %.40q: %w", i, f.footer.names[j], err)
			}
			if j == 0 {
				f.rows = append(f.rows, rows...)
				f.pages = append(f.pages, make([]place, columns*len(rows))...)
			}
			for k, p := range places {
				f.pages[(first+k)*columns+j] = p
			}
		}
	}
	f.starts = append(f.starts, len(f.rows))
	return nil
}

func equalRows(a, b []int32) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// readPlaces reads where the pages of a column are, in a row group of that many
// rows and in a file whose pages end before end.
func readPlaces(b []byte, groupRows, end int64) (places []place, rows []int32, err error) {
	c := &compact{bytes: b}
	before := int64(0)
	row := func(next int64) {
		if len(places) == 0 {
			if next != 0 && groupRows > 0 {
				c.fail(errors.New("the first page does not begin with the first row"))
			}
			return
		}
		n := next - before
		if n <= 0 || n > largestPage {
			c.fail(fmt.Errorf("a page has %d rows", n))
			return
		}
		rows, before = append(rows, int32(n)), next
	}
	c.fields(func(id int64, kind byte) bool {
		if id != 1 || kind != thriftList {
			return false
		}
		c.list(thriftStruct, func(int) {
			var at, size, first int64
			c.fields(func(id int64, kind byte) bool {
				switch {
				case id == 1 && kind == thriftI64:
					at = c.int()
				case id == 2 && kind == thriftI32:
					size = c.int()
				case id == 3 && kind == thriftI64:
					first = c.int()
				default:
					return false
				}
				return true
			})
			if at < int64(len(magic)) || size <= 0 || size > largestPageBytes || at > end-size {
				c.fail(fmt.Errorf("a page of %d bytes at %d", size, at))
			}
			row(first)
			places = append(places, place{offset: at, size: int32(size)})
		})
		return true
	})
	row(groupRows)
	if c.err == nil && len(rows) != len(places) {
		c.fail(errors.New("there are rows without a page"))
	}
	return places, rows, c.err
}

// readBounds reads the bounds of a column's pages.
func readBounds(b []byte, places []place, t format.Type) error {
	c := &compact{bytes: b}
	null := make([]bool, len(places))
	at := func(i int) *place {
		if i >= len(places) {
			c.fail(errors.New("it has bounds of more pages than there are"))
			return new(place)
		}
		return &places[i]
	}
	count := [4]int{}
	c.fields(func(id int64, kind byte) bool {
		switch {
		case id == 1 && kind == thriftList:
			c.list(thriftTrue, func(i int) {
				at(i)
				if c.byte() == thriftTrue && i < len(null) {
					null[i] = true
				}
				count[1]++
			})
		case id == 2 && kind == thriftList:
			c.list(thriftBinary, func(i int) { at(i).least = c.text(); count[2]++ })
		case id == 3 && kind == thriftList:
			c.list(thriftBinary, func(i int) { at(i).most = c.text(); count[3]++ })
		default:
			return false
		}
		return true
	})
	if c.err != nil {
		return c.err
	}
	if count != [4]int{0, len(places), len(places), len(places)} {
		return errors.New("bounds of pages are missing")
	}
	size := plainSize(t)
	for i := range places {
		p := &places[i]
		if null[i] {
			p.least, p.most = nil, nil
			continue
		}
		if size > 0 && (len(p.least) != size || len(p.most) != size) {
			return errors.New("a bound is not a value of its column")
		}
		if p.least == nil || p.most == nil {
			p.least, p.most = []byte{}, []byte{}
		}
	}
	return nil
}

// Metadata returns the value of a key in the file's metadata, "" if there is none.
func (f *File) Metadata(key string) string { return f.footer.metadata[key] }

// Column returns the number of the column of a name and a type, or −1 if there is
// none.
func (f *File) Column(name string, t format.Type) int {
	for i, n := range f.footer.names {
		if n == name && f.footer.types[i] == t {
			return i
		}
	}
	return -1
}

// Columns returns the names of the columns, in order.
func (f *File) Columns() []string { return f.footer.names }

// Rows returns the number of rows.
func (f *File) Rows() int64 { return f.footer.rows }

// Pages returns the number of pages that each column has.
func (f *File) Pages() int { return len(f.rows) }

// PageRows returns the number of rows of a page.
func (f *File) PageRows(page int) int { return int(f.rows[page]) }

// PageBounds returns the least and the greatest value of a page of a column as plain
// values, or nil if there are only nulls.
func (f *File) PageBounds(page, column int) (least, most []byte) {
	p := f.place(page, column)
	return p.least, p.most
}

func (f *File) place(page, column int) place { return f.pages[page*len(f.footer.names)+column] }

// group returns the row group of a page.
func (f *File) group(page int) int {
	g := 0
	for f.starts[g+1] <= page {
		g++
	}
	return g
}
