package tablefile

import (
	"bufio"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/parquet-go/parquet-go"
)

// Kind is the type of a column.
type Kind int

// The kinds of columns.
const (
	Text Kind = iota
	Integer
	Number
)

// Field is a column of a table.
type Field struct {
	Name string
	Kind Kind
}

// Writer writes the rows of a table as Parquet, as CSV or as both at the same time.
type Writer struct {
	parquet *parquet.GenericWriter[any] // nil: not as Parquet
	csv     *bufio.Writer               // nil: not as CSV
	row     parquet.Row
}

// NewWriter begins a table in each of two forms that has somewhere to go. The same rows give the same bytes.
func NewWriter(fields []Field, columnar, csv io.Writer) *Writer {
	w := &Writer{}
	if columnar != nil {
		w.parquet = parquet.NewGenericWriter[any](columnar, schemaOf(fields),
			parquet.Compression(&parquet.Zstd), parquet.CreatedBy("twophase", "", ""), parquet.MaxRowsPerRowGroup(1<<16))
	}
	if csv != nil {
		w.csv = bufio.NewWriter(csv)
		var names []string
		for _, f := range fields {
			names = append(names, quoted(f.Name))
		}
		w.csv.WriteString(strings.Join(names, ",") + "\n")
	}
	return w
}

// schemaOf returns the schema.
func schemaOf(fields []Field) *parquet.Schema {
	leaves := map[Kind]parquet.Node{Text: parquet.String(), Integer: parquet.Leaf(parquet.Int64Type), Number: parquet.Leaf(parquet.DoubleType)}
	group := ordered{Group: parquet.Group{}, places: map[string]int{}}
	for i, f := range fields {
		group.Group[f.Name], group.places[f.Name] = parquet.Optional(leaves[f.Kind]), i
	}
	return parquet.NewSchema("twophase", group)
}

// ordered is a group with its columns in the order of the fields. A group alone has that of their names.
type ordered struct {
	parquet.Group
	places map[string]int
}

// Fields returns the columns.
func (o ordered) Fields() []parquet.Field {
	fields := o.Group.Fields()
	slices.SortFunc(fields, func(a, b parquet.Field) int { return o.places[a.Name()] - o.places[b.Name()] })
	return fields
}

// Add adds a row: for each field a string, int, int64, float64 or nil. What is nil or NaN is null, and empty in CSV.
func (w *Writer) Add(row []any) error {
	w.row = w.row[:0]
	for i, v := range row {
		cell, text := encoded(v)
		if w.csv != nil {
			if i > 0 {
				w.csv.WriteByte(',')
			} else if len(row) == 1 && text == "" {
				text = `""` // an empty line is no row
			}
			w.csv.WriteString(text)
		}
		defined := 1
		if cell.IsNull() {
			defined = 0
		}
		w.row = append(w.row, cell.Level(0, defined, i))
	}
	if w.csv != nil {
		w.csv.WriteByte('\n')
	}
	if w.parquet == nil {
		return nil
	}
	_, err := w.parquet.WriteRows([]parquet.Row{w.row})
	return err
}

// encoded returns the two forms of a value.
func encoded(v any) (cell parquet.Value, text string) {
	switch v := v.(type) {
	case string:
		return parquet.ByteArrayValue([]byte(v)), quoted(v)
	case int:
		return encoded(int64(v))
	case int64:
		return parquet.Int64Value(v), strconv.FormatInt(v, 10)
	case float64:
		if v == v {
			return parquet.DoubleValue(v), strconv.FormatFloat(v, 'g', -1, 64)
		}
	}
	return parquet.Value{}, ""
}

// End ends the table.
func (w *Writer) End() error {
	if w.parquet != nil {
		if err := w.parquet.Close(); err != nil {
			return err
		}
	}
	if w.csv != nil {
		return w.csv.Flush()
	}
	return nil
}

// quoted returns a text as a cell of CSV.
func quoted(text string) string {
	if text == "" || strings.ContainsAny(text, ",\"\r\n") || strings.TrimSpace(text) != text {
		return `"` + strings.ReplaceAll(text, `"`, `""`) + `"`
	}
	return text
}
