package experiment

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"twophase/internal/text/document"
)

// Views and files are read as people write them on the command line.
func TestOverrideViews(t *testing.T) {
	override := func(key, text string) (Stimulus, error) {
		e, err := New().Override([]Override{{Key: key, Texts: []string{text}}})
		return e.Stimulus, err
	}
	read, err := override("stimulus.views", "left=0-31,_b=32")
	if d := cmp.Diff(document.Mapping[Columns]{{Name: "left", Value: Columns{0, 31}}, {Name: "_b", Value: Columns{32, 32}}}, read.Views); err != nil || d != "" {
		t.Errorf("%v: %s", err, d)
	}
	read, err = override("stimulus.files", "x=a b.csv,y=c=d.npz:W")
	if d := cmp.Diff(document.Mapping[string]{{Name: "x", Value: "a b.csv"}, {Name: "y", Value: "c=d.npz:W"}}, read.Files); err != nil || d != "" {
		t.Errorf("%v: %s", err, d)
	}
	for text, want := range map[string]string{
		"0-31":        "on the command line as NAME=VALUE,NAME=VALUE",
		"a=0-1,":      "on the command line as NAME=VALUE",
		"2=0-1":       `"2" is not a name`,
		"a=1-0":       "give a whole number from 1 to",
		"a=x":         `"x" is not a number`,
		"a=-1-2":      "columns",
		"a=0-1,a=2-3": "a is given twice",
	} {
		if _, err := override("stimulus.views", text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", text, err, want)
		}
	}
	if _, err := override("stimulus.files", "x="); err == nil || !strings.Contains(err.Error(), "the name of the file is empty") {
		t.Errorf("error %v of a file without a name", err)
	}
}

// Keys that do not go together are refused, whether they stand in the file or on the command line.
func TestOverrideChecks(t *testing.T) {
	e := New()
	e.Stimulus = Stimulus{File: "x.csv", Center: true}
	for _, c := range []struct {
		given []Override
		want  string
	}{
		{[]Override{{"stimulus.inputs", []string{"3"}}}, "stimulus.inputs has a meaning only together with"},
		{[]Override{{"settle.sweeps", []string{"3"}}}, "settle.method is missing"},
		{[]Override{{"initial_m", []string{"2"}}, {"from", []string{"runs/x"}}}, "from and initial_m exclude one another"},
	} {
		if _, err := e.Override(c.given); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: error %v, want %q", c.given, err, c.want)
		}
	}
	other, err := e.Override([]Override{{"stimulus.problem", []string{"large"}}})
	if d := cmp.Diff(Stimulus{Problem: "large"}, other.Stimulus); err != nil || d != "" {
		t.Errorf("stimuli of another kind: %v: %s", err, d)
	}
}
