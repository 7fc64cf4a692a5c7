package benchmark

import (
	"bytes"
	"context"
	"encoding/csv"
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
	"twophase/internal/measure"
	"twophase/internal/measure/report"
	"twophase/internal/numerics/quantile"
	"twophase/internal/run/engine"
	"twophase/internal/run/planning"
	"twophase/internal/testkit/long"
	"twophase/internal/testkit/testfiles"
	"twophase/internal/text/wording"
	"twophase/internal/traces/result"
)

// tiny are the options of a benchmark that takes a moment.
func tiny(networks ...string) Options {
	e := experiment.New()
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
	long.Draws(t, 15)
	var names []string
	for _, n := range circuit.NetworksThat(circuit.Network.IsPair) {
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

// The rows of a tiny benchmark are those that they were, to six digits.
func TestGolden(t *testing.T) {
	long.SkipShort(t)
	r := run(t, tiny("ifPSP", "PSP", "ifPSW", "cascadePSP", "cascadePSW", "oja", "apex", "foldiak", "sanger"))
	for name, got := range map[string][]byte{
		"tiny.csv": r.CSV(), "tiny-tuning.csv": r.tuningCSV(), "tiny.md": []byte(r.Markdown("tiny.svg")),
	} {
		testfiles.Same(t, filepath.Join("testdata", name), got)
	}
}

// What is reported is what a run of the network with the rate that won measures.
func TestRowEqualsRun(t *testing.T) {
	for _, name := range []string{"ifPSP", "foldiak", "sanger"} {
		row := run(t, tiny(name)).Rows[0]
		e := tiny().Experiment
		e.Network, e.Rate = name, row.Rate
		p, err := planning.Resolve(context.Background(), e)
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		s, err := engine.Run(t.Context(), p, planning.RunOptions{Out: filepath.Join(t.TempDir(), "run")})
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

// The error of a setting is the median over its trials, by either criterion; a trial that diverged
// or has no error has the largest there is.
func TestMedianError(t *testing.T) {
	p, err := planning.Resolve(context.Background(), tiny().Experiment)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	trial := func(projector, cosine float64) engine.Outcome {
		return engine.Outcome{Result: result.Result{Measures: measure.Measures{
			ProjectorError: wording.Number(projector), Alignment: []wording.Number{wording.Number(cosine), 1, 1},
		}}}
	}
	lost := engine.Outcome{Diverged: &circuit.Divergence{}}
	inf := math.Inf(1)
	for _, c := range []struct {
		trials              []engine.Outcome
		subspace, alignment float64
	}{
		{[]engine.Outcome{trial(0.3, 0.7)}, 0.09 / 6, 0.1},
		{[]engine.Outcome{trial(0.3, 0.7), trial(0.6, 0.4), lost}, 0.36 / 6, 0.2},
		{[]engine.Outcome{trial(0.3, 0.7), lost, lost}, inf, inf},
		{[]engine.Outcome{trial(math.NaN(), math.NaN())}, inf, inf},
	} {
		for criterion, want := range map[string]float64{BySubspace: c.subspace, ByAlignment: c.alignment} {
			got := medianError(c.trials, &contender{criterion: criterion, base: p})
			if got != want && !(math.Abs(got-want) < 1e-12) {
				t.Errorf("by %s the error is %v, want %v: %+v", criterion, got, want, c.trials)
			}
		}
	}
}

// The winner of a search has the smallest error of all that was tried, and nothing beside it is
// better, or is not tried, unless the grid is fixed; of equals the first wins.
func TestSearch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.SampledFrom([]circuit.Network{circuit.IfPSP, circuit.CascadePSP, circuit.Sanger}).Draw(t, "network")
		g := grid{network: n, outputs: 3, inputs: []float64{1, 0.5, 0.1}, rates: []float64{0.25, 1, 4}}
		g.fixed = rapid.Bool().Draw(t, "fixed")
		g.tau, g.lambda = rapid.Bool().Draw(t, "tau"), rapid.Bool().Draw(t, "lambda") && n.Gains != circuit.NoGains
		centre := [3]float64{rapid.Float64Range(-6, 6).Draw(t, "rate"), rapid.Float64Range(-8, 4).Draw(t, "τ"), rapid.Float64Range(-3, 3).Draw(t, "steepness")}
		of := func(s Setting) float64 {
			e := math.Abs(math.Log2(s.Rate)-centre[0]) + math.Abs(math.Log2(s.Tau)-centre[1]) + math.Abs(math.Log2(s.Gains.Steep+0.1)-centre[2])
			if s.Rate > 64 {
				return math.Inf(1)
			}
			return math.Floor(4 * e)
		}
		c := &contender{grid: g}
		if err := c.search(func(all []Setting) (errors []float64, err error) {
			for _, s := range all {
				if _, err := s.apply(tiny().Experiment, n, g.inputs); err != nil {
					t.Fatal(err)
				}
				errors = append(errors, of(s))
			}
			return errors, nil
		}); err != nil {
			t.Fatal(err)
		}
		tried := map[Setting]bool{}
		for _, s := range c.tried {
			if tried[s.Setting] {
				t.Fatalf("%v is tried twice", s.Setting)
			}
			if tried[s.Setting] = true; s.Error < of(c.winner) || s.Error == of(c.winner) && !tried[c.winner] {
				t.Fatalf("%v has %v, and %v wins with %v", s.Setting, s.Error, c.winner, of(c.winner))
			}
			if g.fixed && !slices.Contains(g.rates, s.Rate) || !g.tau && s.Tau != 1 || !g.lambda && s.Gains != (Gains{}) {
				t.Fatalf("%v is tried, which is not in %+v", s.Setting, g)
			}
		}
		for _, s := range g.beside(c.winner) {
			if !tried[s] {
				t.Fatalf("%v is beside the winner %v, and was not tried", s, c.winner)
			}
		}
	})
}

// A network that looks for clusters has no eigenvalues to take gains from: it keeps its own.
func TestGainsOfAnotherKindStay(t *testing.T) {
	long.SkipShort(t)
	o := tiny("stack")
	o.Experiment.Stimulus = experiment.Stimulus{}
	o.Factors, o.Tune = nil, []string{TuneRate, TuneLambda}
	for _, tried := range run(t, o).Rows[0].Tuning {
		if tried.Gains != (Gains{}) {
			t.Errorf("%+v is tried", tried)
		}
	}
}

// Gains are named as they are, and a network has only those that it can have.
func TestGains(t *testing.T) {
	spectrum := []float64{1, 0.25, 0}
	for _, c := range []struct {
		gains   Gains
		network circuit.Network
		name    string
		want    []float64 // nil: it cannot have them
	}{
		{Gains{equalGains, 0}, circuit.CascadePSP, "1", []float64{1, 1}},
		{Gains{equalGains, 0}, circuit.PSP, "1", nil},
		{gentle, circuit.PSP, "0.8^k", []float64{1, 0.8}},
		{Gains{geometricGains, 2}, circuit.PSP, "0.64^k", []float64{1, 0.64}},
		{half, circuit.PSP, "(g_k/g_1)^0.5", []float64{1, 0.5}},
		{Gains{spectralGains, 1}, circuit.PSP, "g_k/g_1", []float64{1, 0.25}},
		{gentle, circuit.Sanger, "0.8^k", nil},
	} {
		lambda, ok := c.gains.of(c.network, spectrum, 2)
		if c.gains.String() != c.name || ok != (c.want != nil) || ok && !slices.Equal(lambda.Values, c.want) {
			t.Errorf("%s of %s are %v, %v, want %s, %v", c.gains, c.network.Name, lambda, ok, c.name, c.want)
		}
	}
	if _, ok := half.of(circuit.PSP, spectrum, 3); ok {
		t.Error("a gain is 0")
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
	if text := r.Text(); !strings.Contains(text, "3/3") || strings.Contains(text, "NaN") || strings.Contains(text, "Tuning") {
		t.Errorf("the text:\n%s", text)
	}
	var svg bytes.Buffer
	if err := report.WriteSVG(&svg, r.Figure()); err != nil {
		t.Error(err)
	}
}

// mute is a user's phase that says nothing of itself.
type mute struct{}

func (mute) Signature() circuit.Signature { return circuit.Signature{Name: "Mute"} }
func (mute) Run(*circuit.Circuit) error   { return nil }

// What a network does not say of itself is not known in a benchmark: no locality, no cost
// and no errors are made up for it.
func TestWhatIsNotKnownIsNoNumber(t *testing.T) {
	r := run(t, tiny("ifPSP"))
	network := r.Rows[0].Network
	network.Schedule = append(slices.Clone(network.Schedule), mute{})
	p, err := planning.Resolve(context.Background(), tiny().Experiment)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	o := tiny()
	undefined := wording.Number(math.NaN())
	trial := engine.Outcome{Result: result.Result{Measures: measure.Measures{
		ProjectorError: undefined, Error: undefined, OutputCovariance: undefined, Alignment: []wording.Number{undefined},
	}}}
	row := o.newRow(&contender{network: network, plan: p, outcomes: []engine.Outcome{trial}})
	for name, q := range map[string]quantile.Quartiles{"operations": row.Operations, "subspace error": row.Subspace, "E_Pro": row.Error, "|cos|": row.WorstAlignment, "covariance": row.Covariance} {
		if !math.IsNaN(q.Median) {
			t.Errorf("%s: %v", name, q)
		}
	}
	r.Rows = []Row{row}
	if line, want := r.learnt().Rows[0], []string{"ifPSP", "not known", "components", "–", "–", "–", "–", "–"}; !slices.Equal(line[:8], want) {
		t.Errorf("found: %q", line)
	}
	if line, want := r.costs(false).Rows[0], []string{"ifPSP", "not known", "–", "–", "not known", "–"}; !slices.Equal(line, want) {
		t.Errorf("costs: %q", line)
	}
	lines, err := csv.NewReader(bytes.NewReader(r.CSV())).ReadAll()
	if err != nil || lines[1][1] != "" || lines[1][2] != "" || lines[1][len(lines[1])-1] != "" {
		t.Errorf("CSV: %q, %v", lines, err)
	}
	if title := r.Figure().Rows[0]; title != "ifPSP (locality not known)" {
		t.Errorf("the figure says %q", title)
	}
}

// Tuning has trials of its own: with the same seed it would choose by what is reported.
func TestTuningIsApart(t *testing.T) {
	o, err := tiny("ifPSP").withDefaults()
	if err != nil {
		t.Fatal(err)
	}
	var prepared []*planning.Plan
	c, err := o.newContender(t.Context(), "ifPSP", &prepared)
	if err != nil {
		t.Fatal(err)
	}
	defer c.close()
	for _, f := range o.Factors {
		setting := Setting{Rate: f, Tau: 0.25}
		tuned, err := c.at(t.Context(), setting, o.forTuning)
		if err != nil {
			t.Fatal(err)
		}
		defer tuned.Close()
		reported, err := c.at(t.Context(), setting, func(*experiment.Experiment) {})
		if err != nil {
			t.Fatal(err)
		}
		defer reported.Close()
		a, b := tuned.Experiment, reported.Experiment
		if a.Seed == b.Seed || a.Trials != 2 || b.Trials != 3 {
			t.Errorf("seeds %d and %d, %d and %d trials", a.Seed, b.Seed, a.Trials, b.Trials)
		}
		a.Seed, a.Trials = b.Seed, b.Trials
		if !reflect.DeepEqual(a, b) {
			t.Errorf("%+v is tuned for %+v", a, b)
		}
		if want := 10 / 251. * f; math.Abs(b.Rate.At(1)-want) > 1e-15 || b.Tau != 0.125 {
			t.Errorf("α_1 is %v, want %v; τ is %v", b.Rate.At(1), want, b.Tau)
		}
	}
}

// Networks whose neurons set their rate by themselves keep α = 1: what is tuned is the
// start of Ŷ, of which 1/Ŷ_0 is the rate, and the tables say so.
func TestTheStartIsTunedWhereTheRateIsOne(t *testing.T) {
	long.SkipShort(t)
	o := tiny("similarity-matching", "similarity-matching-off-diagonal", "foldiak")
	o.Experiment.Rate = circuit.DecayingRate(1, 100) // for those that have one
	o, err := o.withDefaults()
	if err != nil {
		t.Fatal(err)
	}
	for name, start := range map[string]float64{"similarity-matching": 10, "similarity-matching-off-diagonal": 20} {
		var prepared []*planning.Plan
		c, err := o.newContender(t.Context(), name, &prepared)
		if err != nil {
			t.Fatal(err)
		}
		defer c.close()
		for _, f := range o.Factors {
			for _, change := range []func(*experiment.Experiment){o.forTuning, func(*experiment.Experiment) {}} {
				p, err := c.at(t.Context(), Setting{Rate: f, Tau: 1}, change)
				if err != nil {
					t.Fatal(err)
				}
				defer p.Close()
				if e := p.Experiment; e.InitialM != start/f || e.Rate.String() != "1" || e.Tau != 1 {
					t.Errorf("%s × %v starts from %v, with α = %v and τ = %v", name, f, e.InitialM, e.Rate, e.Tau)
				}
			}
		}
	}
	r := run(t, o)
	row := r.Rows[0]
	if want := fmt.Sprintf("1/Ŷ from Ŷ_0 = %g (× %g)", 10/row.Setting.Rate, row.Setting.Rate); strings.TrimSuffix(r.rate(row), " *") != want {
		t.Errorf("the rate is %q, want %q", r.rate(row), want)
	}
	if row.Tuning[0].Error == row.Tuning[1].Error || row.Tuning[1].Error == row.Tuning[2].Error {
		t.Errorf("the start makes no difference: %v", row.Tuning)
	}
	if text := r.rate(r.Rows[2]); !strings.Contains(text, "/(100+t)") {
		t.Errorf("foldiak learns at %s", text)
	}
	if notes := strings.Join(r.notes(), "\n"); !strings.Contains(notes, "The tuning changes the start Ŷ_0 (initial_m)") || strings.Contains(notes, "unlearning") {
		t.Errorf("the notes do not say what is tuned: %s", notes)
	}
	r.Rows[0].Network = circuit.Linsker
	if notes := strings.Join(r.notes(), "\n"); !strings.Contains(notes, "linsker: the sweeps are those of learning") {
		t.Errorf("the notes do not say which sweeps are counted: %s", notes)
	}
}

// A folder holds what it says, and only the times are not the same the second time.
func TestWrite(t *testing.T) {
	o := tiny("ifPSW", "oja", "oja-subspace", "PSP")
	var folders []string
	for i := range 2 {
		o.Workers = i + 1
		folder := filepath.Join(t.TempDir(), "c")
		if _, err := RunIn(t.Context(), o, folder, false); err != nil {
			t.Fatal(err)
		}
		folders = append(folders, folder)
	}
	if err := outputFolder.Check(folders[0], true); err != nil {
		t.Errorf("it cannot be written over: %v", err)
	}
	entries, err := os.ReadDir(folders[0])
	if err != nil || len(entries) != 10 {
		t.Fatalf("%d files, %v", len(entries), err)
	}
	for _, e := range entries {
		a, err := os.ReadFile(filepath.Join(folders[0], e.Name()))
		if err != nil || len(a) == 0 {
			t.Fatalf("%s: %d bytes, %v", e.Name(), len(a), err)
		}
		b, err := os.ReadFile(filepath.Join(folders[1], e.Name()))
		if same := bytes.Equal(a, b); err != nil || !same && e.Name() != "networks-timing.csv" && e.Name() != "SHA256SUMS" {
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

// Networks that cannot be compared are an error before anything runs.
func TestOptions(t *testing.T) {
	for want, change := range map[string]func(*Options){
		"did you mean sanger?": func(o *Options) { o.Networks = []string{"sangre"} },
		"lists oja twice":      func(o *Options) { o.Networks = []string{"oja", "oja"} },
		"positive":             func(o *Options) { o.Factors = []float64{-1} },
		"choose subspace":      func(o *Options) { o.Criterion = "E_Pro" },
		"did you mean tau?":    func(o *Options) { o.Tune = []string{"rate", "taw"} },
		"lists rate twice":     func(o *Options) { o.Tune = []string{"rate", "rate"} },
		"add rate to --tune":   func(o *Options) { o.Tune = []string{"tau"} },
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
		t.Error("a benchmark that is interrupted has a result")
	}
}

// Networks that find clusters are tuned and measured by what they find: purity, as on a run.
func TestNetworksOfOtherFindings(t *testing.T) {
	long.SkipShort(t)
	e := experiment.New()
	e.Steps, e.Trials = 400, 2
	o := Options{Networks: []string{"nsm", "ei"}, Experiment: e, Factors: []float64{0.5, 1}, TuningTrials: 1, Workers: 1}
	r, err := Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if r.Stimuli != "stimuli in 3 clusters" || r.principal() {
		t.Errorf("the stimuli are %s; of principal components: %v", r.Stimuli, r.principal())
	}
	for _, row := range r.Rows {
		p := row.found("purity")
		if !(p.Median > 0.5 && p.High <= 1) || !math.IsNaN(row.found("whiteness").Median) {
			t.Errorf("%s: purity %v, whiteness %v", row.Network.Name, p, row.found("whiteness"))
		}
		for _, tried := range row.Tuning {
			if !(tried.Error >= 0 && tried.Error < 1) {
				t.Errorf("%s at %v: distance from the best purity %v", row.Network.Name, tried.Setting, tried.Error)
			}
		}
	}
	o.Networks = []string{"nsm", "bio-sfa"}
	if _, err := Run(t.Context(), o); err == nil || !strings.Contains(err.Error(), "say which stimuli all of them see") {
		t.Errorf("networks that look for different things on stimuli of none: %v", err)
	}
	o.Experiment.Stimulus = experiment.Stimulus{Clusters: 3, Inputs: 6}
	o.Experiment.Outputs, o.Experiment.Steps = 2, 100
	if r, err = Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	if sfa := r.Rows[1]; len(sfa.Absent) == 0 || !strings.Contains(sfa.Absent[0], "no slow angle: the stimuli are not a process") {
		t.Errorf("bio-sfa on clusters: absent are %q", sfa.Absent)
	}
}

// Circuits without lateral synapses have no ‖M_o‖/‖M‖, and those that do not settle no sweeps: their
// cells are empty, not 0, which would say that all was pruned.
func TestWhatACircuitDoesNotHaveIsEmpty(t *testing.T) {
	r := run(t, tiny("ifPSP", "oja", "sanger", "foldiak"))
	rows, err := csv.NewReader(bytes.NewReader(r.CSV())).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows[1:] {
		for column, has := range map[string]bool{
			"lateral_ratio": row[0] == "ifPSP" || row[0] == "foldiak", "lateral_ratio_q25": row[0] == "ifPSP" || row[0] == "foldiak",
			"sweeps": row[0] == "foldiak", "unsettled": row[0] == "foldiak",
		} {
			if cell := row[slices.Index(rows[0], column)]; (cell != "") != has {
				t.Errorf("%s of %s is %q", column, row[0], cell)
			}
		}
	}
}
