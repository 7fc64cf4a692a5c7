package experiment

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"twophase/circuit"
)

// runIn runs a short experiment into a folder of its own.
func runIn(t *testing.T, e Experiment, o RunOptions) (*Summary, error) {
	t.Helper()
	e.Reference = true
	plan, err := Resolve(e)
	if err != nil {
		t.Fatal(err)
	}
	defer plan.Close()
	if o.Out == "" {
		o.Out = filepath.Join(t.TempDir(), "run")
	}
	return plan.Run(context.Background(), o)
}

// The manifest holds the whole experiment: read back and resolved again, it is
// the same one, with the same name.
func TestManifestRepeatsTheRun(t *testing.T) {
	settled := Experiment{
		Network: "PSW", Settle: &Settle{Method: "euler", Sweeps: 7},
		Stimulus: Stimulus{Spectrum: []float64{1, 0.5, 0.1}, Inputs: 6},
		Outputs:  2, Lambda: Lambda{Values: []float64{1, 0.9}}, Tau: 0.75, Rate: circuit.DecayingRate(1, 200),
		InitialM: 2, InitialW: 0.5, Steps: 300, Trials: 2, Seed: 9, Record: []string{"lateral@7"}, Parts: []string{"all"},
	}
	for name, e := range map[string]Experiment{"defaults": {Steps: 100}, "everything": settled} {
		t.Run(name, func(t *testing.T) {
			read := func(folder string) (m Manifest) {
				text, err := os.ReadFile(filepath.Join(folder, "manifest.json"))
				if err != nil {
					t.Fatal(err)
				}
				if err := json.Unmarshal(text, &m); err != nil {
					t.Fatal(err)
				}
				return m
			}
			first, again := filepath.Join(t.TempDir(), "first"), filepath.Join(t.TempDir(), "again")
			if _, err := runIn(t, e, RunOptions{Out: first}); err != nil {
				t.Fatal(err)
			}
			if _, err := runIn(t, read(first).Experiment, RunOptions{Out: again}); err != nil {
				t.Fatal(err)
			}
			for _, file := range []string{"manifest.json", "weights.npz", "traces-0000-00000.parquet", "traces.svg"} {
				a, err := os.ReadFile(filepath.Join(first, file))
				if err != nil {
					t.Fatal(err)
				}
				b, err := os.ReadFile(filepath.Join(again, file))
				if err != nil {
					t.Fatal(err)
				}
				if string(a) != string(b) {
					t.Errorf("%s differs in the repeated run", file)
				}
			}
		})
	}
}

// The run's name depends on what decides its results and on nothing else.
func TestID(t *testing.T) {
	base := Experiment{Network: "ifPSP", Steps: 10, Executor: "compiled"}
	id := func(e Experiment, files ...InputFile) string {
		text, err := e.ID(files)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	literal, seeded := base, base
	literal.Executor, seeded.Seed = "literal", 2
	if id(base) != id(literal) {
		t.Error("the executor changes the name")
	}
	if id(base) == id(seeded) {
		t.Error("the seed does not change the name")
	}
	if id(base, InputFile{"a", "00"}) == id(base, InputFile{"a", "01"}) {
		t.Error("what a file holds does not change the name")
	}
}

// A circuit in the lateral state is reported with what helps, unless it solves
// exactly and has nothing to approximate.
func TestUnhealthyTwoPhasesAreReported(t *testing.T) {
	trapped := Measures{SettlingError: 0.7, SpectralRadius: 1.2}
	for _, test := range []struct {
		network  circuit.Network
		measures []Measures
		want     string
	}{
		{circuit.IfPSP, []Measures{trapped}, "exact twin (--network PSP)"},
		{circuit.IfPSW, []Measures{trapped}, "exact twin (--network PSW)"},
		{circuit.IfPSP, []Measures{{SettlingError: 0.01, SpectralRadius: 0.2}, trapped}, "in 1 of 2 trials, "},
		{circuit.IfPSP, []Measures{{SettlingError: 0.01, SpectralRadius: 1}}, "spectral radius of M_d⁻¹M_o 1"},
		{circuit.IfPSP, []Measures{{SettlingError: 0.2, SpectralRadius: 0.5}}, "relative settling error 0.2"},
		{circuit.IfPSP, []Measures{{SettlingError: nan, SpectralRadius: 0.5}}, "far from the settled ones"},
		{circuit.IfPSP, []Measures{{SettlingError: 0.01, SpectralRadius: 0.2}}, ""},
		{circuit.PSP, []Measures{trapped}, ""},
	} {
		s := &Summary{Trials: len(test.measures)}
		var results []*Result
		for _, m := range test.measures {
			results = append(results, &Result{Measures: m, Exact: test.network.SolvesExactly()})
		}
		s.warn(test.network, results)
		if got := strings.Join(s.Warnings, "; "); (test.want == "") != (got == "") || !strings.Contains(got, test.want) {
			t.Errorf("%s %v: warned %q, want %q", test.network.Name, test.measures, got, test.want)
		}
	}
}

// Settling that a budget cuts short is reported as a share of the stimuli.
func TestUnsettledStimuliAreReported(t *testing.T) {
	s, err := runIn(t, Experiment{
		Network: "PSP", Settle: &Settle{Method: "jacobi", Sweeps: 2, Tolerance: 1e-12}, Steps: 500,
	}, RunOptions{})
	if err != nil {
		t.Fatal(err)
	}
	r := s.Results[0]
	if r.MeanSweeps != 2 || !(r.Unsettled > 0.9) {
		t.Errorf("%v sweeps, %v unsettled", r.MeanSweeps, r.Unsettled)
	}
	if len(s.Warnings) != 1 || !strings.Contains(s.Warnings[0], "did not settle") {
		t.Errorf("warnings %q", s.Warnings)
	}
}

func exists(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}

// A failure in the middle leaves nothing behind; a divergence keeps its traces.
func TestFailedRunsLeaveNothingFinished(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "run")
	_, err := runIn(t, Experiment{Steps: 10, Rate: circuit.ConstantRate(0.9)}, RunOptions{Out: folder})
	var diverged *circuit.Divergence
	if !errors.As(err, &diverged) || !strings.Contains(err.Error(), folder+".partial") {
		t.Fatalf("error %v", err)
	}
	if exists(folder) || !exists(filepath.Join(folder+".partial", "traces-0000-00000.parquet")) {
		t.Error("a diverged run must be kept as .partial")
	}

	// An eigenvalue that occurs twice is found when the trial starts.
	folder = filepath.Join(t.TempDir(), "run")
	_, err = runIn(t, Experiment{Stimulus: Stimulus{Spectrum: []float64{1, 1, 0.5}}, Outputs: 1, Steps: 10}, RunOptions{Out: folder})
	if err == nil || exists(folder) || exists(folder+".partial") {
		t.Errorf("error %v; the folder must be gone", err)
	}
}

// Every trial's weights are the same whether it runs alone or among others.
func TestTrialsDoNotDependOnOneAnother(t *testing.T) {
	one, err := runIn(t, Experiment{Steps: 200}, RunOptions{})
	if err != nil {
		t.Fatal(err)
	}
	three, err := runIn(t, Experiment{Steps: 200, Trials: 3}, RunOptions{Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(one.Results[0].weights, three.Results[0].weights); diff != "" {
		t.Error(diff)
	}
	if cmp.Equal(three.Results[0].weights, three.Results[1].weights) {
		t.Error("two trials are the same")
	}
}

// Stimuli that another processor prepares are the same, to the last one of a file.
func TestPrefetchingChangesNothing(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	golden := filepath.Join("..", "..", "testdata", "golden", "n10k3")
	stimuli := Stimulus{File: filepath.Join(golden, "stimulus.csv"), Epochs: 2, Center: true}
	shuffled := stimuli
	shuffled.Shuffle = true
	for _, e := range []Experiment{
		{Steps: 500},
		{Stimulus: stimuli, InitialWeights: filepath.Join(golden, "W0.csv")},
		{Stimulus: shuffled, InitialWeights: filepath.Join(golden, "W0.csv")},
	} {
		alone, err := runIn(t, e, RunOptions{Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		ahead, err := runIn(t, e, RunOptions{Workers: 2})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(alone.Results[0].weights, ahead.Results[0].weights); diff != "" {
			t.Errorf("stimuli %+v: %s", e.Stimulus, diff)
		}
	}
}

// Every trial has an order of its own to shuffle a file into.
func TestTrialsShuffleDifferently(t *testing.T) {
	golden := filepath.Join("..", "..", "testdata", "golden", "n10k3")
	e := Experiment{
		Stimulus:       Stimulus{File: filepath.Join(golden, "stimulus.csv"), Epochs: 1},
		InitialWeights: filepath.Join(golden, "W0.csv"), Trials: 2,
	}
	for _, shuffle := range []bool{false, true} {
		e.Stimulus.Shuffle = shuffle
		s, err := runIn(t, e, RunOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if same := cmp.Equal(s.Results[0].weights, s.Results[1].weights); same == shuffle {
			t.Errorf("shuffled %t: two trials from the same weights end the same: %t", shuffle, same)
		}
	}
}

func TestLambda(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := Lambda{Linear: rapid.Bool().Draw(t, "linear")}
		n := 2
		if !l.Linear {
			n = rapid.IntRange(1, 6).Draw(t, "n")
		}
		for range n {
			l.Values = append(l.Values, rapid.Float64().Draw(t, "value"))
		}
		back, err := ParseLambda(l.String())
		if err != nil || !cmp.Equal(l, back) {
			t.Fatalf("%v is read back as %v, %v", l, back, err)
		}
	})
	small, err := ParseLambda("1:0.7")
	if err != nil {
		t.Fatal(err)
	}
	if got, err := small.Gains(3); err != nil || !cmp.Equal(got, []float64{1, 0.85, 0.7}) {
		t.Errorf("1:0.7 over three outputs is %v, %v", got, err)
	}
	listed := Lambda{Values: []float64{1, 0.5}}
	if _, err := listed.Gains(3); err == nil {
		t.Error("two gains for three outputs")
	}
}

func FuzzParseLambda(f *testing.F) {
	for _, seed := range []string{"1,0.85,0.7", "1:0.7", "", ":", "1:", "1,,2", "1:2:3", "nan,inf"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		l, err := ParseLambda(text)
		if err != nil {
			return
		}
		if _, err := ParseLambda(l.String()); err != nil {
			t.Errorf("%q is read as %v, which is not read: %v", text, l, err)
		}
	})
}

func TestNumber(t *testing.T) {
	for n, want := range map[Number][2]string{
		1.23456:              {"1.23", "1.23456"},
		0.000123456:          {"1.23e-04", "0.000123456"},
		0:                    {"0", "0"},
		Number(math.Inf(1)):  {"–", "null"},
		Number(math.Inf(-1)): {"–", "null"},
		nan:                  {"–", "null"},
	} {
		text, err := json.Marshal(n)
		if err != nil || n.String() != want[0] || string(text) != want[1] {
			t.Errorf("%v prints %q and marshals %q, %v", float64(n), n, text, err)
		}
	}
}

// The weights of a circuit too large for the default budget are recorded at
// the first and the last step at least, those of a small one more often.
func TestDefaultRecording(t *testing.T) {
	for _, test := range []struct {
		inputs, outputs, steps int
		want                   string
	}{{10, 3, 1000, "weights"}, {10, 3, 1_000_000, "weights@50"}, {3000, 400, 1000, "weights@1000"}} {
		p := &Plan{Experiment: Experiment{Outputs: test.outputs, Steps: test.steps, Trials: 4}, spec: circuit.Spec{Inputs: test.inputs}}
		if err := p.recordAll(); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(p.Experiment.Record, " "); got != test.want {
			t.Errorf("%d×%d over %d steps: %s, want %s", test.inputs, test.outputs, test.steps, got, test.want)
		}
	}
}
