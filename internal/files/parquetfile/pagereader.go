package parquetfile

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"slices"
	"sync"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/encoding/bytestreamsplit"
	"github.com/parquet-go/parquet-go/encoding/delta"
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
	Count    int   // of the values: rows that are not null
	Present  []Run // which rows have one: runs of 1, and of 0 for nulls; nil if all have
	Bytes    []byte
}

// decoder decompresses pages, to at most as many bytes as their headers say.
var decoder = sync.OnceValue(func() *zstd.Decoder {
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecodeAllCapLimit(true), zstd.WithDecoderMaxMemory(2*largestPageBytes))
	if err != nil {
		panic(err) // the options are valid
	}
	return d
})

// Page reads a page of a column.
func (r *PageReader) Page(f *File, page, column int) (PageValues, error) {
	v, err := r.page(f, page, column)
	if err != nil {
		return v, fmt.Errorf("page %d of the column %.40q is damaged: %w", page, f.columns[column].Name, err)
	}
	return v, nil
}

func (r *PageReader) page(f *File, page, column int) (v PageValues, err error) {
	p, rows := f.place(page, column), f.rows[page]
	h, levels, err := r.load(f, p.offset, p.size)
	if err != nil {
		return v, err
	}
	optional := f.columns[column].RepetitionType.V == format.Optional
	data, nulls := h.DataPageHeaderV2.V, int(h.DataPageHeaderV2.V.NumNulls)
	if h.Type != format.DataPageV2 || int(data.NumRows) != rows || int(data.NumValues) != rows ||
		nulls < 0 || nulls > rows || !optional && (nulls > 0 || len(levels) > 0) {
		return v, fmt.Errorf("it should have %d rows and says %d", rows, data.NumValues)
	}
	v = PageValues{Encoding: data.Encoding, Rows: rows, Count: rows - nulls, Bytes: r.values}
	if !optional {
		return v, nil
	}
	if r.present, err = decodeRuns(r.present[:0], levels, rows); err != nil {
		return v, err
	}
	v.Present = r.present
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
func (r *PageReader) load(f *File, offset int64, size int) (h format.PageHeader, levels []byte, err error) {
	defer recovered(&err)
	r.read = slices.Grow(r.read[:0], size)[:size]
	if _, err := f.in.ReadAt(r.read, offset); err != nil {
		return h, nil, err
	}
	start, err := decode(r.read, &h)
	if err != nil {
		return h, nil, err
	}
	body, data := r.read[start:], h.DataPageHeaderV2.V
	length, uncompressed := data.DefinitionLevelsByteLength, h.UncompressedPageSize
	switch {
	case int(h.CompressedPageSize) != len(body) || length < 0 || int(length) > len(body) || length > uncompressed:
		return h, nil, fmt.Errorf("its header says %d bytes and there are %d", h.CompressedPageSize, len(body))
	case uncompressed < 0 || uncompressed > largestPageBytes:
		return h, nil, fmt.Errorf("it claims %d bytes", uncompressed)
	case uint32(h.CRC) != crc32.ChecksumIEEE(body):
		return h, nil, errors.New("its checksum does not fit")
	}
	n := int(uncompressed - length)
	r.values = slices.Grow(r.values[:0], n)
	if r.values, err = decoder().DecodeAll(body[length:], r.values[:0:n]); err != nil {
		return h, nil, err
	}
	if len(r.values) != n {
		return h, nil, fmt.Errorf("it has %d bytes of values where it claims %d", len(r.values), n)
	}
	return h, body[:length], nil
}

// Dictionary reads the texts of the dictionary that a page of a column uses.
func (r *PageReader) Dictionary(f *File, page, column int) ([]string, error) {
	texts, err := r.dictionary(f, f.footer.RowGroups[f.groups[page]].Columns[column].MetaData)
	if err != nil {
		return nil, fmt.Errorf("the dictionary of the column %.40q is damaged: %w", f.columns[column].Name, err)
	}
	return texts, nil
}

func (r *PageReader) dictionary(f *File, m format.ColumnMetaData) (texts []string, err error) {
	size := m.DataPageOffset - m.DictionaryPageOffset
	if m.DictionaryPageOffset < int64(len(magic)) || size <= 0 || size > largestPageBytes {
		return nil, errors.New("there is none")
	}
	h, _, err := r.load(f, m.DictionaryPageOffset, int(size))
	if err != nil {
		return nil, err
	}
	n := h.DictionaryPageHeader.V.NumValues
	if h.Type != format.DictionaryPage || n < 0 || n > 256 {
		return nil, fmt.Errorf("it claims %d values", n)
	}
	b := r.values
	for range n {
		if len(b) < 4 || uint64(binary.LittleEndian.Uint32(b)) > uint64(len(b)-4) {
			return nil, io.ErrUnexpectedEOF
		}
		end := 4 + int(binary.LittleEndian.Uint32(b))
		texts, b = append(texts, string(b[4:end])), b[end:]
	}
	return texts, nil
}

// Indices decodes the indices of a page into a dictionary of less than n texts, as
// runs that are appended to dst.
func (v PageValues) Indices(dst []Run, n int) ([]Run, error) {
	if v.Encoding != format.RLEDictionary || len(v.Bytes) == 0 || v.Present != nil {
		return nil, v.foreign()
	}
	dst, err := decodeRuns(dst, v.Bytes[1:], v.Rows)
	for _, r := range dst {
		if int(r.Value) >= n {
			return nil, errors.New("an index is outside its dictionary")
		}
	}
	return dst, err
}

func (v PageValues) foreign() error {
	return fmt.Errorf("values are encoded by %v: twophase does not write them so", v.Encoding)
}

// Int64s decodes numbers that are coded by their differences into the memory of dst.
func (v PageValues) Int64s(dst []int64) (_ []int64, err error) {
	defer recovered(&err)
	if err := v.checkDeltas(); err != nil {
		return nil, err
	}
	return new(delta.BinaryPackedEncoding).DecodeInt64(dst, v.Bytes)
}

// Int32s does the same of smaller numbers.
func (v PageValues) Int32s(dst []int32) (_ []int32, err error) {
	defer recovered(&err)
	if err := v.checkDeltas(); err != nil {
		return nil, err
	}
	return new(delta.BinaryPackedEncoding).DecodeInt32(dst, v.Bytes)
}

// checkDeltas returns an error unless as many numbers as the page has values are coded by their
// differences. Their number comes after those of a block and of its parts.
func (v PageValues) checkDeltas() error {
	if v.Encoding != format.DeltaBinaryPacked {
		return v.foreign()
	}
	b, total := v.Bytes, uint64(0)
	for range 3 {
		next, n := binary.Uvarint(b)
		if n <= 0 {
			return io.ErrUnexpectedEOF
		}
		total, b = next, b[n:]
	}
	if total != uint64(v.Count) {
		return fmt.Errorf("it has %d numbers where there should be %d", total, v.Count)
	}
	return nil
}

// Doubles decodes numbers whose bytes are split into the memory of dst.
func (v PageValues) Doubles(dst []float64) ([]float64, error) {
	if v.Encoding != format.ByteStreamSplit {
		return nil, v.foreign()
	}
	if len(v.Bytes) != 8*v.Count {
		return nil, fmt.Errorf("it has %d bytes for %d numbers", len(v.Bytes), v.Count)
	}
	return new(bytestreamsplit.Encoding).DecodeDouble(dst, v.Bytes)
}
