package comparison

import (
	"bytes"
	"context"
	"encoding/csv"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"twophase/circuit"
	"twophase/internal/experiment"
	"twophase/internal/quantile"
	"twophase/internal/report"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// tiny are the options of a comparison that takes a moment.
func tiny(networks ...string) Options {
	e := experiment.Default()
	e.Steps = 300
	e.Trials = 3
	return Options{Networks: networks, Experiment: e, Factors: []float64{0.5, 1, 8}, TuningTrials: 2}
}

func run(t interface{ Fatal(...any) }, o Options) *Result {
	r, err := Run(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// timeless returns a row without its time on the clock, as text: NaN is NaN.
func timeless(r Row) string {
	r.Nanoseconds = 0
	r.Network = circuit.Network{Name: r.Network.Name}
	return fmt.Sprintf("%+v", r)
}

// A network's row depends neither on the networks beside it, nor on their order, nor on
// the number of workers.
func TestRowsStandAlone(t *testing.T) {
	var names []string
	for _, n := range circuit.Networks() {
		names = append(names, n.Name)
	}
	alone := map[string]string{}
	rapid.Check(t, func(t *rapid.T) {
		some := rapid.SliceOfNDistinct(rapid.SampledFrom(names), 1, 3, rapid.ID[string]).Draw(t, "networks")
		o := tiny(some...)
		o.Workers = rapid.IntRange(1, 4).Draw(t, "workers")
		for i, row := range run(t, o).Rows {
			if row.Network.Name != some[i] {
				t.Fatalf("row %d is of %s, want %s", i, row.Network.Name, some[i])
			}
			want, known := alone[some[i]]
			if !known {
				o := tiny(some[i])
				o.Workers = 1
				want = timeless(run(t, o).Rows[0])
				alone[some[i]] = want
			}
			if got := timeless(row); got != want {
				t.Fatalf("%s beside %v: %s\nalone: %s", some[i], some, got, want)
			}
		}
	})
}

// The rows of a tiny comparison are those that they were, to six digits.
func TestGolden(t *testing.T) {
	r := run(t, tiny("ifPSP", "PSP", "ifPSW", "cascadePSP", "cascadePSW", "oja", "apex", "foldiak", "sanger"))
	for name, write := range map[string]func(*bytes.Buffer) error{
		"tiny.csv":        func(b *bytes.Buffer) error { return r.WriteCSV(b) },
		"tiny-tuning.csv": func(b *bytes.Buffer) error { return r.WriteTuningCSV(b) },
		"tiny.md":         func(b *bytes.Buffer) error { return r.WriteMarkdown(b, "tiny.svg") },
	} {
		var got bytes.Buffer
		if err := write(&got); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join("testdata", name)
		if *update {
			if err := os.WriteFile(path, got.Bytes(), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got.Bytes(), want) {
			t.Errorf("%s is not what it was: run the test with -update and see what changed", name)
		}
	}
}

// What is reported is what a run of the network with the rate that won measures.
func TestRowIsRun(t *testing.T) {
	for _, name := range []string{"ifPSP", "foldiak", "sanger"} {
		row := run(t, tiny(name)).Rows[0]
		e := tiny().Experiment
		e.Network, e.Rate = name, row.Rate
		p, err := experiment.Resolve(e)
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		s, err := p.Run(t.Context(), experiment.RunOptions{Out: filepath.Join(t.TempDir(), "run")})
		if err != nil {
			t.Fatal(err)
		}
		var subspace, worst, sweeps []float64
		for _, r := range s.Results {
			var sum float64 // of sin², from the principal angles
			for _, a := range r.Measures.Angles {
				sum += math.Pow(math.Sin(float64(a)), 2)
			}
			subspace = append(subspace, sum/3)
			worst = append(worst, float64(slices.Min(r.Measures.Alignment)))
			sweeps = append(sweeps, float64(r.MeanSweeps))
		}
		slices.Sort(subspace)
		for what, v := range map[string][2]float64{
			"subspace error": {row.Subspace.Median, subspace[1]}, "worst |cos|": {row.WorstAlignment.Median, quantile.Median(worst)},
			"sweeps": {row.Sweeps.Median, quantile.Median(sweeps)}, "low": {row.Subspace.Low, (subspace[0] + subspace[1]) / 2},
			"last moment": {row.Curve[len(row.Curve)-1].Subspace.Median, subspace[1]},
		} {
			if math.Abs(v[0]-v[1]) > 1e-9*math.Abs(v[1]) {
				t.Errorf("%s: %s is %v, and in the run %v", name, what, v[0], v[1])
			}
		}
	}
}

// The rate with the least median error wins, by either criterion; a trial that diverged
// has the largest there is, and of equals the first wins.
func TestTune(t *testing.T) {
	p, err := experiment.Resolve(tiny().Experiment)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	trial := func(projector, cosine float64) experiment.Outcome {
		return experiment.Outcome{Measures: experiment.Measures{
			ProjectorError: experiment.Number(projector), Alignment: []experiment.Number{experiment.Number(cosine), 1, 1},
		}}
	}
	lost := experiment.Outcome{Diverged: &circuit.Divergence{}}
	for _, c := range []struct {
		tuned               [][]experiment.Outcome
		subspace, alignment int
	}{
		{[][]experiment.Outcome{{trial(0.3, 0.9)}, {trial(0.2, 0.5)}, {trial(0.4, 0.95)}}, 1, 2},
		{[][]experiment.Outcome{{trial(0.3, 0.9)}, {trial(0.3, 0.9)}}, 0, 0},
		{[][]experiment.Outcome{{trial(0.3, 0.9), trial(0.3, 0.9)}, {trial(0.1, 1), lost}}, 0, 0},
		{[][]experiment.Outcome{{lost}, {trial(1, 0.1)}}, 1, 1},
		{[][]experiment.Outcome{{lost}, {lost}}, 0, 0},
		{[][]experiment.Outcome{{trial(math.NaN(), math.NaN())}, {trial(1, 0.1)}}, 1, 1},
	} {
		for criterion, want := range map[string]int{BySubspace: c.subspace, ByAlignment: c.alignment} {
			n := &contender{criterion: criterion, tuned: c.tuned, plans: slices.Repeat([]*experiment.Plan{p}, len(c.tuned))}
			if n.tune(); n.winner != want {
				t.Errorf("by %s rate %d wins, want %d: %+v", criterion, n.winner, want, c.tuned)
			}
		}
	}
}

// Trials that diverge are counted, and lose by every measure of what was found; they do
// not count in what it costs.
func TestDiverged(t *testing.T) {
	o := tiny("ifPSP", "cascadePSP")
	o.Factors = []float64{2000}
	r := run(t, o)
	for _, row := range r.Rows {
		if row.Diverged != 3 || !math.IsInf(row.Subspace.Median, 1) || !math.IsInf(row.Error.Low, 1) || row.MeanAlignment.High != 0 || !math.IsNaN(row.Operations.Median) {
			t.Errorf("%s diverged: %s", row.Network.Name, timeless(row))
		}
		if !math.IsNaN(row.Nanoseconds) {
			t.Errorf("%s has a time of %v", row.Network.Name, row.Nanoseconds)
		}
	}
	if r.TuningTrials != 0 || r.Rows[0].Tuning != nil || r.Rows[0].Edge {
		t.Errorf("one rate was tuned: %+v", r)
	}
	var text strings.Builder
	if err := r.WriteText(&text); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(text.String(), "3/3") || strings.Contains(text.String(), "NaN") || strings.Contains(text.String(), "Tuning") {
		t.Errorf("the text:\n%s", &text)
	}
	var svg bytes.Buffer
	if err := report.WriteSVG(&svg, r.Figure()); err != nil {
		t.Error(err)
	}
}

// Tuning has trials of its own: with the same seed it would choose by what is reported.
func TestTuningIsApart(t *testing.T) {
	o, err := tiny("ifPSP").withDefaults()
	if err != nil {
		t.Fatal(err)
	}
	var prepared []*experiment.Plan
	c, err := o.newContender(t.Context(), "ifPSP", &prepared)
	if err != nil {
		t.Fatal(err)
	}
	defer c.close()
	for i, p := range c.tuning {
		a, b := p.Experiment, c.plans[i].Experiment
		if a.Seed == b.Seed || a.Trials != 2 || b.Trials != 3 {
			t.Errorf("seeds %d and %d, %d and %d trials", a.Seed, b.Seed, a.Trials, b.Trials)
		}
		a.Seed, a.Trials = b.Seed, b.Trials
		if !reflect.DeepEqual(a, b) {
			t.Errorf("%+v is tuned for %+v", a, b)
		}
		if want := 10 / 251. * o.Factors[i]; math.Abs(b.Rate.At(1)-want) > 1e-15 {
			t.Errorf("α_1 is %v, want %v", b.Rate.At(1), want)
		}
	}
}

// A folder holds what it says, and only the times are not the same the second time.
func TestWrite(t *testing.T) {
	o := tiny("ifPSW", "oja", "oja-subspace", "PSP")
	var folders []string
	for i := range 2 {
		o.Workers = i + 1
		folder := filepath.Join(t.TempDir(), "c")
		if err := run(t, o).Write(folder, false, o); err != nil {
			t.Fatal(err)
		}
		folders = append(folders, folder)
	}
	entries, err := os.ReadDir(folders[0])
	if err != nil || len(entries) != 8 {
		t.Fatalf("%d files, %v", len(entries), err)
	}
	for _, e := range entries {
		a, err := os.ReadFile(filepath.Join(folders[0], e.Name()))
		if err != nil || len(a) == 0 {
			t.Fatalf("%s: %d bytes, %v", e.Name(), len(a), err)
		}
		b, err := os.ReadFile(filepath.Join(folders[1], e.Name()))
		if same := bytes.Equal(a, b); err != nil || !same && e.Name() != "networks-timing.csv" {
			t.Errorf("%s is not the same twice: %v", e.Name(), err)
		}
	}
	file, err := os.Open(filepath.Join(folders[0], "networks-curve.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil || len(rows) < 4*2*20 || rows[len(rows)-1][1] != "300" {
		t.Errorf("the curve has %d rows, %v", len(rows), err)
	}
	for _, row := range rows[1:] {
		if row[3] == "" {
			t.Errorf("nothing is known at %v", row)
		}
	}
}

// What cannot be compared is told before anything runs.
func TestOptions(t *testing.T) {
	for want, change := range map[string]func(*Options){
		"did you mean sanger?": func(o *Options) { o.Networks = []string{"sangre"} },
		"listed twice":         func(o *Options) { o.Networks = []string{"oja", "oja"} },
		"ascending":            func(o *Options) { o.Factors = []float64{2, 1} },
		"positive":             func(o *Options) { o.Factors = []float64{-1} },
		"criterion":            func(o *Options) { o.Criterion = "E_Pro" },
	} {
		o := tiny("ifPSP")
		change(&o)
		if _, err := Run(t.Context(), o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, want %q in it", err, want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Run(ctx, tiny("ifPSP")); err == nil {
		t.Error("a comparison that is interrupted has a result")
	}
}
