package parquetfile

import (
	"bytes"
	"hash/crc32"
	"sync"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// Page is a part of one column. Its slices may be reused once it is packed.
type Page struct {
	Rows, Nulls int
	Levels      []byte // runs of 0 where there is a null and of 1 elsewhere; nil for a column without nulls
	Values      []byte // encoded as the column says, without the nulls
	Min, Max    []byte // bounds, as plain values without the length of a text; of nulls only, nil
}

// window is how many bytes back the compression looks. The pages of a trace have at most a quarter of it (series.blockRows),
// so that a larger window changes no byte.
const window = 1 << 20

// Packed is a page as it stands in a file. Each Pack uses its memory again.
type Packed struct {
	header bytes.Buffer
	levels []byte
	body   []byte // the compressed values
	entry  entry

	uncompressed int
}

// encoders are encoders of zstd. Each has a quarter of a megabyte, and window more for pages above 128 KiB.
var encoders = sync.Pool{New: func() any {
	encoder, err := zstd.NewWriter(nil,
		// The level comes before the window: it chooses smaller blocks after one.
		zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1), zstd.WithLowerEncoderMem(true),
		zstd.WithWindowSize(window), zstd.WithZeroFrames(true), zstd.WithEncoderCRC(false), // a page has a checksum of its own
	)
	if err != nil {
		panic(err) // the options are not valid
	}
	return encoder
}}

// pack compresses a page of a column with an encoding.
func (p *Packed) pack(page Page, e format.Encoding) error {
	h := format.PageHeader{Type: format.DataPageV2}
	h.DataPageHeaderV2 = thrift.New(format.DataPageHeaderV2{
		NumValues:                  int32(page.Rows),
		NumNulls:                   int32(page.Nulls),
		NumRows:                    int32(page.Rows),
		Encoding:                   e,
		DefinitionLevelsByteLength: int32(len(page.Levels)),
		IsCompressed:               thrift.New(true),
	})
	if err := p.compress(&h, page.Levels, page.Values); err != nil {
		return err
	}
	p.entry = entry{size: p.size(), rows: page.Rows, nulls: page.Nulls}
	if page.Nulls < page.Rows {
		p.entry.least, p.entry.most = append([]byte{}, page.Min...), append([]byte{}, page.Max...)
	}
	return nil
}

// packDictionary compresses a dictionary of n values.
func (p *Packed) packDictionary(values []byte, n int) error {
	h := format.PageHeader{Type: format.DictionaryPage}
	h.DictionaryPageHeader = thrift.New(format.DictionaryPageHeader{NumValues: int32(n), Encoding: format.Plain})
	return p.compress(&h, nil, values)
}

func (p *Packed) compress(h *format.PageHeader, levels, values []byte) error {
	encoder := encoders.Get().(*zstd.Encoder)
	p.body = encoder.EncodeAll(values, p.body[:0])
	encoders.Put(encoder)
	p.levels = append(p.levels[:0], levels...)
	sum := crc32.Update(crc32.ChecksumIEEE(levels), crc32.IEEETable, p.body)
	h.UncompressedPageSize = int32(len(levels) + len(values))
	h.CompressedPageSize = int32(len(levels) + len(p.body))
	h.CRC = int32(sum)
	p.header.Reset()
	if err := thrift.NewEncoder(new(thrift.CompactProtocol).NewWriter(&p.header)).Encode(h); err != nil {
		return err
	}
	p.uncompressed = p.header.Len() + len(levels) + len(values)
	return nil
}

// size returns the number of bytes in the file.
func (p *Packed) size() int { return p.header.Len() + len(p.levels) + len(p.body) }

// appendTo appends the bytes in the file.
func (p *Packed) appendTo(dst []byte) []byte {
	dst = append(dst, p.header.Bytes()...)
	dst = append(dst, p.levels...)
	return append(dst, p.body...)
}
