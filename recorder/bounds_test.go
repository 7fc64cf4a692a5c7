package recorder

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/parquet-go/parquet-go"

	"twophase/circuit"
)

// Readers skip pages and row groups by their bounds: they are the least and the
// greatest value of each.
func TestBoundsAreThoseOfTheValues(t *testing.T) {
	n, folder := newNetwork(t, 5, 3, circuit.Compiled), t.TempDir()
	r := start(t, n, Options{Folder: folder, Run: "bounds", Trial: 3, Parts: selected(true), blockRows: 17}, "weights", "outputs@3")
	n.run(t, 20)
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(folder, "traces-0003-00000.parquet"))
	if err != nil {
		t.Fatal(err)
	}
	f, err := parquet.OpenFile(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	for i, chunk := range f.RowGroups()[0].ColumnChunks() {
		index, err := chunk.ColumnIndex()
		if err != nil {
			t.Fatal(err)
		}
		var whole bounds
		pages := chunk.Pages()
		for at := 0; ; at++ {
			page, err := pages.ReadPage()
			if err == io.EOF {
				break
			} else if err != nil {
				t.Fatal(err)
			}
			values := make([]parquet.Value, page.NumValues())
			page.Values().ReadValues(values)
			var b bounds
			for _, v := range values {
				b.add(chunk.Type(), v.Clone())
				whole.add(chunk.Type(), v.Clone())
			}
			if index.NullPage(at) != b.least.IsNull() || index.NullCount(at) != int64(b.nulls) ||
				!parquet.Equal(index.MinValue(at), b.least) || !parquet.Equal(index.MaxValue(at), b.greatest) {
				t.Errorf("column %d, page %d: bounds %v … %v with %d nulls, want %+v", i, at, index.MinValue(at), index.MaxValue(at), index.NullCount(at), b)
			}
		}
		said := f.Metadata().RowGroups[0].Columns[i].MetaData.Statistics
		if !bytes.Equal(said.MinValue, whole.least.Bytes()) || !bytes.Equal(said.MaxValue, whole.greatest.Bytes()) || said.NullCount != int64(whole.nulls) {
			t.Errorf("column %d: bounds %x … %x with %d nulls, want %+v", i, said.MinValue, said.MaxValue, said.NullCount, whole)
		}
	}
}

// bounds is the least and the greatest of some values.
type bounds struct {
	least, greatest parquet.Value
	nulls           int
}

func (b *bounds) add(t parquet.Type, v parquet.Value) {
	if v.IsNull() {
		b.nulls++
		return
	}
	if b.least.IsNull() || t.Compare(v, b.least) < 0 {
		b.least = v
	}
	if b.greatest.IsNull() || t.Compare(v, b.greatest) > 0 {
		b.greatest = v
	}
}
