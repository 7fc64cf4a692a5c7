package parquetfile

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"
	"pgregory.net/rapid"

	"twophase/internal/files/wire"
)

// newTestWriter returns a writer of records.
func newTestWriter() *Writer {
	empty := parquet.NewGenericWriter[record](io.Discard)
	empty.Close()
	return NewWriter(*empty.File().Metadata(), []Column{
		{Encoding: format.RLEDictionary, Dictionary: [][]byte{[]byte("b"), nil}}, {Encoding: format.Plain},
	})
}

// writePage writes rows of one name and one value, or of nulls.
func writePage(t rapid.TB, w *Writer, rows int, name byte, value float64, null bool) {
	t.Helper()
	indices, levels := Runs{Width: 2}, Runs{Width: 1}
	indices.Add(name, rows)
	text := [][]byte{[]byte("b"), nil}[name]
	p := Page{Rows: rows, Min: Double(value), Max: Double(value)}
	if null {
		levels.Add(0, rows)
		p.Nulls, p.Min, p.Max = rows, nil, nil
	} else {
		levels.Add(1, rows)
		p.Values = bytes.Repeat(Double(value), rows)
	}
	p.Levels = levels.Levels()
	for column, p := range []Page{{Rows: rows, Values: indices.AppendIndices(nil), Min: text, Max: text}, p} {
		write(t, w, column, p)
	}
}

// A file that one writer after another goes on with has the bytes of one writer's.
func TestRestoredWriterGoesOn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var want, got bytes.Buffer
		one, other := newTestWriter(), newTestWriter()
		one.Reset(&want)
		other.Reset(&got)
		for range rapid.IntRange(0, 20).Draw(t, "actions") {
			switch rapid.IntRange(0, 3).Draw(t, "action") {
			case 0:
				for _, w := range []*Writer{one, other} {
					if err := w.EndGroup(); err != nil {
						t.Fatal(err)
					}
				}
			case 1:
				state := other.AppendState(nil)
				other = newTestWriter()
				r := wire.NewReader(state)
				if err := other.Restore(&got, int64(got.Len()), r); err != nil || r.End() != nil {
					t.Fatal(err, r.End())
				}
			default:
				rows, name := rapid.IntRange(1, 50).Draw(t, "rows"), rapid.ByteRange(0, 1).Draw(t, "name")
				value, null := rapid.Float64().Draw(t, "value"), rapid.Bool().Draw(t, "null")
				writePage(t, one, rows, name, value, null)
				writePage(t, other, rows, name, value, null)
			}
		}
		if one.Rows() != other.Rows() || one.GroupRows() != other.GroupRows() {
			t.Fatalf("%d and %d rows, want %d and %d", other.Rows(), other.GroupRows(), one.Rows(), one.GroupRows())
		}
		for _, w := range []*Writer{one, other} {
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(want.Bytes(), got.Bytes()) {
			t.Fatal("other bytes are written")
		}
	})
}

// A state that does not fit together is refused, and what is not refused can be
// written.
func TestBadWriterStatesAreRefused(t *testing.T) {
	var out bytes.Buffer
	w := newTestWriter()
	w.Reset(&out)
	writePage(t, w, 3, 0, 1, false)
	if err := w.EndGroup(); err != nil {
		t.Fatal(err)
	}
	offset := int64(out.Len())
	writePage(t, w, 4, 1, 2, false)
	writePage(t, w, 5, 1, 0, true)
	state := w.AppendState(nil)
	restored := newTestWriter()
	restore := func(state []byte, offset int64) error {
		r := wire.NewReader(state)
		if err := restored.Restore(io.Discard, offset, r); err != nil {
			return err
		}
		if err := r.End(); err != nil {
			return err
		}
		return restored.Close()
	}
	if err := restore(state, offset); err != nil {
		t.Fatal(err)
	}
	if err := restore(state, offset+1); err == nil || !strings.Contains(err.Error(), "the file has") {
		t.Errorf("another file: error %v", err)
	}
	short := bytes.Replace(state, append([]byte{8}, Double(2)...), append([]byte{7}, Double(2)[1:]...), 1)
	if err := restore(short, offset); err == nil || !strings.Contains(err.Error(), "not a value of its column") {
		t.Errorf("a bound of seven bytes: error %v", err)
	}
	write(t, w, 0, Page{Rows: 1, Values: []byte{2, 2, 0}})
	if err := restore(w.AppendState(nil), offset); err == nil || !strings.Contains(err.Error(), "pages of a column are not whole") {
		t.Errorf("columns of different lengths: error %v", err)
	}
	for i := range state {
		if restore(state[:i], offset) == nil {
			t.Errorf("the first %d of %d bytes are accepted", i, len(state))
		}
		for bit := range 8 {
			flipped := bytes.Clone(state)
			flipped[i] ^= 1 << bit
			restore(flipped, offset) // must not panic
		}
	}
}
