package fileformat

import (
	"strings"
	"testing"

	"twophase/internal/testkit/testfiles"
)

func TestColumnErrors(t *testing.T) {
	path := testfiles.Write(t, "data.csv", []byte("0,1,2,3,4,5\n100,101,102,103,104,105\n"))
	for want, views := range map[string][]Columns{
		"view right is missing: it has columns 4-9, and the file has columns 0-5": {{"left", 0, 3}, {"right", 4, 9}},
		"views left and right both have column 3":                                 {{"left", 0, 3}, {"right", 3, 5}},
		"view left has columns 3-2":                                               {{"left", 3, 2}},
		"view left has columns -1-2":                                              {{"left", -1, 2}},
	} {
		if _, err := Open(path, Layout{Views: views}); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "data.csv") {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

// Views that have all columns in their order pick nothing.
func TestWholeViews(t *testing.T) {
	for _, c := range []struct {
		columns int
		views   []Columns
		whole   bool
	}{
		{6, []Columns{{"left", 4, 5}, {"right", 1, 2}}, false},
		{6, []Columns{{"a", 0, 3}, {"b", 4, 5}}, true},
		{6, []Columns{{"b", 4, 5}, {"a", 0, 3}}, false},
		{6, []Columns{{"a", 0, 3}}, false},
		{2, []Columns{{"a", 1, 1}}, false},
	} {
		if picked, err := (Layout{Views: c.views}).pick(c.columns, nil); err != nil || (picked == nil) != c.whole {
			t.Errorf("%v: picked %v, %v", c.views, picked, err)
		}
	}
}
