package parquetfile

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go/encoding/bytestreamsplit"
	"github.com/parquet-go/parquet-go/encoding/delta"
	"github.com/parquet-go/parquet-go/encoding/rle"
	"github.com/parquet-go/parquet-go/format"
	"pgregory.net/rapid"
)

// padded returns bytes with the room behind them that decoders need.
func padded(b []byte) []byte { return append(slices.Clone(b), make([]byte, 8)...)[:len(b)] }

// Numbers of any size that differ by few or by many bits are what they were before
// another library encoded them.
func TestIntegersAreDecoded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		bits := rapid.IntRange(0, 64).Draw(t, "bits")
		values := make([]int64, rapid.IntRange(0, 400).Draw(t, "count"))
		same := rapid.IntRange(1, 50).Draw(t, "same")
		for i := range values {
			if i > 0 && i%same != 0 {
				values[i] = values[i-1]
			} else if bits > 0 {
				values[i] = rapid.Int64().Draw(t, "value") >> (64 - bits)
			}
		}
		b, err := new(delta.BinaryPackedEncoding).EncodeInt64(nil, values)
		if err != nil {
			t.Fatal(err)
		}
		v := PageValues{Encoding: format.DeltaBinaryPacked, Rows: len(values), Count: len(values), Bytes: padded(b)}
		got, err := v.Integers(nil)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got, values) {
			t.Fatalf("%v became %v", values, got)
		}
	})
}

// Runs of another writer, with groups of packed numbers, too.
func TestRunsAreDecoded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width := rapid.IntRange(1, 8).Draw(t, "width")
		var values []byte
		for range rapid.IntRange(1, 20).Draw(t, "stretches") {
			v := byte(rapid.IntRange(0, 1<<width-1).Draw(t, "value"))
			values = append(values, slices.Repeat([]byte{v}, rapid.SampledFrom([]int{1, 2, 8, 100}).Draw(t, "times"))...)
		}
		b, err := (&rle.Encoding{BitWidth: width}).EncodeLevels(nil, values)
		if err != nil {
			t.Fatal(err)
		}
		runs, err := decodeRuns(nil, b, width, len(values))
		if err != nil {
			t.Fatal(err)
		}
		var got []byte
		for _, r := range runs {
			got = append(got, slices.Repeat([]byte{r.Value}, r.Rows)...)
		}
		if diff := cmp.Diff(values, got); diff != "" {
			t.Fatalf("of %d bits (-encoded +decoded):\n%s", width, diff)
		}
	})
}

func TestDoublesAreDecoded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOf(rapid.Float64()).Draw(t, "values")
		b, err := new(bytestreamsplit.Encoding).EncodeDouble(nil, values)
		if err != nil {
			t.Fatal(err)
		}
		d, err := PageValues{Encoding: format.ByteStreamSplit, Count: len(values), Bytes: padded(b)}.Doubles()
		if err != nil {
			t.Fatal(err)
		}
		same := func(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) }
		if got := d.Append(nil); !slices.EqualFunc(got, values, same) {
			t.Fatalf("%v became %v", values, got)
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
	f.Add([]byte{2, 200, 1, 1, 3, 0x1b}, uint16(108))
	f.Fuzz(func(t *testing.T, b []byte, rows uint16) {
		v := PageValues{Rows: int(rows), Count: int(rows), Bytes: padded(b)}
		v.Encoding = format.DeltaBinaryPacked
		if got, err := v.Integers(nil); err == nil && len(got) != int(rows) {
			t.Errorf("%d numbers of %d", len(got), rows)
		}
		v.Encoding = format.RLEDictionary
		runs, err := v.Indices(nil, 3)
		total := 0
		for _, r := range runs {
			if total += r.Rows; r.Value > 2 {
				t.Errorf("an index of %d", r.Value)
			}
		}
		if err == nil && total != int(rows) {
			t.Errorf("%d indices of %d", total, rows)
		}
		v.Encoding = format.ByteStreamSplit
		if d, err := v.Doubles(); err == nil && len(d.Append(nil)) != int(rows) {
			t.Errorf("%d doubles of %d", d.n, rows)
		}
	})
}
