package columnar

import (
	"bytes"
	"encoding/binary"

	"github.com/parquet-go/parquet-go/format"
)

// chunk is the pages of one column in one row group.
type chunk struct {
	column  Column
	element format.SchemaElement
	page    *compressor

	pages         []byte // compressed, with their headers
	rows, nulls   int64
	uncompressed  int
	descends      bool // the bounds of one page at least are below those of another before
	columnIndex   format.ColumnIndex
	offsetIndex   format.OffsetIndex // offsets are from the first page on
	lower, higher []byte             // bounds of all pages
	last          [2][]byte          // bounds of the last page that has any
}

// reset makes the chunk empty. What it has handed out stays as it is.
func (c *chunk) reset() {
	*c = chunk{column: c.column, element: c.element, page: c.page, pages: c.pages[:0]}
}

// add appends a page.
func (c *chunk) add(p Page) error {
	before := len(c.pages)
	pages, size, err := c.page.append(c.pages, p, c.column.Encoding)
	if err != nil {
		return err
	}
	c.pages = pages
	c.offsetIndex.PageLocations = append(c.offsetIndex.PageLocations, format.PageLocation{
		Offset: int64(before), CompressedPageSize: int32(len(pages) - before), FirstRowIndex: c.rows,
	})
	c.rows += int64(p.Rows)
	c.nulls += int64(p.Nulls)
	c.uncompressed += size
	c.bound(p)
	return nil
}

// bound notes the bounds of a page.
func (c *chunk) bound(p Page) {
	low, high, null := bytes.Clone(p.Min), bytes.Clone(p.Max), p.Nulls == p.Rows
	x := &c.columnIndex
	x.NullPages = append(x.NullPages, null)
	x.NullCounts = append(x.NullCounts, int64(p.Nulls))
	x.MinValues = append(x.MinValues, low)
	x.MaxValues = append(x.MaxValues, high)
	if null {
		return
	}
	t := c.element.Type.V
	if c.last[0] != nil && (compare(t, low, c.last[0]) < 0 || compare(t, high, c.last[1]) < 0) {
		c.descends = true
	}
	c.last = [2][]byte{low, high}
	if c.lower == nil || compare(t, low, c.lower) < 0 {
		c.lower = low
	}
	if c.higher == nil || compare(t, high, c.higher) > 0 {
		c.higher = high
	}
}

// writeTo writes the dictionary and the pages and completes the indices.
func (c *chunk) writeTo(out *counter) (format.ColumnMetaData, error) {
	meta := format.ColumnMetaData{
		Type: c.element.Type.V, PathInSchema: []string{c.element.Name}, Codec: format.Zstd,
		NumValues:  c.rows,
		Encoding:   []format.Encoding{c.column.Encoding},
		Statistics: format.Statistics{NullCount: c.nulls, MinValue: c.lower, MaxValue: c.higher},
		EncodingStats: []format.PageEncodingStats{
			{PageType: format.DataPageV2, Encoding: c.column.Encoding, Count: int32(len(c.offsetIndex.PageLocations))},
		},
	}
	if c.element.RepetitionType.V == format.Optional {
		meta.Encoding = append(meta.Encoding, format.RLE) // of the levels
	}
	start, size := out.offset, c.uncompressed
	if c.column.Dictionary != nil {
		dictionary, uncompressed, err := c.page.appendDictionary(nil, c.plain(), len(c.column.Dictionary))
		if err != nil {
			return meta, err
		}
		if _, err := out.Write(dictionary); err != nil {
			return meta, err
		}
		size += uncompressed
		meta.DictionaryPageOffset = start
		meta.Encoding = append(meta.Encoding, format.Plain)
		meta.EncodingStats = append(meta.EncodingStats, format.PageEncodingStats{PageType: format.DictionaryPage, Encoding: format.Plain, Count: 1})
	}
	meta.DataPageOffset = out.offset
	for i := range c.offsetIndex.PageLocations {
		c.offsetIndex.PageLocations[i].Offset += out.offset
	}
	if !c.descends {
		c.columnIndex.BoundaryOrder = format.Ascending
	}
	_, err := out.Write(c.pages)
	meta.TotalUncompressedSize, meta.TotalCompressedSize = int64(size), out.offset-start
	return meta, err
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
