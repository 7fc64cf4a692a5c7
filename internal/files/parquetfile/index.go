package parquetfile

import (
	"github.com/parquet-go/parquet-go/format"
)

// describe returns the entries of a chunk in the footer and in the page index.
func (c *chunk) describe(e extent) (format.ColumnMetaData, format.ColumnIndex, format.OffsetIndex) {
	pages, offsets := c.bounds(e), format.OffsetIndex{}
	meta := format.ColumnMetaData{
		Type: c.element.Type.V, PathInSchema: []string{c.element.Name}, Codec: format.Zstd,
		Encoding:       []format.Encoding{c.column.Encoding},
		DataPageOffset: e.data,
		EncodingStats: []format.PageEncodingStats{
			{PageType: format.DataPageV2, Encoding: c.column.Encoding, Count: int32(len(e.pages))},
		},
		TotalUncompressedSize: int64(e.uncompressed),
	}
	if c.element.RepetitionType.V == format.Optional {
		meta.Encoding = append(meta.Encoding, format.RLE) // of the levels
	}
	if c.column.Dictionary != nil {
		meta.DictionaryPageOffset = e.start
		meta.Encoding = append(meta.Encoding, format.Plain)
		meta.EncodingStats = append(meta.EncodingStats, format.PageEncodingStats{PageType: format.DictionaryPage, Encoding: format.Plain, Count: 1})
	}
	offset := e.data
	for _, p := range e.pages {
		offsets.PageLocations = append(offsets.PageLocations, format.PageLocation{
			Offset: offset, CompressedPageSize: int32(p.size), FirstRowIndex: meta.NumValues,
		})
		offset += int64(p.size)
		meta.NumValues += int64(p.rows)
		meta.Statistics.NullCount += int64(p.nulls)
		if p.least == nil {
			continue
		}
		s, t := &meta.Statistics, c.element.Type.V
		if s.MinValue == nil || compare(t, p.least, s.MinValue) < 0 {
			s.MinValue = p.least
		}
		if s.MaxValue == nil || compare(t, p.most, s.MaxValue) > 0 {
			s.MaxValue = p.most
		}
	}
	meta.TotalCompressedSize = offset - e.start
	return meta, pages, offsets
}

// bounds returns the bounds of the pages of a chunk. They count as ascending unless a page has
// smaller bounds than the last page before it with bounds.
func (c *chunk) bounds(e extent) format.ColumnIndex {
	x := format.ColumnIndex{BoundaryOrder: format.Ascending}
	var before entry
	for _, p := range e.pages {
		x.NullPages = append(x.NullPages, p.least == nil)
		x.NullCounts = append(x.NullCounts, int64(p.nulls))
		x.MinValues = append(x.MinValues, p.least)
		x.MaxValues = append(x.MaxValues, p.most)
		if p.least == nil {
			continue
		}
		t := c.element.Type.V
		if before.least != nil && (compare(t, p.least, before.least) < 0 || compare(t, p.most, before.most) < 0) {
			x.BoundaryOrder = format.Unordered
		}
		before = p
	}
	return x
}
