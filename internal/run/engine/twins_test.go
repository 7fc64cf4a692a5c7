package engine

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"twophase/circuit"
	"twophase/internal/experiment"
	"twophase/internal/files/folder"
	"twophase/internal/measure/report"
	"twophase/internal/run/planning"
	"twophase/internal/run/training"
	"twophase/internal/testkit/long"
)

// runTwins runs variants of an experiment side by side in a folder.
func runTwins(t testing.TB, out string, fork int, all ...experiment.NamedExperiment) (*Twins, error) {
	t.Helper()
	var variants []Variant
	for _, v := range all {
		p, err := planning.Resolve(context.Background(), v.Experiment)
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		variants = append(variants, Variant{Name: v.Name, Plan: p})
	}
	var twins *Twins
	err := RunTwins(t.Context(), variants, fork, planning.RunOptions{Out: out}, report.Layout{}, func(found *Twins, _ *folder.Folder, _ report.Layout) error {
		twins = found
		return nil
	})
	return twins, err
}

// at returns an intervention after a step.
func at(step int, i experiment.Intervention) experiment.Intervention {
	i.At = &step
	return i
}

// sameFolders fails unless two run folders hold the same bytes of weights and traces.
func sameFolders(t *testing.T, a, b string) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(a, "*"))
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for _, name := range names {
		base := filepath.Base(name)
		if base != "weights.npz" && !strings.HasPrefix(base, "traces-") && !strings.HasPrefix(base, "events-") {
			continue
		}
		compared++
		want, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(filepath.Join(b, base))
		if err != nil {
			t.Error(err)
		} else if !bytes.Equal(want, got) {
			t.Errorf("%s and %s differ", name, filepath.Join(b, base))
		}
	}
	if compared < 2 {
		t.Errorf("%s holds %v: nothing to compare", a, names)
	}
}

// Variants that run side by side write what each writes alone.
func TestTwinsEqualSingleRuns(t *testing.T) {
	base := experiment.Experiment{Steps: 9000, Trials: long.Or(2, 3), Seed: 3, Reference: true}
	lesioned, drifting, recurrent := base, base, base
	lesioned.Interventions = []experiment.Intervention{at(5000, experiment.Intervention{Lesion: "outputs[1]"})}
	rate := 0.01
	drifting.Interventions = []experiment.Intervention{at(100, experiment.Intervention{Stimulus: &experiment.StimulusChange{Drift: &rate}})}
	recurrent.Network, recurrent.Settle = "PSP", &experiment.Settle{Method: "gauss-seidel", Sweeps: 3}
	twinsEqualSingleRuns(t, []experiment.NamedExperiment{{Name: "base", Experiment: base}, {Name: "lesioned", Experiment: lesioned}, {Name: "drifting", Experiment: drifting}, {Name: "recurrent", Experiment: recurrent}}, []int{0, 5001, 101, 2})
}

// ownCircuit is a circuit in a file, of three populations, with drawn and tied synapses and a
// rule of its own, and its variants.
const ownCircuit = `
circuit:
  name: mine
  populations: {x: {input: true}, y: {scale: PSP, mean: {window: 20}}, n: {size: K+1}}
  projections:
    W: {from: x, to: y, wiring: {random: 0.7}, rule: {post: {drive: "y - 0.1*mean", decay: 1}, pre: {drive: x, decay: 1}}}
    P: {from: n, to: y, sign: subtracts, wiring: {random: 0.8}, rate: alpha/tau, rule: {post: {drive: y, decay: 1}, pre: {drive: n, decay: 1}}}
    PT: {from: y, to: n, tied: P}
  schedule: [{equilibrate: [y, n]}, average, plasticity]
  gains: free
stimulus: {problem: small}
steps: 400
trials: 3
record: [W@50, y.scale@50]
compare:
  lesioned: {interventions: [{at: 100, lesion: "n[0-1]"}]}
  scaled: {interventions: [{at: 200, multiply: y.scale, by: 1.5}]}
  gains: {interventions: [{at: 300, lambda: [1, 0.5, 0.25]}]}
  tighter: {circuit.projections.P.rate: 2*alpha/tau}
`

// So do variants of a circuit in a file.
func TestTwinsOfACircuitEqualSingleRuns(t *testing.T) {
	doc, err := experiment.Parse("mine.yaml", []byte(ownCircuit))
	if err != nil {
		t.Fatal(err)
	}
	variants := append([]experiment.NamedExperiment{{Name: "base", Experiment: doc.Experiment}}, doc.Variants...)
	// The scales change after the step that names them, and gains act on them in the next one.
	twinsEqualSingleRuns(t, variants, []int{0, 101, 200, 301, 2})
}

// twinsEqualSingleRuns fails unless each variant writes as a twin what it writes alone, and
// differs from the first one from the given step on.
func twinsEqualSingleRuns(t *testing.T, variants []experiment.NamedExperiment, differ []int) {
	t.Helper()
	out := filepath.Join(t.TempDir(), "twins")
	twins, err := runTwins(t, out, 0, variants...)
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range variants {
		alone := filepath.Join(t.TempDir(), v.Name)
		s, err := runIn(t, v.Experiment, planning.RunOptions{Out: alone})
		if err != nil {
			t.Fatal(err)
		}
		sameFolders(t, alone, filepath.Join(out, v.Name))
		for trial, r := range s.Results {
			if twin := twins.Variants[i].Results[trial]; fmt.Sprint(r.Measures) != fmt.Sprint(twin.Measures) {
				t.Errorf("%s, trial %d: %v alone, %v as a twin", v.Name, trial, r.Measures, twin.Measures)
			}
		}
	}
	for i, want := range differ {
		for trial, differ := range twins.Variants[i].Differ {
			if differ != want {
				t.Errorf("%s, trial %d: differs from step %d on, want %d", variants[i].Name, trial, differ, want)
			}
		}
	}
}

// The step from which on twins differ is the one at which their circuits, stepped
// side by side, do.
func TestTwinsDifferWhereTheirCircuitsDo(t *testing.T) {
	long.Draws(t, 10)
	root := t.TempDir()
	rapid.Check(t, func(rt *rapid.T) {
		base := experiment.Experiment{Steps: rapid.IntRange(2, 9000).Draw(rt, "steps"), Trials: rapid.IntRange(1, 3).Draw(rt, "trials"), Seed: rapid.Uint64Range(1, 5).Draw(rt, "seed")}
		other := base
		factor := rapid.SampledFrom([]float64{1, 1 + 0x1p-52, 0.5}).Draw(rt, "factor")
		when := rapid.IntRange(1, base.Steps).Draw(rt, "step")
		other.Interventions = []experiment.Intervention{at(when, experiment.Intervention{Multiply: "lateral[0,1]", By: &factor})}
		dir, err := os.MkdirTemp(root, "")
		if err != nil {
			rt.Fatal(err)
		}
		twins, err := runTwins(t, filepath.Join(dir, "twins"), 0, experiment.NamedExperiment{Name: "a", Experiment: base}, experiment.NamedExperiment{Name: "b", Experiment: other})
		if err != nil {
			rt.Fatal(err)
		}
		for trial, got := range twins.Variants[1].Differ {
			if want := partAt(t, base, other, trial); got != want {
				rt.Fatalf("trial %d: differs from step %d on, want %d", trial, got, want)
			}
		}
	})
}

// partAt steps the circuits of two experiments side by side and returns the first step
// after which outputs or scales are not the same.
func partAt(t testing.TB, a, b experiment.Experiment, trial int) int {
	var runs [2]*training.Trial
	for i, e := range []experiment.Experiment{a, b} {
		p, err := planning.Resolve(context.Background(), e)
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		if _, err := p.PrepareRun(t.Context(), planning.RunOptions{}.WithDefaults()); err != nil {
			t.Fatal(err)
		}
		runs[i] = &training.Trial{Plan: p, Number: trial}
		if err := runs[i].Begin(); err != nil {
			t.Fatal(err)
		}
	}
	x := make([]float64, runs[0].Circuit().Inputs().Len())
	for step := 1; step <= a.Steps; step++ {
		for _, r := range runs {
			if err := r.Step(x); err != nil {
				t.Fatal(err)
			}
		}
		if !sameActivity(runs[0].Circuit(), runs[1].Circuit()) {
			return step
		}
	}
	return 0
}

// A fork from which nothing is other goes on as the first variant, and one with an
// intervention after the fork as a run that had it from the start.
func TestForksGoOn(t *testing.T) {
	base := experiment.Experiment{Steps: 3000, Trials: 2, Seed: 5, Reference: true}
	half := 0.5
	slower := circuit.ConstantRate(1e-3)
	base.Interventions = []experiment.Intervention{ // once each, before the fork
		at(500, experiment.Intervention{Multiply: "lateral", By: &half}), at(600, experiment.Intervention{Turns: 4}),
		at(700, experiment.Intervention{Rate: &slower}), at(800, experiment.Intervention{Tau: 0.3}),
	}
	lesioned, recurrent := base, base
	lesioned.Interventions = append(lesioned.Interventions, at(1200, experiment.Intervention{Lesion: "lateral[1,0]"}))
	recurrent.Network, recurrent.Interventions = "PSP", base.Interventions[:1] // it takes no turns
	out := filepath.Join(t.TempDir(), "twins")
	twins, err := runTwins(t, out, 1000, experiment.NamedExperiment{Name: "base", Experiment: base}, experiment.NamedExperiment{Name: "same", Experiment: base},
		experiment.NamedExperiment{Name: "lesioned", Experiment: lesioned}, experiment.NamedExperiment{Name: "recurrent", Experiment: recurrent})
	if err != nil {
		t.Fatal(err)
	}
	read := func(parts ...string) string {
		text, err := os.ReadFile(filepath.Join(parts...))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	if read(out, "base", "weights.npz") != read(out, "same", "weights.npz") {
		t.Error("a fork in which nothing is other ends with other weights")
	}
	alone := filepath.Join(t.TempDir(), "alone")
	if _, err := runIn(t, lesioned, planning.RunOptions{Out: alone}); err != nil {
		t.Fatal(err)
	}
	if read(alone, "weights.npz") != read(out, "lesioned", "weights.npz") {
		t.Error("an intervention after the fork does not what it does in a run of its own")
	}
	for i, want := range []int{0, 0, 1201, 1001} {
		if differ := twins.Variants[i].Differ; differ[0] != want || differ[1] != want {
			t.Errorf("%s differs from step %v on, want %d", twins.Variants[i].Name, differ, want)
		}
	}
	if c := twins.Variants[3].Results[0].Curve; c[0].Step != 1 || fmt.Sprint(c[:20]) != fmt.Sprint(twins.Variants[0].Results[0].Curve[:20]) {
		t.Error("a fork's trajectory does not begin with that of the first variant")
	}
}

// A trial that diverges is reported, and the others continue.
func TestTwinsMayDiverge(t *testing.T) {
	base := experiment.Experiment{Steps: 400, Trials: 2, Seed: 1, Reference: true}
	wild := base
	factor := 1e200
	wild.Interventions = []experiment.Intervention{at(100, experiment.Intervention{Multiply: "feedforward", By: &factor})}
	out := filepath.Join(t.TempDir(), "twins")
	twins, err := runTwins(t, out, 0, experiment.NamedExperiment{Name: "base", Experiment: base}, experiment.NamedExperiment{Name: "wild", Experiment: wild})
	if err != nil {
		t.Fatal(err)
	}
	for trial := range 2 {
		if r := twins.Variants[0].Results[trial]; r == nil || twins.Variants[0].Diverged[trial] != nil {
			t.Errorf("trial %d of the untouched variant: %v", trial, twins.Variants[0].Diverged[trial])
		}
		if d := twins.Variants[1].Diverged[trial]; d == nil || d.Step != twins.Variants[1].Differ[trial] || d.Step < 101 || d.Step > 110 {
			t.Errorf("trial %d: the wild variant diverged as %v and differs from %d on", trial, d, twins.Variants[1].Differ[trial])
		}
	}
	for _, name := range []string{"base/summary.json", "wild.partial/manifest.json"} {
		if _, err := os.Stat(filepath.Join(out, name)); err != nil {
			t.Error(err)
		}
	}
}

// What the first variant does before a fork is done once, for all; what all do may be
// listed by all; and another network may be forked, although it would begin otherwise.
func TestWhatCanBeForked(t *testing.T) {
	base := experiment.Experiment{Steps: 100, Trials: 1, Seed: 1, Interventions: []experiment.Intervention{at(10, experiment.Intervention{Tau: 0.7})}}
	bare, exact := base, base
	bare.Interventions, exact.Network = nil, "PSW"
	if _, err := runTwins(t, filepath.Join(t.TempDir(), "twins"), 10, experiment.NamedExperiment{Name: "a", Experiment: base}, experiment.NamedExperiment{Name: "b", Experiment: bare}, experiment.NamedExperiment{Name: "c", Experiment: exact}); err != nil {
		t.Error(err)
	}
	if _, err := runTwins(t, filepath.Join(t.TempDir(), "twins"), 11, experiment.NamedExperiment{Name: "a", Experiment: base}, experiment.NamedExperiment{Name: "b", Experiment: base}, experiment.NamedExperiment{Name: "c", Experiment: exact}); err != nil {
		t.Error(err)
	}
}

// What cannot be compared is refused before anything runs.
func TestWhatCannotBeCompared(t *testing.T) {
	base := experiment.Experiment{Steps: 100, Trials: 1, Seed: 1}
	seed, short, large := base, base, base
	seed.Seed, short.Steps = 2, 50
	large.Stimulus.Problem = "large"
	early, started, fewer := base, base, base
	early.Interventions = []experiment.Intervention{at(10, experiment.Intervention{Tau: 0.7}), at(60, experiment.Intervention{Tau: 0.5})}
	started.InitialM, fewer.Outputs = 2, 2
	for why, c := range map[string]struct {
		fork int
		all  []experiment.NamedExperiment
	}{
		"differ in seed":                        {0, []experiment.NamedExperiment{{Name: "a", Experiment: base}, {Name: "b", Experiment: seed}}},
		"differ in steps":                       {0, []experiment.NamedExperiment{{Name: "a", Experiment: base}, {Name: "b", Experiment: short}}},
		"differ in stimulus":                    {0, []experiment.NamedExperiment{{Name: "a", Experiment: base}, {Name: "b", Experiment: large}}},
		"two variants are":                      {0, []experiment.NamedExperiment{{Name: "a", Experiment: base}, {Name: "a", Experiment: base}}},
		"a fork after step 100":                 {100, []experiment.NamedExperiment{{Name: "a", Experiment: base}, {Name: "b", Experiment: base}}},
		"two variants at least":                 {0, []experiment.NamedExperiment{{Name: "a", Experiment: base}}},
		"intervention 1 would never take place": {50, []experiment.NamedExperiment{{Name: "a", Experiment: base}, {Name: "b", Experiment: early}}},
		"has no start of its own":               {50, []experiment.NamedExperiment{{Name: "a", Experiment: base}, {Name: "b", Experiment: started}}},
		"the state of as many":                  {50, []experiment.NamedExperiment{{Name: "a", Experiment: base}, {Name: "b", Experiment: fewer}}},
		"cannot be called":                      {0, []experiment.NamedExperiment{{Name: "a", Experiment: base}, {Name: "../b", Experiment: base}}},
	} {
		out := filepath.Join(t.TempDir(), "twins")
		_, err := runTwins(t, out, c.fork, c.all...)
		if err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("want %q: %v", why, err)
		}
		if left, _ := filepath.Glob(out + "*"); left != nil {
			t.Errorf("%s: %v is left", why, left)
		}
	}
}

// Of variants, a number of inputs or outputs is known where it is that of all of them.
func TestSizeOfVariants(t *testing.T) {
	variant := func(problem string, outputs int) Variant {
		p, err := planning.Resolve(t.Context(), experiment.Experiment{Stimulus: experiment.Stimulus{Problem: problem}, Outputs: outputs})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { p.Close() })
		return Variant{Plan: p}
	}
	first := variant("small", 3)
	for _, test := range []struct {
		others          []Variant
		inputs, outputs int
	}{
		{nil, 10, 3},
		{[]Variant{variant("small", 3)}, 10, 3},
		{[]Variant{variant("small", 2), variant("small", 3)}, 10, 0},
		{[]Variant{variant("small", 3), variant("large", 3)}, 0, 3},
		{[]Variant{variant("large", 3), variant("small", 2)}, 0, 0},
	} {
		if inputs, outputs := sizeOf(append([]Variant{first}, test.others...)); inputs != test.inputs || outputs != test.outputs {
			t.Errorf("beside %d variants: %d inputs and %d outputs, want %d and %d", len(test.others), inputs, outputs, test.inputs, test.outputs)
		}
	}
}
