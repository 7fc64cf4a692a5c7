package scene

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"twophase/internal/experiment"
	"twophase/internal/text/document"
	"twophase/stimulus"
)

// file writes a file and returns its path.
func file(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

func columns(from, to int) experiment.Columns { return experiment.Columns{From: from, To: to} }

func named(names string, all ...experiment.Columns) (views document.Mapping[experiment.Columns]) {
	for i, name := range strings.Fields(names) {
		views = append(views, document.Named[experiment.Columns]{Name: name, Value: all[i]})
	}
	return views
}

// What does not fit together is an error that says what would.
func TestPopulationErrors(t *testing.T) {
	mixing := file(t, "mixing.csv", "1,2\n3,4\n5,6\n")
	flat := file(t, "flat.csv", "1,2\n2,4\n3,6\n")
	negative := file(t, "negative.csv", "1,-2\n2,4\n")
	rho := []float64{0.9}
	half := 0.5
	for want, s := range map[string]experiment.Stimulus{
		"there are no stimuli: give one of problem":                            {},
		"stimulus.clusters and stimulus.sources exclude one another":           {Sources: 2, Clusters: 2},
		"stimulus.file (--stimulus) and stimulus.spectrum exclude one another": {Spectrum: rho, File: "a.csv"},
		"silence has a meaning only together with sources":                     {Clusters: 2, Inputs: 2, Silence: &half},
		"noise has a meaning only together with clusters":                      {Sources: 2, Noise: &half},
		"inputs has a meaning only together with":                              {CanonicalCorrelations: rho, Inputs: 4, Views: named("a", columns(0, 1))},
		"condition has a meaning only together with":                           {Clusters: 2, Inputs: 4, Condition: 2},
		"stimulus.views and stimulus.files exclude one another":                {Files: document.Mapping[string]{{Name: "a", Value: "a.csv"}}, Views: named("a", columns(0, 1))},
		"stimulus.mixing and stimulus.condition exclude one another":           {Sources: 2, Mixing: mixing, Condition: 2},
		"shuffle has a meaning only together with file (--stimulus) or files":  {Sources: 2, Shuffle: true},
		"canonical_correlations also needs the key":                            {CanonicalCorrelations: rho},
		"3 views for canonical correlations":                                   {CanonicalCorrelations: rho, Views: named("a b c", columns(0, 1), columns(2, 3), columns(4, 4))},
		"view b begins at input 3, and 2 is the next one":                      {CanonicalCorrelations: rho, Views: named("a b", columns(0, 1), columns(3, 4))},
		"view b is missing: it has inputs 5-12":                                {Problem: "small", Views: named("a b", columns(0, 4), columns(5, 12))},
		"inputs 5-9 belong to no view":                                         {Problem: "small", Views: named("a", columns(0, 4))},
		"view a has inputs 4-0":                                                {Problem: "small", Views: named("a", columns(4, 0))},
		"has 2 columns for 3 sources":                                          {Sources: 3, Mixing: mixing},
		"inputs says 4, but the file has 3 inputs":                             {Sources: 2, Mixing: mixing, Inputs: 4},
		"column 2 of the mixing matrix is a combination":                       {Sources: 2, Mixing: flat},
		"has 2 centres for 3 clusters":                                         {Clusters: 3, Centres: negative},
		"has more than 1 rows, and 1 cluster have one":                         {Clusters: 1, Centres: negative},
		"centre 1, input 1 is -2":                                              {Clusters: 2, Centres: negative},
		"the number of inputs of the clusters is not":                          {Clusters: 2},
		"600 processes or sources are mixed at random":                         {Sources: 600},
		"too many for this structure":                                          {Clusters: 1000, Inputs: 1_000_000},
		"3 autocorrelations of stimuli of 2 inputs":                            {Autocorrelations: []float64{0.3, 0.2, 0.1}, Inputs: 2},
		"no such file": {Clusters: 2, Centres: "none.csv"},
	} {
		stimuli, err := Open(context.Background(), s, 1)
		if err == nil {
			stimuli.Close()
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

// Changes that would spoil what is known of the stimuli are refused, others are not.
func TestPopulationChanges(t *testing.T) {
	for _, c := range []struct {
		s      experiment.Stimulus
		change stimulus.Change
		want   string
	}{
		{experiment.Stimulus{Sources: 2}, stimulus.Rotate{Degrees: 10}, "the structure of a mixture of 2 sources is fixed: choose correlate or noise"},
		{experiment.Stimulus{Autocorrelations: []float64{0.5, 0.2}}, stimulus.Spectrum{Values: []float64{1}}, "the structure of slow features is fixed"},
		{experiment.Stimulus{Clusters: 2, Inputs: 4}, stimulus.Correlate{Rho: 0.5}, "would lie between the clusters"},
		{experiment.Stimulus{Clusters: 2, Inputs: 4}, stimulus.Noise{Size: 0.5}, ""},
		{experiment.Stimulus{Sources: 2}, stimulus.Correlate{Rho: 0.5}, ""},
	} {
		s, err := Open(context.Background(), c.s, 1)
		if err != nil {
			t.Fatal(err)
		}
		wrong, err := s.Rehearse([]stimulus.Change{stimulus.Noise{}, c.change}, 1, true)
		if c.want == "" && err != nil || c.want != "" && (err == nil || wrong != 1 || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%v of %s: error %v of change %d, want %q", c.change, s.Title(), err, wrong, c.want)
		}
	}
}

// Each trial has a population of its own, which holds out stimuli, and a file shows its
// first ones, transformed as those that are learnt from.
func TestShown(t *testing.T) {
	s, err := Open(context.Background(), experiment.Stimulus{Sources: 2, Inputs: 3}, 1)
	if err != nil {
		t.Fatal(err)
	}
	first, second := trial(t, s, 0), trial(t, s, 1)
	a, b := first.Known.(stimulus.Mixed).Mixing(), second.Known.(stimulus.Mixed).Mixing()
	if a[0] == b[0] {
		t.Error("two trials have the same mixing")
	}
	x := make([]float64, 3)
	shown, on := first.Shown()
	if err := shown.Next(x); err != nil || shown.(stimulus.Mixed).SourceCount() != 2 || on != nil {
		t.Errorf("held out: %v, %v", x, err)
	}
	data := file(t, "data.csv", "1,2,9\n3,4,9\n5,9,9\n")
	f, err := Open(context.Background(), experiment.Stimulus{File: data, Views: named("b a", columns(1, 1), columns(0, 0)), Center: true, Epochs: 1}, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.Survey(t.Context(), 1, 1, false); err != nil {
		t.Fatal(err)
	}
	if views := f.Views(); len(views) != 2 || views[0] != (stimulus.View{Name: "b", From: 0, Inputs: 1}) || views[1] != (stimulus.View{Name: "a", From: 1, Inputs: 1}) {
		t.Errorf("views %v", views)
	}
	y := make([]float64, 2)
	shown, on = trial(t, f, 0).Shown()
	if err := shown.Next(y); err != nil || y[0] != -3 || y[1] != -2 {
		t.Errorf("the file shows %v, want −3 and −2: %v", y, err)
	}
	for said, text := range map[string]string{
		on(3, 3): "all 3 stimuli of the file, which the run presented too",
		on(3, 9): "all 3 stimuli of the file, which the run presented too",
		on(3, 2): "all 3 stimuli of the file; the run presented the first 2",
		on(2, 2): "the first 2 of the 3 stimuli of the file, which the run presented too",
	} {
		if said != text {
			t.Errorf("%q, want %q", said, text)
		}
	}
	f.(*File).Shuffle = true
	if said := on(2, 2); said != "the first 2 of the 3 stimuli of the file, of which the run presented 2 in random order" {
		t.Errorf("in random order: %q", said)
	}
}

func trial(t *testing.T, s Stimuli, number uint64) *Trial {
	t.Helper()
	one, err := s.Trial(number)
	if err != nil {
		t.Fatal(err)
	}
	return one
}
