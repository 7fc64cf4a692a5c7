package engine

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"twophase/circuit"
	"twophase/internal/experiment"
	"twophase/internal/run/planning"
	"twophase/internal/testkit/long"
	"twophase/internal/traces/result"
)

// learnt runs an experiment and returns its summary, and that as text.
func learnt(t *testing.T, e experiment.Experiment) (*result.Summary, string) {
	t.Helper()
	plan, err := planning.Resolve(context.Background(), e)
	if err != nil {
		t.Fatal(err)
	}
	defer plan.Close()
	s, err := Run(context.Background(), plan, planning.RunOptions{Out: t.TempDir() + "/run"})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := s.WriteText(&b); err != nil {
		t.Fatal(err)
	}
	return s, b.String()
}

// written is learnt for an experiment that is given as the text of a file.
func written(t *testing.T, text string) string {
	t.Helper()
	doc, err := experiment.Parse("x.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	_, words := learnt(t, doc.Experiment)
	return words
}

func mustRate(t *testing.T, text string) circuit.Rate {
	r, err := circuit.ParseRate(text)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func mustLambda(t *testing.T, text string) experiment.Lambda {
	l, err := experiment.ParseLambda(text)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// Where nothing is learnt the summary says so, with the number that shows it.
func TestNothingLearnt(t *testing.T) {
	long.SkipShort(t)
	spectrum := func(values ...float64) experiment.Stimulus { return experiment.Stimulus{Spectrum: values} }
	for name, test := range map[string]struct {
		e    experiment.Experiment
		want []string
	}{
		"rate": {experiment.Experiment{Reference: true, Rate: mustRate(t, "1e-300")},
			[]string{"WARNING: the feedforward weights are where they started (Σα_t = 2.00e-297, ", "WARNING: the error E_Pro is 1.44, not below that of an estimate of zeros, 1:"}},
		"low rate": {experiment.Experiment{Rate: mustRate(t, "1e-6")},
			[]string{"WARNING: the feedforward weights are where they started, but for ", "(Σα_t = 2.00e-03, "}},
		"τ": {experiment.Experiment{Reference: true, Tau: 1e300},
			[]string{"WARNING: the lateral weights and scales are where they started, but for ", "(Σα_t/τ = 2.20e-299, "}},
		"no decay known": {experiment.Experiment{Network: "apex", Rate: mustRate(t, "1e-300")},
			[]string{"WARNING: the feedforward weights are where they started: raise the learning rate"}},
		"own rate": {experiment.Experiment{Network: "similarity-matching", InitialM: 1e300},
			[]string{"WARNING: the feedforward weights are where they started: start Ŷ, which sets the learning rate, lower"}},
		"large scales": {experiment.Experiment{Reference: true, Network: "ifPSW", InitialM: 1e5},
			[]string{"WARNING: the error E_Pro is 1 − ", ", hardly below that of an estimate of zeros, 1:"}},
		"no stimuli": {experiment.Experiment{Stimulus: spectrum(0, 0, 0), Outputs: 2},
			[]string{"WARNING: nothing can be learnt from the stimuli: they are 0, as all eigenvalues are."}},
		"tiny stimuli": {experiment.Experiment{Reference: true, Stimulus: spectrum(1e-310, 1e-311, 1e-312), Outputs: 2},
			[]string{"WARNING: nothing can be learnt from the stimuli: they have a variance of 1.11e-310, whose squares are 0"}},
		"faded": {experiment.Experiment{Stimulus: spectrum(0, 0, 0), Outputs: 2, Rate: mustRate(t, "0.5"), Network: "ifPSW", Lambda: mustLambda(t, "1e-3:1e-4"), Steps: 200},
			[]string{"WARNING: the feedforward weights have decayed to 6.22e-61 of their start"}},
		"gains": {experiment.Experiment{Reference: true, Lambda: mustLambda(t, "1:1e-300")},
			[]string{"NOTE: the error E_Pro is not known: the estimate of the subspace, which is read off the filter by the gains, from 1e-300 to 1,"}},
	} {
		t.Run(name, func(t *testing.T) {
			e := test.e
			e.Seed, e.Record = 1, []string{"scale@1000000"}
			if e.Steps == 0 {
				e.Steps = 2000
			}
			s, text := learnt(t, e)
			for _, want := range test.want {
				if !strings.Contains(text, want) {
					t.Errorf("no %q in\n%s", want, text)
				}
			}
			if e.Reference && !s.Results[0].Measures.Error.Finite() && len(s.Results[0].Measures.NotKnown) == 0 {
				t.Error("E_Pro is null, and nothing says why")
			}
		})
	}
}

// What is said of weights that stay is about the projections that learn, by their names. Fixed ones are called so, and
// have no pruning.
func TestWhatStaysIsNamed(t *testing.T) {
	for names, want := range map[[2]string]string{{"W", "L"}: "the weights of W are", {"feedforward", "lateral"}: "the feedforward weights are"} {
		text := written(t, fmt.Sprintf(`circuit:
  name: still
  populations: {inputs: {input: true}, outputs: {}}
  projections:
    %[1]s: {from: inputs, to: outputs, rule: "post*pre - post^2*w"}
    %[2]s: {from: outputs, to: outputs, sign: subtracts, start: 0.1}
  schedule: [{turn: outputs, slot: provisional, receives: [%[1]s]}, {turn: outputs, receives: [%[1]s, {through: %[2]s, slot: provisional}]}, plasticity]
stimulus: {clusters: 3, inputs: 9}
outputs: 3
rate: 1e-300
steps: 50
`, names[0], names[1]))
		if !strings.Contains(text, want+" where they started: raise the learning rate") || strings.Count(text, "where they started") != 1 {
			t.Errorf("%v: no %q alone in\n%s", names, want, text)
		}
		if !strings.Contains(text, "The weights of "+names[1]+" are fixed.") || strings.Contains(text, "Pruning of the") {
			t.Errorf("%v: the pruning of weights that are fixed:\n%s", names, text)
		}
	}
}

// Weights that an intervention cuts have not decayed, whatever drives the outputs.
func TestCutWeightsHaveNotDecayed(t *testing.T) {
	long.SkipShort(t)
	for _, cut := range []string{`lesion: feedforward`, `set: feedforward, to: 0`, `multiply: feedforward, by: 0`} {
		text := written(t, "network: ei\noutputs: 3\nsteps: 50\ninterventions: [{at: 40, "+cut+"}]\n")
		if strings.Contains(text, "decayed") {
			t.Errorf("%s\n%s", cut, text)
		}
	}
}

// Where τ makes the wanted fixed point unstable, no warning calls it stable,
// and none advises a rate.
func TestUnstableFixedPointIsCalledSo(t *testing.T) {
	long.SkipShort(t)
	for _, e := range []experiment.Experiment{
		{Stimulus: experiment.Stimulus{Spectrum: []float64{1, 0.75, 0.62, 0.5, 0.2}}, Lambda: mustLambda(t, "1,0.98,0.95,0.82"), Tau: 4, Steps: 6000, Trials: 4},
		{Stimulus: experiment.Stimulus{Spectrum: []float64{3, 2.1, 1.8, 0.6}}, Lambda: mustLambda(t, "1,0.99,0.84"), Tau: 7, Steps: 6000, Trials: 4},
	} {
		e.Offline, e.Reference, e.Seed, e.Rate, e.Record = true, true, 1, mustRate(t, "0.02"), []string{"scale@1000000"}
		s, _ := learnt(t, e)
		text := strings.Join(s.Warnings, "\n")
		if !strings.Contains(text, "the wanted fixed point is unstable") || strings.Contains(text, "fixed point is stable:") ||
			strings.Contains(text, "fixed point is stable.") || strings.Contains(text, "--rate") || strings.Contains(text, "below 0,") {
			t.Errorf("gains %v, τ = %v: %s", e.Lambda, e.Tau, text)
		}
	}
}

// Below τ_c trials that are settled and far from the subspace may oscillate, and a third of τ_c is advised.
func TestOscillationIsWarnedOf(t *testing.T) {
	long.SkipShort(t)
	e := experiment.Experiment{Offline: true, Reference: true, Seed: 1, Steps: 20000, Trials: 6, Rate: mustRate(t, "0.02"), Record: []string{"scale@1000000"},
		Stimulus: experiment.Stimulus{Spectrum: []float64{1, 0.69, 0.6, 0.2}}, Lambda: mustLambda(t, "1,0.99,0.84"), Tau: 5}
	s, _ := learnt(t, e)
	const want = "although the outputs are settled. The circuit may go on oscillating: with τ = 5 that is possible, although the wanted fixed point is stable. What helps: τ of at most a third of the largest stable one (--tau 1.95)"
	if len(s.Warnings) != 1 || !strings.Contains(s.Warnings[0], "trials, the error E_Pro is up to ") || !strings.HasSuffix(s.Warnings[0], want) {
		t.Errorf("warnings %q", s.Warnings)
	}
	e.Tau = 1.95
	if s, _ = learnt(t, e); len(s.Warnings) > 0 {
		t.Errorf("as advised: warnings %q", s.Warnings)
	}
}

// A run that has learnt, if only a little, is not doubted; nor is one that was held by its
// interventions, or started where it is to end.
func TestLearntIsNotDoubted(t *testing.T) {
	long.SkipShort(t)
	for _, network := range circuit.NetworksThat(circuit.Network.IsPair) {
		e := experiment.Experiment{Network: network.Name, Reference: true, Seed: 1, Steps: 3000, Trials: 2, Record: []string{"scale@1000000"}}
		if network.MostOutputs > 0 {
			e.Outputs = network.MostOutputs
		}
		s, text := learnt(t, e)
		if strings.Contains(text, "where they started") || strings.Contains(text, "nothing") || strings.Contains(text, "NOTE") {
			t.Errorf("%s:\n%s", network.Name, text)
		}
		for _, r := range s.Results {
			if m := r.Movement; !(m.Feedforward > 0.01) || !m.Left.Finite() {
				t.Errorf("%s: movement %+v", network.Name, m)
			}
		}
	}
	if _, text := learnt(t, experiment.Experiment{Network: "oja", Outputs: 1, Steps: 1000, Seed: 1}); strings.Contains(text, "lateral weights and scales are") {
		t.Error(text)
	}
}

// The movement is that from the start to the end, of each trial.
func TestMovement(t *testing.T) {
	e := experiment.Experiment{Seed: 3, Steps: 1, Trials: 2, Rate: mustRate(t, "0.5"), Tau: 5, Stimulus: experiment.Stimulus{Spectrum: []float64{0, 0}}, Outputs: 1}
	s, _ := learnt(t, e)
	for _, r := range s.Results { // W halves, and M loses α/τ = 0.1 of itself
		if m := r.Movement; math.Abs(float64(m.Feedforward)-0.5) > 1e-12 || math.Abs(float64(m.Left)-0.5) > 1e-12 || math.Abs(float64(m.Lateral)-0.1) > 1e-12 {
			t.Errorf("trial %d: %+v", r.Trial, m)
		}
	}
}

// What is wrong with a file of tiny, huge, constant or single stimuli is said truly:
// by an error where principal directions or a scale are wanted, else by a warning.
func TestStimuliOfNoUse(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 0))
	write := func(rows int, value func(column int) float64) string {
		var b strings.Builder
		for range rows {
			fmt.Fprintf(&b, "%v,%v,%v\n", value(0), value(1), value(2))
		}
		path := filepath.Join(t.TempDir(), "x.csv")
		if err := os.WriteFile(path, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	normal := func(scale float64) func(int) float64 {
		return func(int) float64 { return scale * random.NormFloat64() }
	}
	for name, test := range map[string]struct {
		path    string
		centre  bool
		want    string
		refused bool // even without a reference and a scale
	}{
		"zero":     {write(50, func(int) float64 { return 0 }), false, "all stimuli in * are 0", false},
		"tiny":     {write(50, normal(1e-200)), false, "e-200 at the most, and their squares are 0 in double precision", false},
		"small":    {write(50, normal(1e-160)), true, "e-160 at the most, and their squares are 0 in double precision, or have lost digits; multiply them by a constant, such as ", false},
		"huge":     {write(50, normal(1e200)), false, "too large for a float64: divide the stimuli by a constant, such as 3e+200: they are up to 3.", true},
		"constant": {write(50, func(i int) float64 { return float64(i + 1) }), true, "the stimuli in * vary about their mean by less than 3e-07 of their size, if at all, which cannot be distinguished from rounding errors; subtract a constant", false},
		"offset":   {write(50, func(int) float64 { return 1e10 + 1e-3*random.NormFloat64() }), true, "the stimuli in * vary about their mean by less than 3e-07 of their size, if at all, which cannot be distinguished from rounding errors; subtract a constant", false},
		"one":      {write(1, normal(1)), true, "* has 1 stimulus, and less its mean it is 0", false},
	} {
		t.Run(name, func(t *testing.T) {
			base := experiment.Experiment{Seed: 1, Outputs: 1, Stimulus: experiment.Stimulus{File: test.path, Center: test.centre}}
			scaled, referred := base, base
			scaled.Stimulus.Scale, referred.Reference = "trace", true
			experiments := []experiment.Experiment{scaled, referred}
			if test.refused {
				experiments = append(experiments, base)
			}
			shows := func(text string) bool {
				before, after, _ := strings.Cut(test.want, "*")
				_, rest, found := strings.Cut(text, before)
				return found && strings.Contains(rest, after)
			}
			for _, e := range experiments {
				plan, err := planning.Resolve(context.Background(), e)
				if err != nil {
					t.Fatal(err)
				}
				if err := plan.Check(t.Context(), planning.RunOptions{}); err == nil || !shows(err.Error()) {
					t.Errorf("error %v, want %q", err, test.want)
				}
				plan.Close()
			}
			if test.refused {
				return
			}
			if _, text := learnt(t, base); !strings.Contains(text, "WARNING: nothing can be learnt from the stimuli: ") || !shows(text) {
				t.Errorf("no warning %q in\n%s", test.want, text)
			}
		})
	}
}
