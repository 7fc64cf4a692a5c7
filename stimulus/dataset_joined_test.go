package stimulus

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// table returns a CSV text of rows in which column c of row r is 100r + c.
func table(rows, columns int) []byte {
	var b strings.Builder
	for r := range rows {
		for c := range columns {
			if c > 0 {
				b.WriteByte(',')
			}
			fmt.Fprint(&b, 100*r+c)
		}
		b.WriteByte('\n')
	}
	return []byte(b.String())
}

// The columns of the views are those of the file, in any order and whether they are read in
// order or shuffled.
func TestColumns(t *testing.T) {
	csv := write(t, "data.csv", table(7, 6))
	npy := write(t, "data.npy", npyFile("'<f8'", "False", "(3, 2)", encoded(binary.LittleEndian, []float64{0, 1, 100, 101, 200, 201})))
	for _, c := range []struct {
		path    string
		columns int
		views   []Columns
		want    []int
		whole   bool
	}{
		{csv, 6, []Columns{{"left", 4, 5}, {"right", 1, 2}}, []int{4, 5, 1, 2}, false},
		{csv, 6, []Columns{{"a", 0, 3}, {"b", 4, 5}}, []int{0, 1, 2, 3, 4, 5}, true},
		{csv, 6, []Columns{{"a", 0, 3}}, []int{0, 1, 2, 3}, false},
		{npy, 2, []Columns{{"a", 1, 1}}, []int{1}, false},
	} {
		d, err := OpenDataset(context.Background(), c.path, t.TempDir(), Layout{Views: c.views})
		if err != nil {
			t.Fatal(err)
		}
		defer d.Close()
		if picked, err := d.how.pick(c.columns, nil); err != nil || (picked == nil) != c.whole {
			t.Errorf("%v: picked %v, %v", c.views, picked, err)
		}
		if d.Inputs() != len(c.want) {
			t.Errorf("%v: %d inputs", c.views, d.Inputs())
		}
		shuffled, err := d.Shuffled(2, 1, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, source := range []Source{d.InOrder(2), shuffled} {
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

func TestColumnErrors(t *testing.T) {
	path := write(t, "data.csv", table(2, 6))
	for want, views := range map[string][]Columns{
		"view right is missing: it has columns 4-9, and the file has columns 0-5": {{"left", 0, 3}, {"right", 4, 9}},
		"views left and right both have column 3":                                 {{"left", 0, 3}, {"right", 3, 5}},
		"view left has columns 3-2":                                               {{"left", 3, 2}},
		"view left has columns -1-2":                                              {{"left", -1, 2}},
	} {
		if _, err := OpenDataset(context.Background(), path, "", Layout{Views: views}); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "data.csv") {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

func join(t testing.TB, paths ...string) *Joined {
	t.Helper()
	var parts []*Dataset
	for _, path := range paths {
		parts = append(parts, openDataset(t, path))
	}
	return Join(parts...)
}

// Files side by side are one file of all their columns, however they are read.
func TestJoinedIsOneFile(t *testing.T) {
	all := write(t, "all.csv", table(40, 5))
	left, right := splitColumns(t, 40, 5, 2)
	rapid.Check(t, func(rt *rapid.T) {
		seed := rapid.Uint64().Draw(rt, "seed")
		one, two := join(t, all), join(t, left, right)
		if one.Inputs() != 5 || two.Inputs() != 5 {
			rt.Fatalf("%d and %d inputs", one.Inputs(), two.Inputs())
		}
		step := uint64(rapid.IntRange(0, 85).Draw(rt, "step"))
		shuffle := rapid.Bool().Draw(rt, "shuffle")
		var read [][][]float64
		for _, j := range []*Joined{one, two} {
			source := j.InOrder(2)
			if shuffle {
				var err error
				if source, err = j.Shuffled(2, seed, 1); err != nil {
					rt.Fatal(err)
				}
			}
			if err := source.Seek(min(step, 80)); err != nil {
				rt.Fatal(err)
			}
			var rows [][]float64
			for x := make([]float64, 5); ; x = slices.Clone(x) {
				if err := source.Next(x); err == io.EOF {
					break
				} else if err != nil {
					rt.Fatal(err)
				}
				rows = append(rows, x)
			}
			if len(rows) != 80-int(min(step, 80)) || source.Step() != 80 {
				rt.Fatalf("%d stimuli after step %d, then step %d", len(rows), step, source.Step())
			}
			read = append(read, rows)
		}
		if !equal(read[0], read[1]) {
			rt.Fatal("other stimuli")
		}
	})
	one, two := join(t, all), join(t, left, right)
	options := SurveyOptions{Covariance: true}
	a, err := one.Survey(t.Context(), options)
	if err != nil {
		t.Fatal(err)
	}
	b, err := two.Survey(t.Context(), options)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(a.Mean, b.Mean) || !slices.Equal(a.moments.Entries(), b.moments.Entries()) || a.Rows != b.Rows {
		t.Errorf("surveys\n%v\n%v", a, b)
	}
	if paths, sums, err := two.Files(); err != nil || len(paths) != 2 || paths[1] != right || len(sums[0]) != 64 || sums[0] == sums[1] {
		t.Errorf("files %v, %v: %v", paths, sums, err)
	}
}

// splitColumns writes the first columns of a table to one file and the others to another.
func splitColumns(t testing.TB, rows, columns, first int) (left, right string) {
	var a, b strings.Builder
	for line := range strings.Lines(string(table(rows, columns))) {
		fields := strings.Split(strings.TrimSpace(line), ",")
		fmt.Fprintln(&a, strings.Join(fields[:first], ","))
		fmt.Fprintln(&b, strings.Join(fields[first:], ","))
	}
	return write(t, "left.csv", []byte(a.String())), write(t, "right.csv", []byte(b.String()))
}

// Files side by side have as many rows; which one is shorter is said.
func TestJoinedErrors(t *testing.T) {
	short, long := write(t, "short.csv", table(3, 2)), write(t, "long.csv", table(4, 2))
	for _, j := range []*Joined{join(t, short, long), join(t, long, short)} {
		_, err := j.Survey(t.Context(), SurveyOptions{})
		if err == nil || !strings.Contains(err.Error(), short+" ends after 3 stimuli, and "+long+" does not") {
			t.Errorf("error %v", err)
		}
		j.Close()
	}
	j := join(t, long, write(t, "other.csv", table(4, 1)))
	if err := j.Unchanged(); err != nil {
		t.Error(err)
	}
	if err := replace(long, table(5, 2)); err != nil {
		t.Fatal(err)
	}
	if err := j.Unchanged(); err == nil || !strings.Contains(err.Error(), filepath.Base(long)) {
		t.Errorf("error %v of a file that was changed", err)
	}
}
