package fileformat

import (
	"strings"
	"testing"

	"twophase/internal/testkit/testfiles"
)

func TestTextErrors(t *testing.T) {
	const text = "id,ch0,ch1\nx,1,2\ny,3,nan\n"
	for _, c := range []struct {
		text string
		how  Layout
		want string
	}{
		{text, Layout{}, `line 2, input 0 (id): "x" is not a number`},
		{text, Layout{Skip: []string{"id"}}, `line 3, input 1 (ch1): "nan" is not a finite number`},
		{text, Layout{Columns: []string{"ch9"}}, `there is no column "ch9" (did you mean ch0?): the columns are id, ch0, ch1`},
		{text, Layout{Columns: []string{"ch0-ch9"}}, `there is no column "ch9"`},
		{text, Layout{Columns: []string{"ch1-ch0"}}, "the first is behind the last"},
		{text, Layout{Columns: []string{"ch0", "1-2"}}, "column ch0 is asked for twice"},
		{text, Layout{Skip: []string{"0-2"}}, "no column is left"},
		{"a,a\n1,2\n", Layout{Skip: []string{"a"}}, `several columns are called "a": give their numbers, from 0 to 1`},
		{"1,2\n", Layout{Columns: []string{"2"}}, `there is no column "2": the file has no header, and its columns have the numbers 0 to 1`},
		{"1,,2\n", Layout{}, "no value may be missing: leave out the line, or the column by --skip-columns"},
		{"1,2,x\n", Layout{Columns: []string{"2"}}, `line 1, input 0 (column 2): "x" is not a number`},
		{"# a b\n", Layout{}, "holds no stimuli"},
	} {
		_, err := readAll(testfiles.Write(t, "a.csv", []byte(c.text)), c.how)
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "a.csv") {
			t.Errorf("%q, %v: error %v, want one with %q", c.text, c.how, err, c.want)
		}
	}
	if _, err := Open(testfiles.Write(t, "a", testfiles.IDX(8, []byte{1, 2}, 1, 2)), Layout{Delimiter: "tab"}); err == nil || !strings.Contains(err.Error(), "a delimiter is for text") {
		t.Errorf("a delimiter for IDX: %v", err)
	}
}
