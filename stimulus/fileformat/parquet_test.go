package fileformat

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"twophase/internal/testkit/long"
	"twophase/internal/testkit/testfiles"
)

// cell is a row of a Parquet file with a column of each type.
type cell struct {
	ID    string   `parquet:"id"`
	F     float64  `parquet:"f"`
	G     float32  `parquet:"g"`
	I     int32    `parquet:"i"`
	L     int64    `parquet:"l"`
	U     uint32   `parquet:"u"`
	B     bool     `parquet:"b"`
	Maybe *float64 `parquet:"maybe,optional"`
}

// parquetFile returns a file of some rows in row groups of three, and its numbers by row: f, g, i, l, u, b.
func parquetFile(t testing.TB, rows int) ([]byte, [][]float64) {
	var out bytes.Buffer
	w := parquet.NewGenericWriter[cell](&out, parquet.MaxRowsPerRowGroup(3))
	var want [][]float64
	for i := range rows {
		v := float64(i) + 0.5
		c := cell{fmt.Sprint("n", i), v * 1e3, float32(v), int32(-i), int64(i) << 33, 1<<32 - 1 - uint32(i), i%2 == 1, &v}
		if i == 5 {
			c.Maybe = nil
		}
		if _, err := w.Write([]cell{c}); err != nil {
			t.Fatal(err)
		}
		b := 0.0
		if c.B {
			b = 1
		}
		want = append(want, []float64{c.F, float64(c.G), float64(c.I), float64(c.L), float64(c.U), b})
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes(), want
}

// Columns of numbers of every type are read with their names, and columns that are no numbers are named.
func TestParquet(t *testing.T) {
	text, want := parquetFile(t, 8)
	path := testfiles.Write(t, "data.parquet", text)
	f, err := Open(path, Layout{Skip: []string{"id", "maybe"}})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if names := f.Names(); !slices.Equal(names, []string{"f", "g", "i", "l", "u", "b"}) {
		t.Errorf("the names are %q", names)
	}
	if all, err := testfiles.ReadAll(f); err != nil || !slices.Equal(all, slices.Concat(want...)) {
		t.Errorf("read %v, %v, want %v", all, err, want)
	}
	if all, err := readAll(path, Layout{Columns: []string{"i", "f"}}); err != nil || !slices.Equal(all[:2], []float64{want[0][2], want[0][0]}) {
		t.Errorf("columns i and f are %v, %v", all, err)
	}
	for layout, wrong := range map[string]string{"": "column id holds no numbers", "f,nothing": `no column "nothing"`, "f,maybe": "row 6 has no value of maybe"} {
		var how Layout
		if layout != "" {
			how.Columns = strings.Split(layout, ",")
		}
		if _, err := readAll(path, how); err == nil || !strings.Contains(err.Error(), wrong) {
			t.Errorf("columns %q: error %v, want %q", layout, err, wrong)
		}
	}
}

// A Parquet file that ends anywhere is an error, and a damaged one is no panic.
func TestParquetDamaged(t *testing.T) {
	text, _ := parquetFile(t, 8)
	how := Layout{Columns: []string{"f", "l"}}
	for n := 0; n < len(text); n += long.Or(97, 1) {
		if _, err := openParquet(bytes.NewReader(text[:n]), int64(n), how); err == nil {
			t.Errorf("a file that ends after %d of %d bytes is read", n, len(text))
		}
		damaged := slices.Clone(text)
		damaged[n] ^= 0x40
		if rows, err := openParquet(bytes.NewReader(damaged), int64(len(damaged)), how); err == nil {
			drain(t, rows, len(damaged))
		}
	}
}

// Nested columns before a column of numbers do not shift it.
func TestParquetNested(t *testing.T) {
	type nested struct {
		Pos  struct{ A, B float64 } `parquet:"pos"`
		Tags map[string]int32       `parquet:"tags"`
		Many []float64              `parquet:"many"`
		F    float64                `parquet:"f"`
		U    uint32                 `parquet:"u"`
	}
	var out bytes.Buffer
	w := parquet.NewGenericWriter[nested](&out)
	var rows []nested
	for i := range 4 {
		row := nested{Tags: map[string]int32{"a": 7, "b": 8}, Many: []float64{-3, -4, -5}, F: float64(i), U: 1<<32 - 1}
		row.Pos.A, row.Pos.B = -1, -2
		rows = append(rows, row)
	}
	if _, err := w.Write(rows); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	path := testfiles.Write(t, "data.parquet", out.Bytes())
	var want []float64
	for _, row := range rows {
		want = append(want, row.F, float64(row.U))
	}
	if all, err := readAll(path, Layout{Skip: []string{"pos", "tags", "many"}}); err != nil || !slices.Equal(all, want) {
		t.Errorf("read %v, %v, want %v", all, err, want)
	}
	for _, name := range []string{"pos", "tags", "many"} {
		if _, err := Open(path, Layout{Columns: []string{name, "f"}}); err == nil || !strings.Contains(err.Error(), "column "+name+" is nested") {
			t.Errorf("column %s: error %v", name, err)
		}
	}
}

// The rows that the footer claims are those of the row groups.
func TestParquetRowsClaimed(t *testing.T) {
	text, _ := parquetFile(t, 8) // 3, 3 and 2 rows
	how := Layout{Columns: []string{"f"}}
	for i, claim := range []func(*format.FileMetaData){
		func(m *format.FileMetaData) { m.NumRows = -8 },
		func(m *format.FileMetaData) { m.NumRows = 1 << 62 },
		func(m *format.FileMetaData) { m.NumRows = 7 },
		func(m *format.FileMetaData) { m.RowGroups[0].NumRows, m.RowGroups[1].NumRows = -3, 9 },
	} {
		file, err := parquet.OpenFile(bytes.NewReader(text), int64(len(text)))
		if err != nil {
			t.Fatal(err)
		}
		claim(file.Metadata())
		footer, err := thrift.Marshal(new(thrift.CompactProtocol), file.Metadata())
		if err != nil {
			t.Fatal(err)
		}
		end := len(text) - 8 - int(binary.LittleEndian.Uint32(text[len(text)-8:]))
		changed := slices.Concat(text[:end], footer, binary.LittleEndian.AppendUint32(nil, uint32(len(footer))), []byte("PAR1"))
		if _, err := openParquet(bytes.NewReader(changed), int64(len(changed)), how); err == nil || !strings.Contains(err.Error(), "damaged") && !strings.Contains(err.Error(), "is negative") {
			t.Errorf("claim %d: error %v", i, err)
		}
	}
}

// noRows are rows that never come.
type noRows struct {
	parquet.Rows
	closed int
}

func (*noRows) ReadRows([]parquet.Row) (int, error) { return 0, nil }

func (r *noRows) Close() error {
	r.closed++
	return nil
}

// Rows that do not come are an error, and closing a file closes them once.
func TestParquetNoProgress(t *testing.T) {
	text, _ := parquetFile(t, 8)
	r, err := openParquet(bytes.NewReader(text), int64(len(text)), Layout{Columns: []string{"f"}})
	if err != nil {
		t.Fatal(err)
	}
	rows := new(noRows)
	r.rows, r.read = rows, nil
	if err := r.fill(make([]float64, 1)); !errors.Is(err, io.ErrNoProgress) {
		t.Errorf("error %v", err)
	}
	f := &File{rows: r}
	if err := errors.Join(f.Close(), f.Close()); err != nil || rows.closed != 1 {
		t.Errorf("closed %d times, error %v", rows.closed, err)
	}
}

// A file that is closed in the middle closes its rows.
func TestParquetClose(t *testing.T) {
	text, _ := parquetFile(t, 8)
	f, err := Open(testfiles.Write(t, "data.parquet", text), Layout{Columns: []string{"f"}})
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Next(make([]float64, 1)); err != nil {
		t.Fatal(err)
	}
	rows := f.rows.(*parquetReader)
	opened := &noRows{Rows: rows.rows}
	rows.rows = opened
	if err := f.Close(); err != nil || opened.closed != 1 {
		t.Errorf("the rows were closed %d times, error %v", opened.closed, err)
	}
}

func FuzzParquet(f *testing.F) {
	text, _ := parquetFile(f, 4)
	f.Add(text)
	f.Fuzz(func(t *testing.T, data []byte) {
		if rows, err := openParquet(bytes.NewReader(data), int64(len(data)), Layout{Skip: []string{"id", "maybe"}}); err == nil {
			drain(t, rows, len(data))
		}
	})
}
