package sweep

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"reflect"
	"strconv"
	"strings"

	"github.com/parquet-go/parquet-go"
)

// kind is the type of a column.
type kind int

const (
	textColumn kind = iota
	integerColumn
	numberColumn
)

// field is a column of a table. Its cell is null for a number that is not finite, for nil, and
// for an empty text where text may be missing.
type field struct {
	name string
	kind kind
}

// table is written as Parquet and as CSV at the same time, row by row.
type table struct {
	fields  []field
	parquet *parquet.GenericWriter[any]
	csv     *bufio.Writer
	row     parquet.Row
}

// newTable begins a table. The same rows give the same bytes.
func newTable(fields []field, columnar, csv io.Writer) *table {
	t := &table{fields: fields, csv: bufio.NewWriter(csv)}
	t.parquet = parquet.NewGenericWriter[any](columnar, schemaOf(fields),
		parquet.Compression(&parquet.Zstd), parquet.CreatedBy("twophase", "", ""), parquet.MaxRowsPerRowGroup(1<<16))
	for i, f := range fields {
		if i > 0 {
			t.csv.WriteByte(',')
		}
		t.csv.WriteString(quoted(f.name))
	}
	t.csv.WriteByte('\n')
	return t
}

// schemaOf returns the schema, in the order of the fields.
func schemaOf(fields []field) *parquet.Schema {
	types := map[kind]reflect.Type{
		textColumn:    reflect.TypeFor[string](),
		integerColumn: reflect.TypeFor[int64](),
		numberColumn:  reflect.TypeFor[float64](),
	}
	var all []reflect.StructField
	for i, f := range fields {
		all = append(all, reflect.StructField{
			Name: fmt.Sprintf("F%d", i), Type: types[f.kind],
			Tag: reflect.StructTag(fmt.Sprintf("parquet:%q", f.name+",optional")),
		})
	}
	return parquet.SchemaOf(reflect.New(reflect.StructOf(all)).Interface())
}

// add adds a row: for each field a string, int, float64 or nil.
func (t *table) add(row []any) error {
	t.row = t.row[:0]
	for i, v := range row {
		if i > 0 {
			t.csv.WriteByte(',')
		}
		var cell parquet.Value
		text := ""
		switch v := v.(type) {
		case nil:
		case string:
			cell, text = parquet.ByteArrayValue([]byte(v)), quoted(v)
		case int:
			cell, text = parquet.Int64Value(int64(v)), strconv.Itoa(v)
		case float64:
			if v-v == 0 {
				cell, text = parquet.DoubleValue(v), strconv.FormatFloat(v, 'g', -1, 64)
			}
		}
		defined := 1
		if text == "" && cell.IsNull() {
			defined = 0
		}
		t.row = append(t.row, cell.Level(0, defined, i))
		t.csv.WriteString(text)
	}
	t.csv.WriteByte('\n')
	_, err := t.parquet.WriteRows([]parquet.Row{t.row})
	return err
}

// end ends the table.
func (t *table) end() error {
	if err := t.parquet.Close(); err != nil {
		return err
	}
	return t.csv.Flush()
}

// quoted returns a text as a cell of CSV.
func quoted(text string) string {
	if text == "" || strings.ContainsAny(text, ",\"\r\n") || strings.TrimSpace(text) != text {
		return `"` + strings.ReplaceAll(text, `"`, `""`) + `"`
	}
	return text
}

// fieldOf returns the column of a key that varies: whole numbers, numbers or texts.
func fieldOf(c VariedKey) field {
	f := field{c.Key, integerColumn}
	for i := range c.Len() {
		v := c.Value(i)
		if v == "" {
			continue
		}
		n, ok := v.Number()
		if !ok {
			f.kind = textColumn
			break
		}
		if n != math.Trunc(n) || math.Abs(n) > 1<<53 {
			f.kind = numberColumn
		}
	}
	return f
}

// cell returns the value of a key in a row.
func (f field) cell(v Value) any {
	if v == "" {
		return nil
	}
	n, _ := v.Number()
	switch f.kind {
	case integerColumn:
		return int(n)
	case numberColumn:
		return n
	}
	return v.String()
}
