package engine

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"twophase/circuit"
	"twophase/internal/experiment"
	"twophase/internal/measure"
	"twophase/internal/run/monitor"
	"twophase/internal/run/planning"
	"twophase/internal/text/wording"
	"twophase/internal/traces/result"
)

// runIn runs a short experiment into a folder of its own.
func runIn(t *testing.T, e experiment.Experiment, o planning.RunOptions) (*result.Summary, error) {
	t.Helper()
	s, _, err := tryIn(t, e, o)
	return s, err
}

// findIn is runIn for what each trial of a run finds.
func findIn(t *testing.T, e experiment.Experiment, o planning.RunOptions) []*monitor.Finding {
	t.Helper()
	_, findings, err := tryIn(t, e, o)
	if err != nil {
		t.Fatal(err)
	}
	return findings
}

func tryIn(t *testing.T, e experiment.Experiment, o planning.RunOptions) (*result.Summary, []*monitor.Finding, error) {
	t.Helper()
	e.Reference = true
	plan, err := planning.Resolve(context.Background(), e)
	if err != nil {
		t.Fatal(err)
	}
	defer plan.Close()
	if o.Out == "" {
		o.Out = filepath.Join(t.TempDir(), "run")
	}
	return find(context.Background(), plan, o)
}

// The manifest holds the whole experiment: read back and resolved again, it is
// the same one, with the same name.
func TestManifestRepeatsTheRun(t *testing.T) {
	settled := experiment.Experiment{
		Network: "PSW", Settle: &experiment.Settle{Method: "euler", Sweeps: 7},
		Stimulus: experiment.Stimulus{Spectrum: []float64{1, 0.5, 0.1}, Inputs: 6},
		Outputs:  2, Lambda: experiment.Lambda{Values: []float64{1, 0.9}}, Tau: 0.75, Rate: circuit.DecayingRate(1, 200),
		InitialM: 2, InitialW: 0.5, Steps: 300, Trials: 2, Seed: 9, Record: []string{"lateral@7"}, Parts: []string{"all"},
	}
	for name, e := range map[string]experiment.Experiment{"defaults": {Steps: 100}, "everything": settled} {
		t.Run(name, func(t *testing.T) {
			read := func(folder string) (m result.Manifest) {
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
			if _, err := runIn(t, e, planning.RunOptions{Out: first}); err != nil {
				t.Fatal(err)
			}
			if _, err := runIn(t, read(first).Experiment, planning.RunOptions{Out: again}); err != nil {
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
	base := experiment.Experiment{Network: "ifPSP", Steps: 10, Executor: "compiled"}
	id := func(e experiment.Experiment, files ...experiment.InputFile) string {
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
	if id(base, experiment.InputFile{Path: "a", SHA256: "00"}) == id(base, experiment.InputFile{Path: "a", SHA256: "01"}) {
		t.Error("what a file holds does not change the name")
	}
}

// A circuit in the lateral state is reported with what helps, unless it solves
// exactly and has nothing to approximate.
func TestUnhealthyTwoPhasesAreReported(t *testing.T) {
	trapped := measure.Measures{SettlingError: 0.7, SpectralRadius: 1.2}
	for _, test := range []struct {
		network  circuit.Network
		measures []measure.Measures
		want     string
	}{
		{circuit.IfPSP, []measure.Measures{trapped}, "the exact network (--network PSP)"},
		{circuit.IfPSW, []measure.Measures{trapped}, "the exact network (--network PSW)"},
		{circuit.IfPSP, []measure.Measures{{SettlingError: 0.01, SpectralRadius: 0.2}, trapped}, "in 1 of 2 trials, "},
		{circuit.IfPSP, []measure.Measures{{SettlingError: 0.01, SpectralRadius: 1}}, "spectral radius of M_d⁻¹M_o exactly 1"},
		{circuit.IfPSP, []measure.Measures{{SettlingError: 0.2, SpectralRadius: 0.5}}, "relative settling error 0.2"},
		{circuit.IfPSP, []measure.Measures{{SettlingError: wording.NaN, SpectralRadius: 1.5}}, "how far the outputs are from the settled ones is not known: spectral radius of M_d⁻¹M_o 1.5 ("},
		{circuit.IfPSP, []measure.Measures{{SettlingError: wording.NaN, SpectralRadius: 0.5}}, ""}, // 0/0: Measures.NotKnown says so
		{circuit.IfPSP, []measure.Measures{{SettlingError: 0.01, SpectralRadius: 0.2}}, ""},
		{circuit.PSP, []measure.Measures{trapped}, ""},
	} {
		s := &result.Summary{Trials: len(test.measures)}
		var results []*result.Result
		for _, m := range test.measures {
			results = append(results, &result.Result{Measures: m, Exact: test.network.SolvesExactly()})
		}
		s.Warn(result.Setting{Network: test.network, Rate: circuit.DecayingRate(10, 250), Steps: 1000}, results)
		if got := strings.Join(s.Warnings, "; "); (test.want == "") != (got == "") || !strings.Contains(got, test.want) {
			t.Errorf("%s %v: warned %q, want %q", test.network.Name, test.measures, got, test.want)
		}
	}
}

// Settling that a budget cuts short is reported as a share of the stimuli.
func TestUnsettledStimuliAreReported(t *testing.T) {
	s, err := runIn(t, experiment.Experiment{
		Network: "PSP", Settle: &experiment.Settle{Method: "jacobi", Sweeps: 2, Tolerance: 1e-12}, Steps: 500,
	}, planning.RunOptions{})
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

// A failure in the middle leaves nothing behind; a divergence keeps its traces.
func TestFailedRunsLeaveNothingFinished(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "run")
	_, err := runIn(t, experiment.Experiment{Steps: 10, Rate: circuit.ConstantRate(0.9)}, planning.RunOptions{Out: folder})
	var diverged *circuit.Divergence
	if !errors.As(err, &diverged) || !strings.Contains(err.Error(), folder+".partial") {
		t.Fatalf("error %v", err)
	}
	if onDisk(folder) || !onDisk(filepath.Join(folder+".partial", "traces-0000-00000.parquet")) {
		t.Error("a diverged run must be kept as .partial")
	}

	// An eigenvalue that occurs twice is found when the trial starts.
	folder = filepath.Join(t.TempDir(), "run")
	_, err = runIn(t, experiment.Experiment{Stimulus: experiment.Stimulus{Spectrum: []float64{1, 1, 0.5}}, Outputs: 1, Steps: 10}, planning.RunOptions{Out: folder})
	if err == nil || onDisk(folder) || onDisk(folder+".partial") {
		t.Errorf("error %v; the folder must be gone", err)
	}
}

// Every trial's weights are the same whether it runs alone or among others.
func TestTrialsDoNotDependOnOneAnother(t *testing.T) {
	one := findIn(t, experiment.Experiment{Steps: 200}, planning.RunOptions{})
	three := findIn(t, experiment.Experiment{Steps: 200, Trials: 3}, planning.RunOptions{Workers: 2})
	if diff := cmp.Diff(one[0].Weights, three[0].Weights); diff != "" {
		t.Error(diff)
	}
	if cmp.Equal(three[0].Weights, three[1].Weights) {
		t.Error("two trials are the same")
	}
}

// Stimuli that another processor prepares are the same, to the last one of a file.
func TestPrefetchingChangesNothing(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	golden := filepath.Join("..", "..", "..", "testdata", "golden", "n10k3")
	stimuli := experiment.Stimulus{File: filepath.Join(golden, "stimulus.csv"), Epochs: 2, Center: true}
	shuffled := stimuli
	shuffled.Shuffle = true
	for _, e := range []experiment.Experiment{
		{Steps: 500},
		{Stimulus: stimuli, InitialWeights: filepath.Join(golden, "W0.csv")},
		{Stimulus: shuffled, InitialWeights: filepath.Join(golden, "W0.csv")},
	} {
		alone, ahead := findIn(t, e, planning.RunOptions{Workers: 1}), findIn(t, e, planning.RunOptions{Workers: 2})
		if diff := cmp.Diff(alone[0].Weights, ahead[0].Weights); diff != "" {
			t.Errorf("stimuli %+v: %s", e.Stimulus, diff)
		}
	}
}

// Every trial has an order of its own to shuffle a file into.
func TestTrialsShuffleDifferently(t *testing.T) {
	golden := filepath.Join("..", "..", "..", "testdata", "golden", "n10k3")
	e := experiment.Experiment{
		Stimulus:       experiment.Stimulus{File: filepath.Join(golden, "stimulus.csv"), Epochs: 1},
		InitialWeights: filepath.Join(golden, "W0.csv"), Trials: 2,
	}
	for _, shuffle := range []bool{false, true} {
		e.Stimulus.Shuffle = shuffle
		found := findIn(t, e, planning.RunOptions{})
		if same := cmp.Equal(found[0].Weights, found[1].Weights); same == shuffle {
			t.Errorf("shuffled %t: two trials from the same weights end the same: %t", shuffle, same)
		}
	}
}
