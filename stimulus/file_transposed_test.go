package stimulus

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"twophase/internal/long"
)

// Transposed, a file has the same stimuli as one that is written the other way round, in any
// format, in order and shuffled, with columns chosen.
func TestTransposed(t *testing.T) {
	long.Draws(t, 20)
	rapid.Check(t, func(rt *rapid.T) {
		rows, inputs := rapid.IntRange(1, 9).Draw(rt, "rows"), rapid.IntRange(1, 5).Draw(rt, "inputs")
		values, turned := make([]float64, rows*inputs), make([]float64, rows*inputs)
		var text, turnedText strings.Builder
		for r := range rows {
			for i := range inputs {
				v := float64(10*r + i)
				values[r*inputs+i], turned[i*rows+r] = v, v
			}
		}
		for i, v := range values {
			fmt.Fprint(&text, v, map[bool]string{true: "\n", false: ";"}[(i+1)%inputs == 0])
		}
		for i, v := range turned {
			fmt.Fprint(&turnedText, v, map[bool]string{true: "\n", false: "\t"}[(i+1)%rows == 0])
		}
		array := npyFile("'<f8'", "False", fmt.Sprintf("(%d, %d)", inputs, rows), encoded(binary.LittleEndian, turned))
		how := Layout{Transpose: true}
		want := values
		if inputs > 1 && rapid.Bool().Draw(rt, "skip") {
			how.Skip, want = []string{"1"}, nil
			for i, v := range values {
				if i%inputs != 1 {
					want = append(want, v)
				}
			}
		}
		for name, content := range map[string][]byte{
			"t.csv": []byte(turnedText.String()), "t.npy": array, "t.npy.gz": gzipped(array), "t.npz": npzFile(array, "x.npy"),
			"f.npy": npyFile("'<f8'", "True", fmt.Sprintf("(%d, %d)", inputs, rows), encoded(binary.LittleEndian, values)),
		} {
			d, err := OpenDataset(context.Background(), write(t, name, content), t.TempDir(), how)
			if err != nil {
				rt.Fatalf("%s: %v", name, err)
			}
			got, err := readAll(d.InOrder(2))
			if err != nil || !slices.Equal(got, slices.Concat(want, want)) {
				rt.Fatalf("%s: %v, %v; want %v twice", name, got, err, want)
			}
			shuffled, err := d.Shuffled(1, 1, 0)
			if err != nil {
				rt.Fatal(err)
			}
			got, err = readAll(shuffled)
			slices.Sort(got)
			if err != nil || !slices.Equal(got, slices.Sorted(slices.Values(want))) {
				rt.Fatalf("%s, shuffled: %v, %v; want %v", name, got, err, want)
			}
			if found, err := d.Survey(t.Context(), SurveyOptions{}); err != nil || found.Rows != rows {
				rt.Fatalf("%s: %d rows, %v", name, found.Rows, err)
			}
			if err := d.Close(); err != nil {
				rt.Fatal(err)
			}
		}
	})
}

// An array that is longer than what is read at a time.
func TestTransposedInStretches(t *testing.T) {
	const rows, inputs = 70_000, 16
	data := make([]uint16, rows*inputs)
	for i := range data {
		data[i] = uint16(i/rows*4000 + i%rows%4000)
	}
	f, err := Open(write(t, "f.npy", npyFile("'<u2'", "True", fmt.Sprintf("(%d, %d)", rows, inputs), encoded(binary.LittleEndian, data))))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	x := make([]float64, inputs)
	for r := range rows {
		if err := f.Next(x); err != nil {
			t.Fatal(err)
		}
		for i, v := range x {
			if v != float64(data[i*rows+r]) {
				t.Fatalf("stimulus %d, input %d: %v", r, i, v)
			}
		}
	}
}
