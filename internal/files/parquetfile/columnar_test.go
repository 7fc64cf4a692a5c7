package parquetfile

import (
	"bytes"
	"encoding/binary"
	"io"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"
	"pgregory.net/rapid"
)

type record struct {
	Name  string   `parquet:"name"`
	Value *float64 `parquet:"value,optional"`
}

// file is what drawFile writes, and what a reader should find.
type file struct {
	bytes.Buffer
	rows []record
}

// write packs and appends a page.
func write(t rapid.TB, w *Writer, column int, p Page) {
	t.Helper()
	var packed Packed
	if err := w.Pack(&packed, column, p); err != nil {
		t.Fatal(err)
	}
	w.WritePage(column, &packed)
}

// drawFile writes rows of names in runs and of values that may be null, in
// pages and row groups of any size.
func drawFile(t *rapid.T) *file {
	names := [][]byte{[]byte("b"), []byte(""), []byte("a longer name")}
	empty := parquet.NewGenericWriter[record](io.Discard)
	empty.Close()
	w := NewWriter(*empty.File().Metadata(), []Column{{Encoding: format.RLEDictionary, Dictionary: names}, {Encoding: format.Plain}})
	f := new(file)
	w.Reset(f)
	for range rapid.IntRange(0, 4).Draw(t, "groups") {
		for range rapid.IntRange(0, 3).Draw(t, "pages") {
			indices, levels := Runs{Width: 2}, Runs{Width: 1}
			var p Page
			var values []float64
			low, high := []byte(nil), []byte(nil)
			for range rapid.IntRange(1, 5).Draw(t, "runs") {
				n, name := rapid.IntRange(1, 300).Draw(t, "length"), rapid.IntRange(0, 2).Draw(t, "name")
				null := rapid.Bool().Draw(t, "null")
				indices.Add(byte(name), n)
				if low == nil || bytes.Compare(names[name], low) < 0 {
					low = names[name]
				}
				if high == nil || bytes.Compare(names[name], high) > 0 {
					high = names[name]
				}
				p.Rows += n
				if null {
					levels.Add(0, n)
					p.Nulls += n
				} else {
					levels.Add(1, n)
				}
				for range n {
					r := record{Name: string(names[name])}
					if !null {
						v := rapid.Float64Range(-2, 2).Draw(t, "value")
						r.Value = &v
						values = append(values, v)
						p.Values = binary.LittleEndian.AppendUint64(p.Values, math.Float64bits(v))
					}
					f.rows = append(f.rows, r)
				}
			}
			p.Levels = levels.Levels()
			p.Min, p.Max = Bounds(values)
			name := Page{Rows: p.Rows, Values: indices.AppendIndices(nil), Min: low, Max: high}
			for column, page := range []Page{name, p} {
				write(t, w, column, page)
			}
		}
		if err := w.EndGroup(); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return f
}

func TestWrittenFilesAreRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := drawFile(t)
		got, err := parquet.Read[record](bytes.NewReader(f.Bytes()), int64(f.Len()))
		if err != nil {
			t.Fatal(err)
		}
		if len(got) == 0 {
			got = nil
		}
		if diff := cmp.Diff(f.rows, got); diff != "" {
			t.Fatalf("rows (-want +got):\n%s", diff)
		}
	})
}

// The page index says which pages can be skipped: no value of a page may be
// beyond its bounds, and an order that is claimed must hold.
func TestPageIndexHoldsForThePages(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := drawFile(t)
		in, err := parquet.OpenFile(bytes.NewReader(f.Bytes()), int64(f.Len()))
		if err != nil {
			t.Fatal(err)
		}
		for _, group := range in.RowGroups() {
			for _, chunk := range group.ColumnChunks() {
				index, err := chunk.ColumnIndex()
				if err != nil {
					t.Fatal(err)
				}
				pages := chunk.Pages()
				var low, high parquet.Value
				for i := 0; ; i++ {
					page, err := pages.ReadPage()
					if err == io.EOF {
						break
					} else if err != nil {
						t.Fatal(err)
					}
					if index.NullCount(i) != page.NumNulls() || index.NullPage(i) != (page.NumNulls() == page.NumRows()) {
						t.Fatalf("page %d: %d nulls, %v; there are %d", i, index.NullCount(i), index.NullPage(i), page.NumNulls())
					}
					values := make([]parquet.Value, page.NumValues())
					page.Values().ReadValues(values)
					compare := chunk.Type().Compare
					for _, v := range values {
						if !v.IsNull() && (compare(v, index.MinValue(i)) < 0 || compare(v, index.MaxValue(i)) > 0) {
							t.Fatalf("page %d: %v is not in %v … %v", i, v, index.MinValue(i), index.MaxValue(i))
						}
					}
					if index.NullPage(i) {
						continue
					}
					if index.IsAscending() && !low.IsNull() && (compare(index.MinValue(i), low) < 0 || compare(index.MaxValue(i), high) < 0) {
						t.Fatalf("page %d: bounds %v … %v after %v … %v", i, index.MinValue(i), index.MaxValue(i), low, high)
					}
					low, high = index.MinValue(i).Clone(), index.MaxValue(i).Clone()
				}
				pages.Close()
			}
		}
	})
}

func TestBounds(t *testing.T) {
	nan, inf, negative := math.NaN(), math.Inf(1), math.Copysign(0, -1)
	for _, c := range []struct {
		values    []float64
		low, high float64
	}{
		{[]float64{3, -1, 2}, -1, 3},
		{[]float64{nan, 5, nan}, 5, 5},
		{[]float64{nan}, -inf, inf},
		{[]float64{0}, negative, 0},
		{[]float64{negative}, negative, 0},
		{[]float64{-inf, 1}, -inf, 1},
	} {
		low, high := Bounds(c.values)
		if !bytes.Equal(low, Double(c.low)) || !bytes.Equal(high, Double(c.high)) {
			t.Errorf("bounds of %v are %x … %x, want %v … %v", c.values, low, high, c.low, c.high)
		}
	}
	if low, high := Bounds(nil); low != nil || high != nil {
		t.Errorf("bounds of nothing are %x … %x", low, high)
	}
}
