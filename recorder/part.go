package recorder

import (
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"
)

// groupRows is the number of rows after which a row group ends. The encoded
// pages of one row group, some 7 bytes a row, are held in memory.
const groupRows = 1 << 20

// part is one Parquet file of a trace, while it is written.
type part struct {
	file    *aside
	writer  *parquet.GenericWriter[any]
	grouped int // rows in the present row group
}

// createPart creates a part whose metadata says what the trace is.
func createPart(path string, schema *parquet.Schema, metadata map[string]string) (*part, error) {
	file, err := createAside(path)
	if err != nil {
		return nil, err
	}
	options := []parquet.WriterOption{
		schema,
		parquet.Compression(&zstd.Codec{Level: zstd.SpeedFastest}),
		parquet.CreatedBy("twophase", SchemaVersion, "parquet-go"),
		// The bounds of each page are in the page index; here they would be
		// repeated. (To leave them out of both with SkipPageBounds would be
		// faster, but parquet-go then writes an index of zeros, by which other
		// readers skip pages that they must not skip.)
		parquet.DataPageStatistics(false),
	}
	for key, value := range metadata {
		options = append(options, parquet.KeyValueMetadata(key, value))
	}
	return &part{file: file, writer: parquet.NewGenericWriter[any](file, options...)}, nil
}

// write appends rows: the same number of values to every column.
func (p *part) write(columns [columnCount][]parquet.Value) error {
	for i, w := range p.writer.ColumnWriters() {
		if _, err := w.WriteRowValues(columns[i]); err != nil {
			return err
		}
	}
	if p.grouped += len(columns[0]); p.grouped < groupRows {
		return nil
	}
	p.grouped = 0
	return p.writer.Flush()
}

// finish completes the part and puts it in its place.
func (p *part) finish() error {
	if err := p.writer.Close(); err != nil {
		return err
	}
	return p.file.commit()
}

// discard removes the part.
func (p *part) discard() error { return p.file.discard() }
