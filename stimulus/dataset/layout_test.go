package dataset

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"twophase/internal/testkit/long"
	"twophase/internal/testkit/testfiles"
	"twophase/stimulus"
	"twophase/stimulus/fileformat"
)

// What stands between values, what the columns are called and which of them are read.
func TestTexts(t *testing.T) {
	for _, c := range []struct {
		name, text string
		how        fileformat.Layout
		columns    []string
		numbers    []float64
	}{
		{"a.csv", "1,2\n3,4\n", fileformat.Layout{}, nil, []float64{1, 2, 3, 4}},
		{"a.tsv", "left\tright\n1\t2\n3\t4\n", fileformat.Layout{}, []string{"left", "right"}, []float64{1, 2, 3, 4}},
		{"a.txt", "left;right\n1;2\n3;4\n", fileformat.Layout{}, []string{"left", "right"}, []float64{1, 2, 3, 4}},
		{"a.txt", "  left   right\n  1   2\n 3\t 4\n", fileformat.Layout{}, []string{"left", "right"}, []float64{1, 2, 3, 4}},
		{"comma and space", "1, 2\n3, 4\n", fileformat.Layout{}, nil, []float64{1, 2, 3, 4}},
		{"numpy.savetxt", "# made today\n# left right\n1.0e+00 2.0e+00\n3 4\n", fileformat.Layout{}, []string{"left", "right"}, []float64{1, 2, 3, 4}},
		{"a comment of another width", "# made today\n1 2 5\n3 4 6\n", fileformat.Layout{}, nil, []float64{1, 2, 5, 3, 4, 6}},
		{"R", "\"ch 1\",\"a, b\"\n\"1\",2\n3,4\n", fileformat.Layout{}, []string{"ch 1", "a, b"}, []float64{1, 2, 3, 4}},
		{"pandas", ",a,b\n0,1,2\n1,3,4\n", fileformat.Layout{Skip: []string{"0"}}, []string{"a", "b"}, []float64{1, 2, 3, 4}},
		{"pandas, tabs", "\ta\tb\n0\t1\t2\n1\t3\t4\n", fileformat.Layout{Skip: []string{"0"}}, []string{"a", "b"}, []float64{1, 2, 3, 4}},
		{"pandas without names", ",0,1\n0,1,2\n1,3,4\n", fileformat.Layout{Columns: []string{"0-1"}}, []string{"0", "1"}, []float64{1, 2, 3, 4}},
		{"one line", "1;2", fileformat.Layout{}, nil, []float64{1, 2}},
		{"one column", "a\n1\n2\n", fileformat.Layout{}, []string{"a"}, []float64{1, 2}},
		{"an order", "id;ch0;ch1;ch2\n7;1;2;3\n8;4;5;6\n", fileformat.Layout{Columns: []string{"ch2", "ch0-ch1"}}, []string{"ch2", "ch0", "ch1"}, []float64{3, 1, 2, 6, 4, 5}},
		{"words are skipped", "id,ch0,ch1,note\nx,1,2,fine\ny,3,4,a;b\n", fileformat.Layout{Columns: []string{"ch0-note"}, Skip: []string{"note"}}, []string{"ch0", "ch1"}, []float64{1, 2, 3, 4}},
		{"a name with a -", "a-b,c,d\n1,2,3\n4,5,6\n", fileformat.Layout{Columns: []string{"a-b-c"}}, []string{"a-b", "c"}, []float64{1, 2, 4, 5}},
		{"numbers without names", "1,2,3\n4,5,6\n", fileformat.Layout{Skip: []string{"1"}}, nil, []float64{1, 3, 4, 6}},
		{"a delimiter that is given", "1,5;2\n", fileformat.Layout{Delimiter: "semicolon", Skip: []string{"0"}}, nil, []float64{2}},
	} {
		path := testfiles.Write(t, "a.csv", []byte(c.text))
		d, err := Open(context.Background(), path, t.TempDir(), c.how)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		defer d.Close()
		shuffled, err := d.Shuffled(1, 1, 0)
		if err != nil {
			t.Fatal(err)
		}
		all, err := testfiles.ReadAll(d.InOrder(1))
		if err != nil || !slices.Equal(all, c.numbers) || !slices.Equal(d.Names(), c.columns) {
			t.Errorf("%s: %v called %q, %v; want %v called %q", c.name, all, d.Names(), err, c.numbers, c.columns)
		}
		some, err := testfiles.ReadAll(shuffled)
		slices.Sort(some)
		slices.Sort(all)
		if err != nil || !slices.Equal(some, all) {
			t.Errorf("%s: shuffled it is %v, %v", c.name, some, err)
		}
	}
}

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
		array := testfiles.NPY("'<f8'", "False", fmt.Sprintf("(%d, %d)", inputs, rows), testfiles.Encode(binary.LittleEndian, turned))
		how := fileformat.Layout{Transpose: true}
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
			"t.csv": []byte(turnedText.String()), "t.npy": array, "t.npy.gz": testfiles.Gzip(array), "t.npz": testfiles.NPZ(array, "x.npy"),
			"f.npy": testfiles.NPY("'<f8'", "True", fmt.Sprintf("(%d, %d)", inputs, rows), testfiles.Encode(binary.LittleEndian, values)),
		} {
			d, err := Open(context.Background(), testfiles.Write(t, name, content), t.TempDir(), how)
			if err != nil {
				rt.Fatalf("%s: %v", name, err)
			}
			got, err := testfiles.ReadAll(d.InOrder(2))
			if err != nil || !slices.Equal(got, slices.Concat(want, want)) {
				rt.Fatalf("%s: %v, %v; want %v twice", name, got, err, want)
			}
			shuffled, err := d.Shuffled(1, 1, 0)
			if err != nil {
				rt.Fatal(err)
			}
			got, err = testfiles.ReadAll(shuffled)
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

// The columns of the views are those of the file, in any order and whether they are read in
// order or shuffled.
func TestColumns(t *testing.T) {
	csv := testfiles.Write(t, "data.csv", table(7, 6))
	npy := testfiles.Write(t, "data.npy", testfiles.NPY("'<f8'", "False", "(3, 2)", testfiles.Encode(binary.LittleEndian, []float64{0, 1, 100, 101, 200, 201})))
	for _, c := range []struct {
		path  string
		views []fileformat.Columns
		want  []int
	}{
		{csv, []fileformat.Columns{{View: "left", From: 4, To: 5}, {View: "right", From: 1, To: 2}}, []int{4, 5, 1, 2}},
		{csv, []fileformat.Columns{{View: "a", From: 0, To: 3}, {View: "b", From: 4, To: 5}}, []int{0, 1, 2, 3, 4, 5}},
		{csv, []fileformat.Columns{{View: "a", From: 0, To: 3}}, []int{0, 1, 2, 3}},
		{npy, []fileformat.Columns{{View: "a", From: 1, To: 1}}, []int{1}},
	} {
		d, err := Open(context.Background(), c.path, t.TempDir(), fileformat.Layout{Views: c.views})
		if err != nil {
			t.Fatal(err)
		}
		defer d.Close()
		if d.Inputs() != len(c.want) {
			t.Errorf("%v: %d inputs", c.views, d.Inputs())
		}
		shuffled, err := d.Shuffled(2, 1, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, source := range []stimulus.Source{d.InOrder(2), shuffled} {
			x, seen := make([]float64, len(c.want)), map[int]int{}
			for {
				if err := source.Next(x); err == io.EOF {
					break
				} else if err != nil {
					t.Fatal(err)
				}
				row := int(x[0]) / 100
				seen[row]++
				for i, column := range c.want {
					if x[i] != float64(100*row+column) {
						t.Fatalf("%v: row %d is %v", c.views, row, x)
					}
				}
			}
			rows, _ := d.Rows()
			if len(seen) != rows || seen[0] != 2 {
				t.Errorf("%v: the rows %v were read", c.views, seen)
			}
		}
		found, err := d.Survey(t.Context(), SurveyOptions{})
		if err != nil || found.Inputs != len(c.want) {
			t.Errorf("%v: surveyed %d inputs: %v", c.views, found.Inputs, err)
		}
	}
}
