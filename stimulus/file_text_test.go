package stimulus

import (
	"context"
	"slices"
	"strings"
	"testing"
)

// What stands between values, what the columns are called and which of them are read.
func TestTexts(t *testing.T) {
	for _, c := range []struct {
		name, text string
		how        Layout
		columns    []string
		numbers    []float64
	}{
		{"a.csv", "1,2\n3,4\n", Layout{}, nil, []float64{1, 2, 3, 4}},
		{"a.tsv", "left\tright\n1\t2\n3\t4\n", Layout{}, []string{"left", "right"}, []float64{1, 2, 3, 4}},
		{"a.txt", "left;right\n1;2\n3;4\n", Layout{}, []string{"left", "right"}, []float64{1, 2, 3, 4}},
		{"a.txt", "  left   right\n  1   2\n 3\t 4\n", Layout{}, []string{"left", "right"}, []float64{1, 2, 3, 4}},
		{"comma and space", "1, 2\n3, 4\n", Layout{}, nil, []float64{1, 2, 3, 4}},
		{"numpy.savetxt", "# made today\n# left right\n1.0e+00 2.0e+00\n3 4\n", Layout{}, []string{"left", "right"}, []float64{1, 2, 3, 4}},
		{"a comment of another width", "# made today\n1 2 5\n3 4 6\n", Layout{}, nil, []float64{1, 2, 5, 3, 4, 6}},
		{"R", "\"ch 1\",\"a, b\"\n\"1\",2\n3,4\n", Layout{}, []string{"ch 1", "a, b"}, []float64{1, 2, 3, 4}},
		{"pandas", ",a,b\n0,1,2\n1,3,4\n", Layout{Skip: []string{"0"}}, []string{"a", "b"}, []float64{1, 2, 3, 4}},
		{"pandas, tabs", "\ta\tb\n0\t1\t2\n1\t3\t4\n", Layout{Skip: []string{"0"}}, []string{"a", "b"}, []float64{1, 2, 3, 4}},
		{"pandas without names", ",0,1\n0,1,2\n1,3,4\n", Layout{Columns: []string{"0-1"}}, []string{"0", "1"}, []float64{1, 2, 3, 4}},
		{"one line", "1;2", Layout{}, nil, []float64{1, 2}},
		{"one column", "a\n1\n2\n", Layout{}, []string{"a"}, []float64{1, 2}},
		{"an order", "id;ch0;ch1;ch2\n7;1;2;3\n8;4;5;6\n", Layout{Columns: []string{"ch2", "ch0-ch1"}}, []string{"ch2", "ch0", "ch1"}, []float64{3, 1, 2, 6, 4, 5}},
		{"words are skipped", "id,ch0,ch1,note\nx,1,2,fine\ny,3,4,a;b\n", Layout{Columns: []string{"ch0-note"}, Skip: []string{"note"}}, []string{"ch0", "ch1"}, []float64{1, 2, 3, 4}},
		{"a name with a -", "a-b,c,d\n1,2,3\n4,5,6\n", Layout{Columns: []string{"a-b-c"}}, []string{"a-b", "c"}, []float64{1, 2, 4, 5}},
		{"numbers without names", "1,2,3\n4,5,6\n", Layout{Skip: []string{"1"}}, nil, []float64{1, 3, 4, 6}},
		{"a delimiter that is given", "1,5;2\n", Layout{Delimiter: "semicolon", Skip: []string{"0"}}, nil, []float64{2}},
	} {
		path := write(t, "a.csv", []byte(c.text))
		d, err := OpenDataset(context.Background(), path, t.TempDir(), c.how)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		defer d.Close()
		shuffled, err := d.Shuffled(1, 1, 0)
		if err != nil {
			t.Fatal(err)
		}
		all, err := readAll(d.InOrder(1))
		if err != nil || !slices.Equal(all, c.numbers) || !slices.Equal(d.Names(), c.columns) {
			t.Errorf("%s: %v called %q, %v; want %v called %q", c.name, all, d.Names(), err, c.numbers, c.columns)
		}
		some, err := readAll(shuffled)
		slices.Sort(some)
		slices.Sort(all)
		if err != nil || !slices.Equal(some, all) {
			t.Errorf("%s: shuffled it is %v, %v", c.name, some, err)
		}
	}
}

func TestTextErrors(t *testing.T) {
	const text = "id,ch0,ch1\nx,1,2\ny,3,nan\n"
	for _, c := range []struct {
		text string
		how  Layout
		want string
	}{
		{text, Layout{}, `line 2, input 1 (id): "x" is not a number`},
		{text, Layout{Skip: []string{"id"}}, `line 3, input 2 (ch1): "nan" is not a finite number`},
		{text, Layout{Columns: []string{"ch9"}}, `there is no column "ch9" (did you mean ch0?): the columns are id, ch0, ch1`},
		{text, Layout{Columns: []string{"ch0-ch9"}}, `there is no column "ch9"`},
		{text, Layout{Columns: []string{"ch1-ch0"}}, "the first is behind the last"},
		{text, Layout{Columns: []string{"ch0", "1-2"}}, "column ch0 is asked for twice"},
		{text, Layout{Skip: []string{"0-2"}}, "no column is left"},
		{"a,a\n1,2\n", Layout{Skip: []string{"a"}}, `several columns are called "a": give their numbers, from 0 to 1`},
		{"1,2\n", Layout{Columns: []string{"2"}}, `there is no column "2": the file has no header, and its columns have the numbers 0 to 1`},
		{"1,,2\n", Layout{}, "no value may be missing: leave out the line, or the column by --skip-columns"},
		{"1,2,x\n", Layout{Columns: []string{"2"}}, `line 1, input 1 (column 2): "x" is not a number`},
		{"# a b\n", Layout{}, "holds no stimuli"},
	} {
		d, err := OpenDataset(context.Background(), write(t, "a.csv", []byte(c.text)), "", c.how)
		if err == nil {
			_, err = readAll(d.InOrder(1))
			d.Close()
		}
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "a.csv") {
			t.Errorf("%q, %v: error %v, want one with %q", c.text, c.how, err, c.want)
		}
	}
	if _, err := OpenDataset(context.Background(), write(t, "a", idxFile(8, []byte{1, 2}, 1, 2)), "", Layout{Delimiter: "tab"}); err == nil || !strings.Contains(err.Error(), "a delimiter is for text") {
		t.Errorf("a delimiter for IDX: %v", err)
	}
}
