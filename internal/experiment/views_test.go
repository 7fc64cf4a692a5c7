package experiment

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"twophase/internal/text/document"
)

// Views and files are read as people write them on the command line.
func TestParseViews(t *testing.T) {
	views, err := ParseViews("left=0-31,_b=32")
	if d := cmp.Diff(document.Mapping[Columns]{{Name: "left", Value: Columns{0, 31}}, {Name: "_b", Value: Columns{32, 32}}}, views); err != nil || d != "" {
		t.Errorf("%v: %s", err, d)
	}
	files, err := ParseFiles("x=a b.csv,y=c=d.npz:W")
	if d := cmp.Diff(document.Mapping[string]{{Name: "x", Value: "a b.csv"}, {Name: "y", Value: "c=d.npz:W"}}, files); err != nil || d != "" {
		t.Errorf("%v: %s", err, d)
	}
	for text, want := range map[string]string{
		"0-31":        "write each with its name, as left=0-31,right=32-63",
		"a=0-1,":      "write each with its name",
		"2=0-1":       "write each with its name",
		"a=1-0":       "give a whole number from 1 to",
		"a=x":         `"x" is not a number`,
		"a=-1-2":      "columns",
		"a=0-1,a=2-3": "a is given twice",
	} {
		if _, err := ParseViews(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", text, err, want)
		}
	}
	if _, err := ParseFiles("x="); err == nil || !strings.Contains(err.Error(), "the name of a file is empty") {
		t.Errorf("error %v of a file without a name", err)
	}
}
