package twin

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"twophase/circuit"
	"twophase/internal/experiment"
	"twophase/internal/measure"
	"twophase/internal/measure/report"
	"twophase/internal/run/engine"
	"twophase/internal/run/planning"
	"twophase/internal/text/wording"
	"twophase/internal/traces/result"
)

// trial is a result with an error and a lateral ratio, at two moments.
func trial(first, last, ratio float64) *result.Result {
	nan := wording.Number(math.NaN())
	r := &result.Result{Measures: measure.Measures{
		Error: wording.Number(last), Ratio: wording.Number(ratio),
		ProjectorError: nan, OutputCovariance: nan, SettlingError: nan, SpectralRadius: nan,
	}}
	r.Curve = []measure.Point{
		{Step: 1, Error: wording.Number(first), Ratio: wording.Number(ratio)},
		{Step: 100, Error: wording.Number(last), Ratio: wording.Number(ratio)},
	}
	return r
}

// twins are three variants of four trials, one of which diverged in the third.
func twins() *engine.Twins {
	variant := func(name string, differ []int, results ...*result.Result) engine.Twin {
		return engine.Twin{Name: name, Title: "a circuit", Folder: "c/" + name, Results: results, Differ: differ, Diverged: make([]*circuit.Divergence, 4)}
	}
	t := &engine.Twins{
		Folder: "c", Trials: 4, Steps: 100, Seed: 1,
		Variants: []engine.Twin{
			variant("base", make([]int, 4), trial(1, 0.1, 0.5), trial(1, 0.2, 0.5), trial(1, 0.3, 0.5), trial(1, 0.4, 0.5)),
			variant("worse", []int{51, 51, 60, 0}, trial(1, 0.2, 0.5), trial(1, 0.4, 0.5), trial(1, 0.6, 0.5), trial(1, 0.4, 0.5)),
			variant("wild", []int{2, 2, 2, 2}, trial(1, 0.05, 0.25), nil, trial(1, 0.15, 0.25), trial(1, 0.2, 0.25)),
		},
	}
	t.Variants[1].Events = 4
	t.Variants[2].Diverged[1] = &circuit.Divergence{Step: 40, What: "it ran away"}
	return t
}

// Trials are paired one by one, and those that diverged left out.
func TestPairs(t *testing.T) {
	c := Compare(twins())
	worse, wild := c.Pairs[0], c.Pairs[1]
	if worse.Trials != 4 || wild.Trials != 3 {
		t.Errorf("%d and %d pairs, want 4 and 3", worse.Trials, wild.Trials)
	}
	for _, want := range []struct {
		pair                 Pair
		measure              int
		median, factor       float64
		larger, smaller, had int
	}{
		{worse, 0, 0.15, 2, 3, 0, 4},
		{wild, 0, -0.15, 0.5, 0, 3, 3},
		{worse, 3, 0, 1, 0, 0, 4},
		{wild, 3, -0.25, 0.5, 0, 3, 3},
	} {
		d := want.pair.Differences[want.measure]
		for what, v := range map[string][2]float64{
			"median": {float64(d.Median), want.median}, "factor": {float64(d.Factor), want.factor},
		} {
			if math.Abs(v[0]-v[1]) > 1e-12 {
				t.Errorf("%s of %s: %s is %v, want %v", d.Measure, want.pair.Variant, what, v[0], v[1])
			}
		}
		if d.Larger != want.larger || d.Smaller != want.smaller {
			t.Errorf("%s of %s: more in %d, less in %d, want %d and %d", d.Measure, want.pair.Variant, d.Larger, d.Smaller, want.larger, want.smaller)
		}
	}
	if d := worse.Differences[1]; !math.IsNaN(float64(d.Median)) || !math.IsNaN(float64(d.Factor)) {
		t.Errorf("a measure without values differs by %v", d.Median)
	}
	if got := c.Variants[2]; len(got.Diverged) != 1 || got.Diverged[0].Trial != 1 || got.Diverged[0].Step != 40 || math.Abs(float64(got.Medians[0].Value)-0.15) > 1e-12 {
		t.Errorf("the variant that diverged once: %+v", got)
	}
}

// The interval of six trials has 95 %. Fewer have their range, with the coverage that it has: 1 − 2^(1−n).
func TestIntervalsOfFewTrials(t *testing.T) {
	for trials, percent := range map[int]string{2: "50 %", 3: "75 %", 5: "94 %", 6: "95 %"} {
		two := twins()
		two.Trials, two.Variants = trials, two.Variants[:2]
		for i := range two.Variants {
			v := &two.Variants[i]
			v.Results, v.Differ, v.Diverged = nil, make([]int, trials), make([]*circuit.Divergence, trials)
			for j := range trials {
				v.Results = append(v.Results, trial(1, 0.1+float64(i)*float64(j+1), 0.5))
			}
		}
		c := Compare(two)
		d := c.Pairs[0].Differences[0]
		if d.Low != 1 || d.High != wording.Number(trials) || trials < 6 && float64(d.Covers) != 1-math.Exp2(float64(1-trials)) || trials == 6 && d.Covers != 0.95 {
			t.Errorf("%d trials: the interval is %v to %v with %v", trials, d.Low, d.High, d.Covers)
		}
		var text strings.Builder
		if err := c.WriteText(&text); err != nil {
			t.Fatal(err)
		}
		few := strings.Contains(text.String(), fmt.Sprintf("\n  %d trials are too few for a 95 %% interval: in brackets is the range, which holds the median with a probability of %s\n", trials, percent))
		if !strings.Contains(text.String(), "difference ["+percent+"]") || few != (trials < 6) || strings.Contains(text.String(), "NaN") {
			t.Errorf("%d trials: %s", trials, &text)
		}
	}
}

func TestText(t *testing.T) {
	var b strings.Builder
	if err := Compare(twins()).WriteText(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"3 variants on the same stimuli: 100 steps, 4 trials, seed 1\n",
		"worse  a circuit; 4 interventions in all trials\n",
		"wild   a circuit; diverged in 1 of 4 trials, first at step 40\n",
		"the same to the last bit until they first differ at step 51 to 60, by trial; in 1 trial never\n",
		"they first differ at step 2\n",
		"results in c\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
	if strings.Contains(b.String(), "NaN") || strings.Contains(b.String(), "projector") {
		t.Errorf("a measure without values is shown:\n%s", b.String())
	}
}

// The table has a row for each moment, variant and quantity.
func TestTable(t *testing.T) {
	rows, err := csv.NewReader(bytes.NewReader(Compare(twins()).medianTable().CSV())).ReadAll()
	if err != nil || len(rows) != 1+2*3*2 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	if got, want := fmt.Sprint(rows[7]), "[100 base e_pro 0.25 0.17500000000000002 0.325]"; got != want {
		t.Errorf("row 7 is %s, want %s", got, want)
	}
	if got, want := fmt.Sprint(rows[11]), "[100 wild e_pro 0.15 0.1 0.175]"; got != want {
		t.Errorf("row 11 is %s, want %s", got, want)
	}
}

// A comparison that is run leaves a folder with all its parts.
func TestRun(t *testing.T) {
	e := experiment.Experiment{Steps: 500, Trials: 2, Seed: 1, Reference: true}
	other := e
	other.Network = "PSP"
	var variants []engine.Variant
	for _, v := range []experiment.NamedExperiment{{Name: "two-phase", Experiment: e}, {Name: "exact", Experiment: other}} {
		p, err := planning.Resolve(context.Background(), v.Experiment)
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		variants = append(variants, engine.Variant{Name: v.Name, Plan: p})
	}
	out := filepath.Join(t.TempDir(), "c")
	c, err := Run(t.Context(), variants, 0, planning.RunOptions{Out: out}, report.Layout{})
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(out, "comparison.json"))
	if err != nil {
		t.Fatal(err)
	}
	var read Comparison
	if err := json.Unmarshal(text, &read); err != nil || len(read.Pairs) != 1 || read.Pairs[0].Differ[1] != c.Pairs[0].Differ[1] || read.Pairs[0].Differ[1] != 2 {
		t.Errorf("comparison.json holds %+v, %v", read, err)
	}
	again, err := Open(out)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := fmt.Sprint(again.Figure(report.AutoTime)), fmt.Sprint(c.Figure(report.AutoTime)); got != want || len(c.Figure(report.AutoTime).Panels) != 2 {
		t.Errorf("the picture of the folder is of\n%s, and not of\n%s", got, want)
	}
	for _, name := range []string{"comparison.csv", "comparison-trials.csv", "comparison.svg", "comparison.png", "manifest.json", "exact/weights.npz", "two-phase/summary.json"} {
		if info, err := os.Stat(filepath.Join(out, name)); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Panels of what is positive and spans much are logarithmic. Others have 0. All trials are behind the medians.
func TestPanels(t *testing.T) {
	all := twins()
	for i, v := range all.Variants {
		for trial, r := range v.Results {
			if r != nil {
				r.Followed = []measure.Followed{{Name: "silent", Steps: []int{1, 100}, Values: []wording.Number{0, wording.Number(i + trial)}}}
			}
		}
	}
	figure := Compare(all).Figure(report.AutoTime)
	if len(figure.Panels) != 3 {
		t.Fatalf("%d panels", len(figure.Panels))
	}
	for i, p := range figure.Panels {
		wild := p.Curves[2].Trials
		if p.Log != (i == 0) || p.Zero == p.Log || (p.Lowest > 0) != p.Log || len(wild) != 2 || len(wild[1]) != 3 {
			t.Errorf("panel %s: log %v, zero %v, from %v; trials %v", p.Title, p.Log, p.Zero, p.Lowest, wild)
		}
	}
}

// A variant of which nothing is left is drawn as little as it is paired: the others
// are.
func TestAllTrialsDiverge(t *testing.T) {
	all := twins()
	for trial := range all.Trials {
		all.Variants[2].Results[trial], all.Variants[2].Diverged[trial] = nil, &circuit.Divergence{Step: 40}
	}
	c := Compare(all)
	if p := c.Pairs[1]; p.Trials != 0 || !math.IsNaN(float64(p.Differences[0].Median)) {
		t.Errorf("%+v", p)
	}
	var text, svg strings.Builder
	if err := errors.Join(c.WriteText(&text), report.WriteSVG(&svg, c.Figure(report.AutoTime))); err != nil {
		t.Fatal(err)
	}
	for name, drawn := range map[string]bool{"base": true, "worse": true, "wild": false} {
		if strings.Contains(svg.String(), name) != drawn {
			t.Errorf("%s is drawn: %v, want %v", name, !drawn, drawn)
		}
	}
	if !strings.Contains(text.String(), "diverged in 4 of 4 trials, first at step 40") {
		t.Error(text.String())
	}
}

// The caption leaves out the numbers of neurons in which variants differ.
func TestCaption(t *testing.T) {
	for _, test := range []struct {
		inputs, outputs int
		want            string
	}{
		{10, 3, "a circuit: N = 10, K = 3, 4 trials, seed 1"},
		{10, 0, "a circuit: N = 10, 4 trials, seed 1"},
		{0, 3, "a circuit: K = 3, 4 trials, seed 1"},
	} {
		of := twins()
		of.Inputs, of.Outputs = test.inputs, test.outputs
		if got := Compare(of).Figure(report.AutoTime).Title; got != test.want {
			t.Errorf("caption %q, want %q", got, test.want)
		}
	}
}

// The lateral ratio is called after the projection that the variants have, and after none where they have different ones.
func TestLateralRatioIsNamedAfterItsProjection(t *testing.T) {
	for _, test := range []struct{ first, second, want string }{
		{"", "", "‖M_o‖/‖M‖"}, {"L", "L", "‖L‖/‖L with its diagonal‖"}, {"", "L", "lateral ratio"},
	} {
		both := twins()
		both.Variants[0].Results[0].Pruning = result.Pruning{Synapses: 6, Projection: test.first}
		both.Variants[1].Results[0].Pruning = result.Pruning{Synapses: 6, Projection: test.second}
		c := Compare(both)
		if along, end := c.Courses[1], c.measures[3]; along.Title != test.want || end.Title != test.want || end.Name != along.Name {
			t.Errorf("variants with %q and %q: %q and %q, want %q", test.first, test.second, along.Title, end.Title, test.want)
		}
	}
}
