package dataset

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"twophase/internal/testkit/testfiles"
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
	all := testfiles.Write(t, "all.csv", table(40, 5))
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
		if !slices.EqualFunc(read[0], read[1], slices.Equal) {
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
	return testfiles.Write(t, "left.csv", []byte(a.String())), testfiles.Write(t, "right.csv", []byte(b.String()))
}

// Files side by side have as many rows; which one is shorter is said.
func TestJoinedErrors(t *testing.T) {
	short, long := testfiles.Write(t, "short.csv", table(3, 2)), testfiles.Write(t, "long.csv", table(4, 2))
	for _, j := range []*Joined{join(t, short, long), join(t, long, short)} {
		_, err := j.Survey(t.Context(), SurveyOptions{})
		if err == nil || !strings.Contains(err.Error(), short+" ends after 3 stimuli, and "+long+" does not") {
			t.Errorf("error %v", err)
		}
		j.Close()
	}
	j := join(t, long, testfiles.Write(t, "other.csv", table(4, 1)))
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
