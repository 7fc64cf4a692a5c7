package parquetfile

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// Limits of a file: above anything that a Writer writes, and small enough for memory.
const (
	largestFooter = 1 << 20  // bytes
	largestIndex  = 16 << 20 // bytes of the page index
	mostColumns   = 64
	largestPage   = 1 << 18 // rows
)

// File is a Parquet file to read, as a Writer writes it. It does not trust the bytes: damage is
// an error, and every size is compared with that of the file. Several goroutines may call its
// methods at once.
type File struct {
	in      io.ReaderAt
	footer  format.FileMetaData
	columns []format.SchemaElement
	pages   []place // by page, then by column
	groups  []int   // the row group, by page
	rows    []int   // by page
}

// place is the place of a page in the file, and its bounds.
type place struct {
	offset      int64
	size        int
	least, most []byte // plain values; nil if there are only nulls
}

// Open reads the footer and the page index of a file of that many bytes.
func Open(in io.ReaderAt, size int64) (f *File, err error) {
	defer recovered(&err)
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
	if length > size-12 || length > largestFooter {
		return nil, fmt.Errorf("its footer should have %d bytes: it is damaged", length)
	}
	b := make([]byte, length)
	if _, err := in.ReadAt(b, size-8-length); err != nil {
		return nil, err
	}
	f = &File{in: in}
	if _, err := decode(b, &f.footer); err != nil {
		return nil, fmt.Errorf("the footer is damaged: %w", err)
	}
	if err := f.check(); err != nil {
		return nil, err
	}
	if err := f.readIndex(size - 8 - length); err != nil {
		return nil, fmt.Errorf("the page index is damaged: %w", err)
	}
	return f, nil
}

// recovered turns a panic of the Parquet library, such as of a damaged file, into an error.
func recovered(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("it is damaged: %v", p)
	}
}

// bounded reads structures of Parquet's metadata. No list has more elements than there are bytes
// left, so that the memory that is asked for is in proportion to the file.
type bounded struct {
	thrift.BytesReader
	size int
}

// ReadList reads the number of elements of a list.
func (r bounded) ReadList() (thrift.List, error) {
	list, err := r.BytesReader.ReadList()
	if err == nil && int(list.Size) > r.size-r.BytesRead() {
		err = io.ErrUnexpectedEOF
	}
	return list, err
}

// decode reads a structure from the beginning of bytes, of which it may keep parts, and returns
// how many it read.
func decode(b []byte, into any) (size int, err error) {
	r := bounded{new(thrift.CompactProtocol).NewReaderFromBytes(b), len(b)}
	err = thrift.NewDecoder(r).Decode(into)
	return r.BytesRead(), err
}

// check returns an error unless the columns are flat, and the row groups have all columns and rows,
// with the compression of a Writer.
func (f *File) check() error {
	if n := len(f.footer.Schema) - 1; n < 1 || n > mostColumns {
		return fmt.Errorf("it has %d columns", n)
	}
	f.columns = f.footer.Schema[1:] // without the root
	for _, c := range f.columns {
		if c.NumChildren.V != 0 || c.RepetitionType.V == format.Repeated {
			return fmt.Errorf("the column %.40q is not flat", c.Name)
		}
	}
	rows := int64(0)
	for i, g := range f.footer.RowGroups {
		if len(g.Columns) != len(f.columns) {
			return fmt.Errorf("a row group has %d of %d columns", len(g.Columns), len(f.columns))
		}
		for j, c := range g.Columns {
			if path := c.MetaData.PathInSchema; len(path) != 1 || path[0] != f.columns[j].Name {
				return fmt.Errorf("a row group has the column %.40q where another should be", path)
			}
			if c.MetaData.Codec != format.Zstd {
				return fmt.Errorf("the column %.40q is not compressed as twophase does", f.columns[j].Name)
			}
		}
		if g.NumRows < 0 || rows+g.NumRows < rows {
			return fmt.Errorf("row group %d has %d rows", i, g.NumRows)
		}
		rows += g.NumRows
	}
	if rows != f.footer.NumRows {
		return fmt.Errorf("the footer says %d rows, its row groups have %d", f.footer.NumRows, rows)
	}
	return nil
}

// readIndex reads the page index of a file whose footer starts at end.
func (f *File) readIndex(end int64) error {
	start := end
	for _, g := range f.footer.RowGroups {
		for _, c := range g.Columns {
			start = min(start, c.ColumnIndexOffset, c.OffsetIndexOffset)
		}
	}
	if start < int64(len(magic)) || end-start > largestIndex {
		return fmt.Errorf("it is missing, or has %d bytes", end-start)
	}
	index := make([]byte, end-start)
	if _, err := f.in.ReadAt(index, start); err != nil {
		return err
	}
	for i, g := range f.footer.RowGroups {
		first := len(f.rows)
		for j, c := range g.Columns {
			locations, bounds, err := readChunkIndex(index, start, c)
			if err == nil && j == 0 {
				err = f.addPages(locations, i)
			}
			if err == nil {
				err = f.addPlaces(first, j, locations, bounds, start)
			}
			if err != nil {
				return fmt.Errorf("row group %d, column %.40q: %w", i, f.columns[j].Name, err)
			}
		}
	}
	return nil
}

// readChunkIndex reads where the pages of a column are in a row group, and their bounds, from the
// page index, which begins at start.
func readChunkIndex(index []byte, start int64, c format.ColumnChunk) ([]format.PageLocation, format.ColumnIndex, error) {
	var offsets format.OffsetIndex
	var bounds format.ColumnIndex
	from := func(at int64) []byte { return index[min(at-start, int64(len(index))):] }
	if _, err := decode(from(c.OffsetIndexOffset), &offsets); err != nil {
		return nil, bounds, err
	}
	if _, err := decode(from(c.ColumnIndexOffset), &bounds); err != nil {
		return nil, bounds, err
	}
	n := len(offsets.PageLocations)
	if len(bounds.NullPages) != n || len(bounds.MinValues) != n || len(bounds.MaxValues) != n {
		return nil, bounds, errors.New("bounds of pages are missing")
	}
	return offsets.PageLocations, bounds, nil
}

// addPages adds the pages of a row group: their number and their rows are those of its first column.
func (f *File) addPages(locations []format.PageLocation, group int) error {
	for k, at := range locations {
		next := f.footer.RowGroups[group].NumRows
		if k+1 < len(locations) {
			next = locations[k+1].FirstRowIndex
		}
		n := next - at.FirstRowIndex
		if n <= 0 || n > largestPage {
			return fmt.Errorf("a page has %d rows", n)
		}
		f.groups, f.rows = append(f.groups, group), append(f.rows, int(n))
	}
	f.pages = append(f.pages, make([]place, len(locations)*len(f.columns))...)
	return nil
}

// addPlaces adds the places of a column's pages, of which the first is page first of the file, and which
// end before end.
func (f *File) addPlaces(first, column int, locations []format.PageLocation, bounds format.ColumnIndex, end int64) error {
	if len(locations) != len(f.rows)-first {
		return errors.New("its pages are not those of the other columns")
	}
	size, row := plainSize(f.columns[column].Type.V), int64(0)
	for k, at := range locations {
		p := place{offset: at.Offset, size: int(at.CompressedPageSize), least: bounds.MinValues[k], most: bounds.MaxValues[k]}
		switch {
		case at.FirstRowIndex != row:
			return errors.New("its pages are not those of the other columns")
		case p.offset < int64(len(magic)) || p.size <= 0 || p.size > largestPageBytes || p.offset > end-int64(p.size):
			return fmt.Errorf("a page of %d bytes at %d", p.size, p.offset)
		case bounds.NullPages[k]:
			p.least, p.most = nil, nil
		case size > 0 && (len(p.least) != size || len(p.most) != size):
			return errors.New("a bound is not a value of its column")
		case p.least == nil || p.most == nil:
			p.least, p.most = []byte{}, []byte{}
		}
		f.pages[(first+k)*len(f.columns)+column] = p
		row += int64(f.rows[first+k])
	}
	return nil
}

// Metadata returns the value of a key in the file's metadata, "" if there is none.
func (f *File) Metadata(key string) string {
	for _, m := range f.footer.KeyValueMetadata {
		if m.Key == key {
			return m.Value
		}
	}
	return ""
}

// Column returns the number of the column of a name and a type, or −1 if there is
// none.
func (f *File) Column(name string, t format.Type) int {
	for i, c := range f.columns {
		if c.Name == name && c.Type.V == t {
			return i
		}
	}
	return -1
}

// Columns returns the names of the columns, in order.
func (f *File) Columns() (names []string) {
	for _, c := range f.columns {
		names = append(names, c.Name)
	}
	return names
}

// Rows returns the number of rows.
func (f *File) Rows() int64 { return f.footer.NumRows }

// Pages returns the number of pages that each column has.
func (f *File) Pages() int { return len(f.rows) }

// PageRows returns the number of rows of a page.
func (f *File) PageRows(page int) int { return f.rows[page] }

// PageBounds returns the least and the greatest value of a page of a column as plain
// values, or nil if there are only nulls.
func (f *File) PageBounds(page, column int) (least, most []byte) {
	p := f.place(page, column)
	return p.least, p.most
}

func (f *File) place(page, column int) place { return f.pages[page*len(f.columns)+column] }
