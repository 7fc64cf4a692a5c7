package parquetfile

import (
	"bytes"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go/encoding/delta"
	"github.com/parquet-go/parquet-go/format"
	"pgregory.net/rapid"
)

// The pages of a file are the rows that were written, null where there is none.
func TestPagesAreRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		written := drawFile(t)
		f, err := Open(bytes.NewReader(written.Bytes()), int64(written.Len()))
		if len(written.rows) == 0 {
			return // without a page index
		}
		if err != nil {
			t.Fatal(err)
		}
		var r PageReader
		var got []string
		nulls := 0
		for page := range f.Pages() {
			names, err := r.Dictionary(f, page, 0)
			if err != nil {
				t.Fatal(err)
			}
			v, err := r.Page(f, page, 0)
			if err != nil {
				t.Fatal(err)
			}
			runs, err := v.Indices(nil, len(names))
			if err != nil {
				t.Fatal(err)
			}
			for _, run := range runs {
				for range run.Rows {
					got = append(got, names[run.Value])
				}
			}
			if v, err = r.Page(f, page, 1); err != nil {
				t.Fatal(err)
			}
			nulls += v.Rows - v.Count
		}
		var want []string
		for _, row := range written.rows {
			want = append(want, row.Name)
			if row.Value == nil {
				nulls--
			}
		}
		if diff := cmp.Diff(want, got); diff != "" || nulls != 0 {
			t.Fatalf("%d nulls too many; names (-want +got):\n%s", nulls, diff)
		}
	})
}

// FuzzDecode decodes any bytes as the values of a page: there is no panic, and no
// more values than there should be.
func FuzzDecode(f *testing.F) {
	deltas, err := new(delta.BinaryPackedEncoding).EncodeInt64(nil, []int64{1, 2, 4, 8, 1 << 60})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(deltas, uint16(5))
	f.Add([]byte{2, 200, 1, 1, 16, 2}, uint16(108))
	f.Fuzz(func(t *testing.T, b []byte, rows uint16) {
		v := PageValues{Rows: int(rows), Count: int(rows), Bytes: b}
		v.Encoding = format.DeltaBinaryPacked
		if got, err := v.Int64s([]int64{math.MaxInt64}); err == nil && len(got) != int(rows) {
			t.Errorf("%d numbers of %d", len(got), rows)
		}
		if got, err := v.Int32s(nil); err == nil && len(got) != int(rows) {
			t.Errorf("%d smaller numbers of %d", len(got), rows)
		}
		v.Encoding = format.RLEDictionary
		runs, err := v.Indices(nil, 3)
		total := 0
		for _, r := range runs {
			if total += r.Rows; r.Value > 2 && err == nil {
				t.Errorf("an index of %d", r.Value)
			}
		}
		if err == nil && total != int(rows) {
			t.Errorf("%d indices of %d", total, rows)
		}
		v.Encoding = format.ByteStreamSplit
		if d, err := v.Doubles(nil); err == nil && len(d) != int(rows) {
			t.Errorf("%d doubles of %d", len(d), rows)
		}
	})
}
