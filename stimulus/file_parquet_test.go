package stimulus

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"twophase/internal/long"
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

// Columns of numbers of every type are read with their names, again in each epoch, and columns that are
// no numbers are named.
func TestParquet(t *testing.T) {
	text, want := parquetFile(t, 8)
	path := write(t, "data.parquet", text)
	d, err := OpenDataset(path, t.TempDir(), Layout{Skip: []string{"id", "maybe"}})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if names := d.Names(); !slices.Equal(names, []string{"f", "g", "i", "l", "u", "b"}) {
		t.Errorf("the names are %q", names)
	}
	source := d.InOrder(2)
	for _, row := range slices.Concat(want, want) {
		if x := read(t, source, 1)[0]; !slices.Equal(x, row) {
			t.Errorf("read %v, want %v", x, row)
		}
	}
	if err := source.Seek(11); err != nil || !reflect.DeepEqual(read(t, source, 1)[0], want[3]) {
		t.Errorf("after stimulus 11: error %v, or another stimulus", err)
	}
	turned, err := OpenDataset(path, t.TempDir(), Layout{Columns: []string{"i", "f"}})
	if err != nil {
		t.Fatal(err)
	}
	defer turned.Close()
	if x := read(t, turned.InOrder(1), 1)[0]; !slices.Equal(x, []float64{want[0][2], want[0][0]}) {
		t.Errorf("columns i and f are %v", x)
	}
	for layout, wrong := range map[string]string{"": "column id holds no numbers", "f,nothing": `no column "nothing"`, "f,maybe": "row 6 has no value of maybe"} {
		var how Layout
		if layout != "" {
			how.Columns = strings.Split(layout, ",")
		}
		d, err := OpenDataset(path, t.TempDir(), how)
		if err == nil {
			_, err = d.Survey(t.Context(), SurveyOptions{})
			d.Close()
		}
		if err == nil || !strings.Contains(err.Error(), wrong) {
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

func FuzzParquet(f *testing.F) {
	text, _ := parquetFile(f, 4)
	f.Add(text)
	f.Fuzz(func(t *testing.T, data []byte) {
		if rows, err := openParquet(bytes.NewReader(data), int64(len(data)), Layout{Skip: []string{"id", "maybe"}}); err == nil {
			drain(t, rows, len(data))
		}
	})
}
