//go:build !js

package fileformat

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"

	"twophase/stimulus"
)

// A parquetReader reads the rows of a Parquet file, of which each column that is an input holds
// numbers.
type parquetReader struct {
	file   *parquet.File
	names  []string // of the inputs
	place  []int    // by leaf of the schema: the input that it is, −1 for none
	inputs int

	unsigned []bool // by leaf: whole numbers without a sign

	group  int // the next row group
	rows   parquet.Rows
	buffer []parquet.Row
	read   []parquet.Row // of the buffer, those that are not used yet
	row    int           // rows that were used

	first  []float64 // the first stimulus
	peeked bool      // first has not been returned yet
}

// parquetRows is the number of rows that are read at a time.
const parquetRows = 64

// openParquet opens a Parquet file of size bytes. All columns that are picked must be flat numbers.
func openParquet(in io.ReaderAt, size int64, how Layout) (r *parquetReader, err error) {
	defer recovered(&err)
	file, err := parquet.OpenFile(in, size, parquet.SkipBloomFilters(true))
	if err != nil {
		return nil, fmt.Errorf("reading Parquet: %w", explain(err))
	}
	r = &parquetReader{file: file, buffer: make([]parquet.Row, parquetRows)}
	fields := file.Root().Columns() // a nested one has several leaves, or none
	var names []string
	for _, c := range fields {
		names = append(names, c.Name())
	}
	picked, err := how.pick(len(fields), names)
	if err != nil {
		return nil, err
	}
	if picked == nil {
		for c := range fields {
			picked = append(picked, c)
		}
	}
	leaves := len(file.Schema().Columns())
	r.place, r.unsigned = slices.Repeat([]int{-1}, leaves), make([]bool, leaves)
	for i, c := range picked {
		if err := isNumeric(fields[c]); err != nil {
			return nil, fmt.Errorf("column %s %w: leave it out by --skip-columns %s", names[c], err, names[c])
		}
		leaf := fields[c].Index()
		if whole := integerOf(fields[c]); whole != nil {
			r.unsigned[leaf] = !whole.IsSigned
		}
		r.place[leaf] = i
	}
	r.inputs, r.names = len(picked), chosen(names, picked)
	switch {
	case r.inputs == 0:
		return nil, errors.New("the file has no columns")
	case file.NumRows() == 0:
		return nil, errors.New("the file holds no stimuli")
	}
	if err := checkRows(file); err != nil {
		return nil, err
	}
	r.first, r.peeked = make([]float64, r.inputs), true
	if err := r.fill(r.first); err != nil {
		return nil, errors.Join(err, r.Close())
	}
	return r, nil
}

// checkRows returns an error unless a file has the rows of its row groups. The Parquet library has
// refused negative numbers.
func checkRows(file *parquet.File) error {
	left := file.NumRows()
	for _, group := range file.RowGroups() {
		if n := group.NumRows(); n > left {
			return fmt.Errorf("a row group claims %d rows, of %d in the file: it is damaged", n, file.NumRows())
		}
		left -= group.NumRows()
	}
	if left != 0 {
		return fmt.Errorf("the file claims %d rows, and its row groups %d: it is damaged", file.NumRows(), file.NumRows()-left)
	}
	return nil
}

// integerOf returns what kind of whole numbers a column says that it holds, nil if it says nothing or
// something else.
func integerOf(c *parquet.Column) *format.IntType {
	logical := c.Type().LogicalType()
	if logical == nil {
		return nil
	}
	whole, _ := logical.Value.(*format.IntType)
	return whole
}

// isNumeric returns an error unless a column holds a number in each row.
func isNumeric(c *parquet.Column) error {
	if !c.Leaf() || c.Repeated() {
		return errors.New("is nested")
	}
	logical := c.Type().LogicalType()
	switch c.Type().Kind() {
	case parquet.Int32, parquet.Int64:
		if logical == nil || integerOf(c) != nil {
			return nil
		}
	case parquet.Float, parquet.Double, parquet.Boolean:
		return nil
	}
	return fmt.Errorf("holds no numbers but %v", c.Type())
}

// inputNames returns the names of the columns that were picked.
func (r *parquetReader) inputNames() []string { return r.names }

func (r *parquetReader) shape() (rows, inputs int) { return int(r.file.NumRows()), r.inputs }

func (r *parquetReader) next(x []float64) error {
	if r.peeked {
		r.peeked = false
		copy(x, r.first)
		return nil
	}
	return r.fill(x)
}

// fill reads the next row.
func (r *parquetReader) fill(x []float64) (err error) {
	defer recovered(&err)
	for len(r.read) == 0 {
		if err := r.load(); err != nil {
			return err
		}
	}
	row := r.read[0]
	r.read = r.read[1:]
	r.row++
	filled := 0
	for _, v := range row {
		c := v.Column()
		if c < 0 || c >= len(r.place) || r.place[c] < 0 {
			continue
		}
		if v.IsNull() {
			return fmt.Errorf("row %d has no value of %s: no value may be missing", r.row, r.names[r.place[c]])
		}
		x[r.place[c]] = r.number(v, c)
		filled++
	}
	if filled != r.inputs {
		return fmt.Errorf("row %d has %d values for %d columns: the file is damaged", r.row, filled, r.inputs)
	}
	if err := stimulus.CheckFinite(x); err != nil {
		return fmt.Errorf("row %d: %w", r.row, err)
	}
	return nil
}

// load reads the next rows.
func (r *parquetReader) load() error {
	groups := r.file.RowGroups()
	if r.rows == nil {
		if r.group == len(groups) {
			return r.end()
		}
		r.rows = groups[r.group].Rows()
		r.group++
	}
	n, err := r.rows.ReadRows(r.buffer)
	r.read = r.buffer[:n]
	switch {
	case err == io.EOF:
		err = r.Close()
	case err == nil && n == 0:
		err = io.ErrNoProgress
	}
	if err != nil {
		return fmt.Errorf("row %d: %w", r.row+1, explain(err))
	}
	return nil
}

// Close lets the Parquet library use its buffers for something else. It may be called more than once.
func (r *parquetReader) Close() error {
	if r.rows == nil {
		return nil
	}
	rows := r.rows
	r.rows = nil
	return rows.Close()
}

// end returns io.EOF if all rows that the file promises were there.
func (r *parquetReader) end() error {
	if int64(r.row) != r.file.NumRows() {
		return fmt.Errorf("the file promises %d rows, and has %d: it is damaged", r.file.NumRows(), r.row)
	}
	return io.EOF
}

// number returns the value of a column.
func (r *parquetReader) number(v parquet.Value, column int) float64 {
	switch v.Kind() {
	case parquet.Boolean:
		if v.Boolean() {
			return 1
		}
		return 0
	case parquet.Int32:
		if r.unsigned[column] {
			return float64(uint32(v.Int32()))
		}
		return float64(v.Int32())
	case parquet.Int64:
		if r.unsigned[column] {
			return float64(uint64(v.Int64()))
		}
		return float64(v.Int64())
	case parquet.Float:
		return float64(v.Float())
	}
	return v.Double()
}

// recovered turns a panic of the Parquet library, such as of a damaged file, into an error.
func recovered(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("reading Parquet: the file is damaged: %v", p)
	}
}
