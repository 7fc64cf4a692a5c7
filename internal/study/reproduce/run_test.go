package reproduce

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"twophase/circuit"
	"twophase/circuit/theory"
	"twophase/internal/experiment"
	"twophase/internal/files/interrupt"
	"twophase/internal/run/engine"
	"twophase/internal/run/planning"
	"twophase/internal/testkit/long"
)

// A trial of an online study is the trial of twophase run with the same seed.
func TestEntryEqualsRun(t *testing.T) {
	long.SkipShort(t)
	const trials, limit = 2, 1000
	d := repetitionsOf([]part{{online: bothProblems}}, limit)
	if err := runTrials(context.Background(), d.online, Options{Trials: trials, Seed: 7, Workers: 1, Progress: planning.Silent{}}); err != nil {
		t.Fatal(err)
	}
	for _, s := range d.online {
		for i, network := range networks() {
			plan, err := planning.Resolve(context.Background(), experiment.Experiment{
				Network: network.Name, Stimulus: experiment.Stimulus{Problem: s.problem.Name},
				Steps: limit, Trials: trials, Seed: 7, Reference: true, Record: []string{"scale@1000"},
			})
			if err != nil {
				t.Fatal(err)
			}
			defer plan.Close()
			summary, err := engine.Run(context.Background(), plan, planning.RunOptions{Out: filepath.Join(t.TempDir(), "run"), Workers: 1})
			if err != nil {
				t.Fatal(err)
			}
			for trial, r := range summary.Results {
				got := s.outcomes[trial].errors[i]
				if want := float64(r.Measures.Error); got[len(got)-1] != want {
					t.Errorf("%s on the %s problem, trial %d: E_Pro %v, but a run has %v", network.Name, s.problem.Name, trial, got[len(got)-1], want)
				}
			}
		}
	}
}

// A trial of an offline study is the flow with the paper's α = 0.1 from the
// initial weights of twophase run.
func TestOfflineIsTheFlow(t *testing.T) {
	s := repeatedOffline(problems()[0], 1000)
	got, err := offlineTrial(t.Context(), s, 7, 3)
	if err != nil {
		t.Fatal(err)
	}
	for i, network := range networks() {
		c, err := circuit.New(circuit.Spec{Network: network, Inputs: 10, Gains: []float64{1, 0.85, 0.7}, Rate: circuit.ConstantRate(1), Seed: 7, Trial: 3})
		if err != nil {
			t.Fatal(err)
		}
		flow, err := theory.NewFlow(theory.FlowSpec{
			Network: network, Spectrum: []float64{1, 0.75, 0.5, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2}, Gains: []float64{1, 0.85, 0.7},
			Rate: 0.1, InitialWeights: c.Forward().Weights(),
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := flow.Run(100); err != nil {
			t.Fatal(err)
		}
		at := slices.Index(s.steps, 100)
		if want := flow.Error(); math.Abs(got.errors[i][at]-want) > 1e-12*want {
			t.Errorf("%s: E_Pro after 100 iterations is %v, the flow's %v", network.Name, got.errors[i][at], want)
		}
	}
}

// The same seed writes the same bytes with one worker and with two, and another
// seed others. By default the other seed makes only what is cheap.
func TestSameBytes(t *testing.T) {
	trials := long.Or(2, 3)
	one := filesOf(t, Options{Trials: trials, MaxSteps: 1000, Seed: 1, Workers: 1})
	two := filesOf(t, Options{Trials: trials, MaxSteps: 1000, Seed: 1, Workers: 2})
	other := filesOf(t, Options{Trials: trials, MaxSteps: 1000, Seed: 2, Workers: 2, Parts: long.Or([]string{"table1", "table2", "figure2"}, nil)})
	names := []string{
		"manifest.json", "reproduction.md", "table1.csv", "table1.md", "table2.csv", "table2.md",
		"figure2.csv", "figure2.md", "figure2.svg", "figure2.png", "stability.csv", "stability.md",
	}
	for _, name := range names {
		if one[name] == "" || one[name] != two[name] {
			t.Errorf("%s differs between one worker and two", name)
		}
		if !strings.HasPrefix(name, "stability") && one[name] == other[name] {
			t.Errorf("%s does not depend on the seed", name)
		}
		delete(one, name)
	}
	delete(one, "SHA256SUMS")
	if len(one) > 0 {
		t.Errorf("files that are not expected: %d", len(one))
	}
}

// filesOf reproduces everything and returns what is written.
func filesOf(t *testing.T, o Options) map[string]string {
	t.Helper()
	o.Out = filepath.Join(t.TempDir(), "out")
	if _, err := Run(context.Background(), o); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(o.Out)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, e := range entries {
		content, err := os.ReadFile(filepath.Join(o.Out, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		files[e.Name()] = string(content)
	}
	if err := outputFolder.Check(o.Out, true); err != nil {
		t.Errorf("it cannot be written over: %v", err)
	}
	return files
}

// One run of every trial serves all parts: what is asked for beside it does not
// change a table.
func TestPartsDoNotDependOnOneAnother(t *testing.T) {
	few := []string{"table1", "table2", "figure2"}
	o := Options{Trials: 2, MaxSteps: 1000, Seed: 1, Workers: 2, Parts: long.Or(few, nil)}
	whole := filesOf(t, o)
	for _, name := range few {
		o.Parts = []string{name}
		alone := filesOf(t, o)
		if alone[name+".csv"] != whole[name+".csv"] {
			t.Errorf("%s alone is not what it is among all", name)
		}
		if len(alone) > 7 {
			t.Errorf("%s alone writes %d files", name, len(alone))
		}
	}
}

// What scripts read.
func TestCSV(t *testing.T) {
	files := filesOf(t, Options{Trials: 2, MaxSteps: 1000, Seed: 1, Parts: []string{"table1", "table2"}})
	const header = "network,N,K,T,median,q25,q75,paper,floor,verdict\n"
	for name, rows := range map[string]int{"table1.csv": 2 * 6, "table2.csv": 2 * 6 * 2} {
		if !strings.HasPrefix(files[name], header) {
			t.Errorf("%s begins with %.60q", name, files[name])
		}
		if got := strings.Count(files[name], "\n") - 1; got != rows {
			t.Errorf("%s has %d rows, want %d", name, got, rows)
		}
	}
	if want := "\nPSW,100,10,1000,"; !strings.Contains(files["table1.csv"], want) {
		t.Errorf("table1.csv has no row %q", want)
	}
	if want := regexp.MustCompile(`\ncascadePSW,100,10,1000,[^,]+,[^,]+,[^,]+,,2\.67[^,]*,not in the paper\n`); !want.MatchString(files["table1.csv"]) {
		t.Errorf("table1.csv has no row of a cascade, with an empty entry of the paper:\n%s", files["table1.csv"])
	}
	if !strings.Contains(files["table1.csv"], ",1.9e+00,2.67") {
		t.Errorf("table1.csv has no entry 1.9 of the paper with the floor of batch PCA:\n%s", files["table1.csv"])
	}
}

func TestNothingHalfDone(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Run(ctx, Options{Trials: 2, MaxSteps: 1000, Out: out}); !errors.Is(err, interrupt.ErrInterrupted) {
		t.Errorf("error %v", err)
	}
	if entries, err := os.ReadDir(filepath.Dir(out)); err != nil || len(entries) > 0 {
		t.Errorf("%v is left, %v", entries, err)
	}
	for _, bad := range []Options{{Trials: 0}, {Trials: maxTrials + 1}, {Trials: 1, Parts: []string{"table3"}}, {Trials: 1, MaxSteps: 50}} {
		bad.Out = out
		if _, err := Run(context.Background(), bad); err == nil {
			t.Errorf("%+v is accepted", bad)
		}
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("a folder is left")
	}
}

// A failing trial is named.
func TestFailure(t *testing.T) {
	s := &repetition{problem: problems()[0], run: func(_ context.Context, _ *repetition, _, trial uint64) (outcome, error) {
		if trial == 2 {
			return outcome{}, fmt.Errorf("diverged")
		}
		return outcome{}, nil
	}}
	err := runTrials(context.Background(), []*repetition{s}, Options{Trials: 4, Workers: 1, Progress: planning.Silent{}})
	if err == nil || err.Error() != "trial 2: diverged" {
		t.Errorf("error %v", err)
	}
}
