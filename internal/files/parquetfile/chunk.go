package parquetfile

import (
	"encoding/binary"

	"github.com/parquet-go/parquet-go/format"
)

// chunk is the pages of one column in the row group that is being written.
type chunk struct {
	column  Column
	element format.SchemaElement

	bytes        []byte // compressed pages, with their headers
	pages        []entry
	uncompressed int
}

// entry is one page in the page index.
type entry struct {
	size        int // compressed, with its header
	rows, nulls int
	least, most []byte // bounds as plain values; nil if there are only nulls
}

// extent is the place of a row group's chunk in the file: its dictionary, if it has one,
// begins at start, and its pages at data.
type extent struct {
	start, data  int64
	pages        []entry
	uncompressed int
}

// reset makes the chunk empty. Slices that it has returned stay valid.
func (c *chunk) reset() { c.bytes, c.pages, c.uncompressed = c.bytes[:0], nil, 0 }

// add appends a page.
func (c *chunk) add(p *Packed) {
	c.bytes = p.appendTo(c.bytes)
	c.uncompressed += p.uncompressed
	c.pages = append(c.pages, p.entry)
}

// writeTo writes the dictionary and the pages.
func (c *chunk) writeTo(out *counter) (extent, error) {
	e := extent{start: out.offset, pages: c.pages, uncompressed: c.uncompressed}
	if c.column.Dictionary != nil {
		var dictionary Packed
		if err := dictionary.packDictionary(c.plain(), len(c.column.Dictionary)); err != nil {
			return e, err
		}
		if _, err := out.Write(dictionary.appendTo(nil)); err != nil {
			return e, err
		}
		e.uncompressed += dictionary.uncompressed
	}
	e.data = out.offset
	_, err := out.Write(c.bytes)
	return e, err
}

// plain returns the values of the dictionary in the plain encoding.
func (c *chunk) plain() []byte {
	var values []byte
	for _, v := range c.column.Dictionary {
		if c.element.Type.V == format.ByteArray {
			values = binary.LittleEndian.AppendUint32(values, uint32(len(v)))
		}
		values = append(values, v...)
	}
	return values
}

// rowsOf returns the number of rows of the pages.
func rowsOf(pages []entry) (rows int64) {
	for _, p := range pages {
		rows += int64(p.rows)
	}
	return rows
}

// sizeOf returns the number of bytes of the pages.
func sizeOf(pages []entry) (size int64) {
	for _, p := range pages {
		size += int64(p.size)
	}
	return size
}
