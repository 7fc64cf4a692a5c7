package engine

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"twophase/internal/experiment"
	"twophase/internal/measure"
	"twophase/internal/run/planning"
	"twophase/internal/testkit/long"
	"twophase/internal/text/document"
	"twophase/internal/traces/result"
)

// Runs on stimuli of which more is known than a spectrum have declared measures in their
// summary, of each trial its own, unless the stimuli were changed; other runs have none.
func TestDeclaredMeasuresOfRuns(t *testing.T) {
	noise := 0.1
	for name, c := range map[string]struct {
		stimulus experiment.Stimulus
		changed  bool
		want     string // the names of the measures
		text     string // of the summary
	}{
		"problem": {experiment.Stimulus{Problem: "small"}, false, "", ""},
		"views": {experiment.Stimulus{CanonicalCorrelations: []float64{0.9, 0.5, 0.2}, Views: document.Mapping[experiment.Columns]{
			{Name: "x", Value: experiment.Columns{From: 0, To: 2}}, {Name: "y", Value: experiment.Columns{From: 3, To: 6}}}}, false,
			"canonical_angle whiteness sparseness silent mean_activity largest_correlation dimension", "\n  canonical angle  "},
		"slow":     {experiment.Stimulus{Autocorrelations: []float64{0.9, 0.8, 0}, Inputs: 5}, false, "slow_angle slowness whiteness sparseness silent mean_activity largest_correlation dimension", " at best 0.3; of the filter\n"},
		"mixture":  {experiment.Stimulus{Sources: 3, Inputs: 5}, false, "whiteness source_correlation source_error sparseness silent mean_activity largest_correlation dimension", "\nDeclared measures, those of activity on 10000 held-out stimuli\n  whiteness           "},
		"clusters": {experiment.Stimulus{Clusters: 3, Inputs: 5}, false, "whiteness purity sparseness silent mean_activity largest_correlation dimension", "\n  purity      "},
		"changed":  {experiment.Stimulus{Sources: 3, Inputs: 5}, true, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			e := experiment.New()
			e.Stimulus, e.Outputs, e.Trials, e.Steps = c.stimulus, 2, 2, 300
			if c.changed {
				at := 100
				e.Interventions = []experiment.Intervention{{At: &at, Stimulus: &experiment.StimulusChange{Noise: &noise}}}
			}
			out := filepath.Join(t.TempDir(), "run")
			summary, err := runIn(t, e, planning.RunOptions{Out: out})
			if err != nil {
				t.Fatal(err)
			}
			text, err := os.ReadFile(filepath.Join(out, "summary.json"))
			if err != nil {
				t.Fatal(err)
			}
			if wanted := name != "problem"; strings.Contains(string(text), `"declared"`) != wanted {
				t.Fatalf("the summary has declared measures: %v", !wanted)
			}
			var words strings.Builder
			if err := summary.WriteText(&words); err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(words.String(), c.text) || strings.Contains(words.String(), "Declared measures") != (c.want != "") {
				t.Errorf("%q is not in\n%s", c.text, words.String())
			}
			if name == "problem" {
				return
			}
			var whiteness []float64
			for _, r := range summary.Results {
				var names []string
				for _, v := range r.Declared.Values {
					names = append(names, v.Name)
				}
				if got := strings.Join(names, " "); got != c.want {
					t.Errorf("trial %d has %q, want %q", r.Trial, got, c.want)
				}
				if c.changed && !strings.Contains(r.Declared.Absent[0].Why, "changed in mid-run") {
					t.Errorf("absent is %v", r.Declared.Absent)
				}
				if v := r.Declared.Value("whiteness"); v.Value.Finite() {
					whiteness = append(whiteness, float64(v.Value))
				}
			}
			if len(whiteness) == 2 && whiteness[0] == whiteness[1] {
				t.Errorf("both trials have the whiteness %v", whiteness[0])
			}
		})
	}
}

// A network that finds clusters has the measures of clusters, on any stimuli, and what
// cannot be measured is said with the reason.
func TestMeasuresThatMatter(t *testing.T) {
	long.SkipShort(t)
	run := func(s experiment.Stimulus) (*result.Result, string) {
		e := experiment.New()
		e.Network, e.Stimulus, e.Outputs, e.Steps = "nsm", s, 3, 3000
		summary, err := runIn(t, e, planning.RunOptions{Out: filepath.Join(t.TempDir(), "run")})
		if err != nil {
			t.Fatal(err)
		}
		var words strings.Builder
		if err := summary.WriteText(&words); err != nil {
			t.Fatal(err)
		}
		return summary.Results[0], words.String()
	}
	whole := func(r *result.Result) string { // the measures that are of no single part
		_, others := measure.Divide(r.Declared.Names())
		return strings.Join(others, " ")
	}
	r, text := run(experiment.Stimulus{Clusters: 3, Inputs: 9})
	if purity := r.Declared.Value("purity"); !(purity.Value >= 0.99) {
		t.Errorf("the purity is %v", purity)
	}
	if whole(r) != "purity sparseness silent" || strings.Contains(text, "is not measured") {
		t.Errorf("values %v in\n%s", r.Declared.Values, text)
	}
	r, text = run(experiment.Stimulus{Problem: "small"})
	if whole(r) != "sparseness silent" || !strings.Contains(text, "NOTE: purity is not measured: the stimuli do not belong to known clusters.") {
		t.Errorf("values %v in\n%s", r.Declared.Values, text)
	}
	file := filepath.Join("..", "..", "..", "testdata", "golden", "n10k3", "stimulus.csv")
	r, text = run(experiment.Stimulus{File: file, Epochs: 10})
	on := fmt.Sprintf("all %d stimuli of the file, which the run presented too", r.Declared.Stimuli)
	if r.Declared.Stimuli == 0 || whole(r) != "sparseness silent" || r.Declared.On != on || !strings.Contains(text, "\nActivity of the populations, on "+on+"\n") {
		t.Errorf("of a file: %v\n%s", r.Declared, text)
	}
}

// What was asked for and cannot be measured is said with the reason.
func TestFollowedMeasureIsMissed(t *testing.T) {
	for _, stimulus := range []string{"{clusters: 3, inputs: 6}", "{spectrum: [3, 2, 1], inputs: 6}"} {
		text := written(t, "network: ei\noutputs: 3\nsteps: 50\nfollow: [drift]\nstimulus: "+stimulus+"\n")
		if !strings.Contains(text, "NOTE: drift is not measured: the circuit is not known to be linear") {
			t.Errorf("%s\n%s", stimulus, text)
		}
	}
	// A run that takes all that can be taken misses nothing.
	text := written(t, "outputs: 2\nsteps: 50\nstimulus: {autocorrelations: [0.9, 0.5, 0.1], inputs: 6}\nfollow: [drift]\n")
	if strings.Contains(text, "is not measured") {
		t.Error(text)
	}
}

// The populations of inputs have the views of the stimuli of their names.
func TestViewsArePopulations(t *testing.T) {
	views := func(names ...string) experiment.Stimulus {
		return experiment.Stimulus{CanonicalCorrelations: []float64{0.9}, Views: document.Mapping[experiment.Columns]{
			{Name: names[0], Value: experiment.Columns{From: 0, To: 4}}, {Name: names[1], Value: experiment.Columns{From: 5, To: 6}}}}
	}
	e := experiment.New()
	e.Network, e.Outputs = "bio-cca", 2
	for _, c := range []struct {
		stimulus experiment.Stimulus
		want     map[string]int
		wrong    string
	}{
		{views("x", "y"), map[string]int{"x": 5, "y": 2}, ""},
		{views("y", "x"), nil, "the views y and x, and network bio-cca has the populations of inputs x and y: give each population a view of its name, in this order"},
		{views("x", "z"), nil, "the views x and z"},
		{experiment.Stimulus{Problem: "small"}, nil, ""}, // equal shares
	} {
		e.Stimulus = c.stimulus
		p, err := planning.Resolve(context.Background(), e)
		if c.wrong != "" {
			if err == nil || !strings.Contains(err.Error(), c.wrong) {
				t.Errorf("error %v, want %q", err, c.wrong)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if p.Close(); !maps.Equal(p.Spec.Sizes, c.want) {
			t.Errorf("sizes %v, want %v", p.Spec.Sizes, c.want)
		}
	}
}
