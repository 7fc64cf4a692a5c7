package parquetfile

import (
	"bytes"
	"encoding/binary"
	"io"

	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// magic begins and ends a Parquet file.
const magic = "PAR1"

// Column is the encoding of one column. The values of a column with a dictionary are indices
// into it.
type Column struct {
	Encoding   format.Encoding
	Dictionary [][]byte // plain values, without the length of a text; nil if there is none
}

// Writer writes one Parquet file after another, all with the same columns.
type Writer struct {
	out    counter
	empty  format.FileMetaData // the footer of a file without rows
	chunks []chunk             // of the present row group, by column
	groups [][]extent          // the row groups that are written, by column
}

// NewWriter returns a writer of files with the given columns, the leaves of the
// footer's schema in order. Reset says where the first file goes.
func NewWriter(footer format.FileMetaData, columns []Column) *Writer {
	w := &Writer{empty: footer, chunks: make([]chunk, len(columns))}
	for i, c := range columns {
		w.chunks[i] = chunk{column: c, element: footer.Schema[1+i]}
	}
	return w
}

// Reset begins another file, without the rows of one that was not closed.
func (w *Writer) Reset(out io.Writer) {
	w.out, w.groups = counter{to: out}, nil
	w.startGroup()
}

// Pack compresses a page of a column. Several goroutines may pack at once, whatever is written
// meanwhile.
func (w *Writer) Pack(dst *Packed, column int, p Page) error {
	return dst.pack(p, w.chunks[column].column.Encoding)
}

// WritePage appends a page to its column. The pages of all columns of a row group
// must add up to the same number of rows.
func (w *Writer) WritePage(column int, p *Packed) { w.chunks[column].add(p) }

// GroupRows returns the number of rows in the present row group.
func (w *Writer) GroupRows() int { return int(rowsOf(w.chunks[0].pages)) }

// Rows returns the number of rows in the present file.
func (w *Writer) Rows() int {
	rows := rowsOf(w.chunks[0].pages)
	for _, group := range w.groups {
		rows += rowsOf(group[0].pages)
	}
	return int(rows)
}

// EndGroup writes the present row group, if it has rows, and begins another.
func (w *Writer) EndGroup() error {
	if w.GroupRows() == 0 {
		return nil
	}
	if err := w.start(); err != nil {
		return err
	}
	group := make([]extent, len(w.chunks))
	for i := range w.chunks {
		var err error
		if group[i], err = w.chunks[i].writeTo(&w.out); err != nil {
			return err
		}
	}
	w.groups = append(w.groups, group)
	w.startGroup()
	return nil
}

func (w *Writer) startGroup() {
	for i := range w.chunks {
		w.chunks[i].reset()
	}
}

// start writes the magic number at the beginning of a file, once.
func (w *Writer) start() error {
	if w.out.offset > 0 {
		return nil
	}
	_, err := io.WriteString(&w.out, magic)
	return err
}

// Close writes the present row group, the page index and the footer.
func (w *Writer) Close() error {
	if err := w.EndGroup(); err != nil {
		return err
	}
	if err := w.start(); err != nil {
		return err
	}
	footer, columnIndexes, offsetIndexes := w.describe()
	var buffer bytes.Buffer // because the encoder writes byte by byte
	end := counter{to: &buffer, offset: w.out.offset}
	encoder := thrift.NewEncoder(new(thrift.CompactProtocol).NewWriter(&end))
	chunkOf := func(i int) *format.ColumnChunk {
		return &footer.RowGroups[i/len(w.chunks)].Columns[i%len(w.chunks)]
	}
	for i := range columnIndexes {
		c, at := chunkOf(i), end.offset
		if err := encoder.Encode(&columnIndexes[i]); err != nil {
			return err
		}
		c.ColumnIndexOffset, c.ColumnIndexLength = at, int32(end.offset-at)
	}
	for i := range offsetIndexes {
		c, at := chunkOf(i), end.offset
		if err := encoder.Encode(&offsetIndexes[i]); err != nil {
			return err
		}
		c.OffsetIndexOffset, c.OffsetIndexLength = at, int32(end.offset-at)
	}
	at := end.offset
	if err := encoder.Encode(&footer); err != nil {
		return err
	}
	tail := binary.LittleEndian.AppendUint32(nil, uint32(end.offset-at))
	buffer.Write(append(tail, magic...))
	_, err := w.out.Write(buffer.Bytes())
	return err
}

// describe returns the footer and the page index of the row groups, by row
// group, then by column. The footer does not say yet where the page index is.
func (w *Writer) describe() (format.FileMetaData, []format.ColumnIndex, []format.OffsetIndex) {
	footer := w.empty
	footer.RowGroups, footer.NumRows = nil, 0
	var columnIndexes []format.ColumnIndex
	var offsetIndexes []format.OffsetIndex
	for i, extents := range w.groups {
		group := format.RowGroup{NumRows: rowsOf(extents[0].pages), FileOffset: extents[0].start, Ordinal: int16(i)}
		for column, e := range extents {
			meta, columnIndex, offsetIndex := w.chunks[column].describe(e)
			group.Columns = append(group.Columns, format.ColumnChunk{MetaData: meta})
			group.TotalByteSize += meta.TotalUncompressedSize
			group.TotalCompressedSize += meta.TotalCompressedSize
			columnIndexes = append(columnIndexes, columnIndex)
			offsetIndexes = append(offsetIndexes, offsetIndex)
		}
		footer.RowGroups = append(footer.RowGroups, group)
		footer.NumRows += group.NumRows
	}
	return footer, columnIndexes, offsetIndexes
}

// counter is an io.Writer that counts.
type counter struct {
	to     io.Writer
	offset int64
}

func (c *counter) Write(b []byte) (int, error) {
	n, err := c.to.Write(b)
	c.offset += int64(n)
	return n, err
}
