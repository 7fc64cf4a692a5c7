package stimulus

import (
	"errors"
	"io"
)

// parquetReader stands for the reader of Parquet files, which a page does not have: the library is
// three times as large as all the rest.
type parquetReader struct{}

func openParquet(io.ReaderAt, int64, Layout) (*parquetReader, error) {
	return nil, errors.New("reading Parquet: a page cannot")
}

func (*parquetReader) inputNames() []string      { return nil }
func (*parquetReader) shape() (rows, inputs int) { return 0, 0 }
func (*parquetReader) next([]float64) error      { return io.EOF }
func (*parquetReader) end() error                { return io.EOF }
func (*parquetReader) Close() error              { return nil }
