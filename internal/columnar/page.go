package columnar

import (
	"bytes"
	"hash/crc32"
	"sync"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// Page is a part of one column. Its slices may be reused once it is written.
type Page struct {
	Rows, Nulls int
	Levels      []byte // runs of 0 where there is a null and of 1 elsewhere; nil for a column without nulls
	Values      []byte // encoded as the column says, without the nulls
	Min, Max    []byte // bounds, as plain values without the length of a text; of nulls only, nil
}

// compressor turns pages into bytes.
type compressor struct {
	body     []byte // the compressed values
	header   bytes.Buffer
	protocol thrift.CompactProtocol
}

// encoders are encoders of zstd, each of which has a quarter of a megabyte.
var encoders = sync.Pool{New: func() any {
	encoder, err := zstd.NewWriter(nil,
		zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1), zstd.WithLowerEncoderMem(true),
		zstd.WithZeroFrames(true), zstd.WithEncoderCRC(false), // a page has a checksum of its own
	)
	if err != nil {
		panic(err) // the options are not valid
	}
	return encoder
}}

// append appends the page to dst. It returns dst and the size of the page before
// compression.
func (c *compressor) append(dst []byte, p Page, e format.Encoding) ([]byte, int, error) {
	h := format.PageHeader{Type: format.DataPageV2}
	h.DataPageHeaderV2 = thrift.New(format.DataPageHeaderV2{
		NumValues:                  int32(p.Rows),
		NumNulls:                   int32(p.Nulls),
		NumRows:                    int32(p.Rows),
		Encoding:                   e,
		DefinitionLevelsByteLength: int32(len(p.Levels)),
		IsCompressed:               thrift.New(true),
	})
	return c.appendBytes(dst, &h, p.Levels, p.Values)
}

// appendDictionary appends the page of a dictionary of n values.
func (c *compressor) appendDictionary(dst, values []byte, n int) ([]byte, int, error) {
	h := format.PageHeader{Type: format.DictionaryPage}
	h.DictionaryPageHeader = thrift.New(format.DictionaryPageHeader{NumValues: int32(n), Encoding: format.Plain})
	return c.appendBytes(dst, &h, nil, values)
}

func (c *compressor) appendBytes(dst []byte, h *format.PageHeader, levels, values []byte) ([]byte, int, error) {
	encoder := encoders.Get().(*zstd.Encoder)
	c.body = encoder.EncodeAll(values, c.body[:0])
	encoders.Put(encoder)
	sum := crc32.Update(crc32.ChecksumIEEE(levels), crc32.IEEETable, c.body)
	h.UncompressedPageSize = int32(len(levels) + len(values))
	h.CompressedPageSize = int32(len(levels) + len(c.body))
	h.CRC = int32(sum)
	c.header.Reset()
	if err := thrift.NewEncoder(c.protocol.NewWriter(&c.header)).Encode(h); err != nil {
		return dst, 0, err
	}
	size := c.header.Len() + len(levels) + len(values)
	dst = append(dst, c.header.Bytes()...)
	dst = append(dst, levels...)
	return append(dst, c.body...), size, nil
}
