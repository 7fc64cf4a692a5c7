package rundiff

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime/metrics"
	"slices"
	"strings"
	"testing"

	"twophase/circuit/weights"
)

// Of weights, the first element that differs is named, and how many do.
func TestFirstDifferingWeightIsNamed(t *testing.T) {
	w := make([]float64, 30)
	m := make([]float64, 9)
	final := weights.Final{Inputs: 10, Outputs: 3, W: w, M: m}
	folder := t.TempDir()
	write := func(name string, trials ...weights.Final) string {
		path := filepath.Join(folder, name)
		if err := weights.Write(path, trials...); err != nil {
			t.Fatal(err)
		}
		return path
	}
	replay := write("replay.npz", final, final)
	other := final
	other.W = append([]float64(nil), w...)
	other.W[17], other.W[29] = 0.25, 1
	for want, trials := range map[string][]weights.Final{
		"W[1,1,7] is 0.25, replayed 0; 2 of 78 weights differ": {final, other},
		"W is of shape [3 10], replayed [2 3 10]":              {final},
		"all weights are the same, and the archive is not":     {final, final},
	} {
		if got, err := weightsDifference(write("run.npz", trials...), replay); err != nil || got != want {
			t.Errorf("%q, %v, want %q", got, err, want)
		}
	}
}

// allocated returns the bytes that were ever allocated, roughly, and without stopping
// anything.
func allocated() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// FuzzWeights compares any bytes with an archive of weights, as verify does; and an archive in
// which numbers were changed, of which the first is named: each edit is ten bytes, the
// number and its new bits.
func FuzzWeights(f *testing.F) {
	path := filepath.Join(f.TempDir(), "weights.npz")
	final := weights.Final{Inputs: 5, Outputs: 3, W: make([]float64, 15), M: []float64{1, 0, 0, 0, 1, 0, 0, 0, 1}}
	if err := weights.Write(path, final, final); err != nil {
		f.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(whole, []byte{})
	f.Add([]byte("PK\x05\x06"), []byte{17, 0, 0, 0, 0, 0, 0, 0, 0xd0, 0x3f})
	f.Add(bytes.Replace(whole, []byte("(2, 3, 5)"), []byte("(2, 999)"), 1), bytes.Repeat([]byte{47, 1}, 10))
	compare := func(t *testing.T, run []byte) (string, error) {
		before := allocated()
		what, err := archiveDifference(bytes.NewReader(run), int64(len(run)), bytes.NewReader(whole), int64(len(whole)))
		if n := allocated() - before; n > uint64(4<<20+100*len(run)) {
			t.Fatalf("%d bytes are allocated for %d", n, len(run))
		}
		if (what == "") == (err == nil) || err != nil && !strings.HasPrefix(err.Error(), "it cannot be read as weights: ") || len(what) > 1000 {
			t.Fatalf("%q, %v", what, err)
		}
		return what, err
	}
	f.Fuzz(func(t *testing.T, run, edits []byte) {
		compare(t, run)
		numbers := slices.Concat(final.W, final.W, final.M, final.M)
		changed := slices.Clone(numbers)
		for ; len(edits) >= 10; edits = edits[10:] {
			changed[int(binary.LittleEndian.Uint16(edits))%len(changed)] = math.Float64frombits(binary.LittleEndian.Uint64(edits[2:]))
		}
		want, differing := "", 0
		for i, v := range changed {
			if math.Float64bits(v) == math.Float64bits(numbers[i]) {
				continue
			}
			if differing++; want == "" {
				place := fmt.Sprintf("W[%d,%d,%d]", i/15, i/5%3, i%5)
				if j := i - 30; j >= 0 {
					place = fmt.Sprintf("M[%d,%d,%d]", j/9, j/3%3, j%3)
				}
				want = fmt.Sprintf("%s is %v, replayed %v; ", place, v, numbers[i])
			}
		}
		if want += fmt.Sprintf("%d of 48 weights differ", differing); differing == 0 {
			want = "all weights are the same, and the archive is not"
		}
		if what, err := compare(t, repacked(t, whole, changed)); err != nil || what != want {
			t.Fatalf("%q, %v, want %q", what, err, want)
		}
	})
}

// repacked returns an archive of weights with other numbers.
func repacked(t *testing.T, whole []byte, numbers []float64) []byte {
	from, err := zip.NewReader(bytes.NewReader(whole), int64(len(whole)))
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	to := zip.NewWriter(&b)
	for _, member := range from.File {
		in, err := member.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		for at := 128; at < len(text); at += 8 {
			binary.LittleEndian.PutUint64(text[at:], math.Float64bits(numbers[0]))
			numbers = numbers[1:]
		}
		out, err := to.CreateHeader(&zip.FileHeader{Name: member.Name, Method: zip.Store})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := out.Write(text); err != nil {
			t.Fatal(err)
		}
	}
	if err := to.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
