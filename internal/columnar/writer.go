package columnar

import (
	"encoding/binary"
	"io"

	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// magic is what a Parquet file begins and ends with.
const magic = "PAR1"

// Column is how the values of one column are encoded. The values of a column
// with a dictionary are indices into it.
type Column struct {
	Encoding   format.Encoding
	Dictionary [][]byte // plain values, without the length of a text; nil if there is none
}

// Writer writes one Parquet file after another, all with the same columns.
type Writer struct {
	out    counter
	empty  format.FileMetaData // the footer of a file without rows
	footer format.FileMetaData
	chunks []chunk // of the present row group, by column
	rows   int64   // in the present row group

	columnIndexes []format.ColumnIndex // by row group, then by column
	offsetIndexes []format.OffsetIndex
}

// NewWriter returns a writer of files with the given columns, the leaves of the
// footer's schema in order. Reset says where the first file goes.
func NewWriter(footer format.FileMetaData, columns []Column) *Writer {
	w := &Writer{empty: footer, chunks: make([]chunk, len(columns))}
	page := newCompressor()
	for i, c := range columns {
		w.chunks[i] = chunk{column: c, element: footer.Schema[1+i], page: page}
	}
	return w
}

// Reset begins another file, without the rows of one that was not closed.
func (w *Writer) Reset(out io.Writer) {
	w.out, w.footer = counter{to: out}, w.empty
	w.footer.RowGroups, w.footer.NumRows = nil, 0
	w.columnIndexes, w.offsetIndexes = nil, nil
	w.startGroup()
}

// WritePage appends a page to a column. The pages of all columns of a row group
// must add up to the same number of rows.
func (w *Writer) WritePage(column int, p Page) error {
	if column == 0 {
		w.rows += int64(p.Rows)
	}
	return w.chunks[column].add(p)
}

// EndGroup writes the present row group, if it has rows, and begins another.
func (w *Writer) EndGroup() error {
	if w.rows == 0 {
		return nil
	}
	if err := w.start(); err != nil {
		return err
	}
	group := format.RowGroup{NumRows: w.rows, FileOffset: w.out.offset, Ordinal: int16(len(w.footer.RowGroups))}
	for i := range w.chunks {
		c := &w.chunks[i]
		meta, err := c.writeTo(&w.out)
		if err != nil {
			return err
		}
		group.Columns = append(group.Columns, format.ColumnChunk{MetaData: meta})
		group.TotalByteSize += meta.TotalUncompressedSize
		group.TotalCompressedSize += meta.TotalCompressedSize
		w.columnIndexes = append(w.columnIndexes, c.columnIndex)
		w.offsetIndexes = append(w.offsetIndexes, c.offsetIndex)
	}
	w.footer.RowGroups = append(w.footer.RowGroups, group)
	w.footer.NumRows += w.rows
	w.startGroup()
	return nil
}

func (w *Writer) startGroup() {
	w.rows = 0
	for i := range w.chunks {
		w.chunks[i].reset()
	}
}

// start writes what a file begins with, once.
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
	encoder := thrift.NewEncoder(new(thrift.CompactProtocol).NewWriter(&w.out))
	for i := range w.columnIndexes {
		c, at := w.chunkOf(i), w.out.offset
		if err := encoder.Encode(&w.columnIndexes[i]); err != nil {
			return err
		}
		c.ColumnIndexOffset, c.ColumnIndexLength = at, int32(w.out.offset-at)
	}
	for i := range w.offsetIndexes {
		c, at := w.chunkOf(i), w.out.offset
		if err := encoder.Encode(&w.offsetIndexes[i]); err != nil {
			return err
		}
		c.OffsetIndexOffset, c.OffsetIndexLength = at, int32(w.out.offset-at)
	}
	at := w.out.offset
	if err := encoder.Encode(&w.footer); err != nil {
		return err
	}
	end := binary.LittleEndian.AppendUint32(nil, uint32(w.out.offset-at))
	_, err := w.out.Write(append(end, magic...))
	return err
}

// chunkOf returns the column chunk of the i-th index.
func (w *Writer) chunkOf(i int) *format.ColumnChunk {
	return &w.footer.RowGroups[i/len(w.chunks)].Columns[i%len(w.chunks)]
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
