package stability

import (
	"context"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"twophase/internal/experiment"
	"twophase/internal/testkit/long"
	"twophase/internal/text/wording"
)

// someExperiment draws an experiment with gains and eigenvalues that decrease, neighbours a
// tenth apart at least.
func someExperiment(t *rapid.T, network string) experiment.Experiment {
	k := rapid.IntRange(2, 7).Draw(t, "outputs")
	falling := func(n int, name string) []float64 {
		v := []float64{1}
		for len(v) < n {
			v = append(v, v[len(v)-1]*rapid.Float64Range(0.5, 0.9).Draw(t, name))
		}
		return v
	}
	return experiment.Experiment{
		Network: network, Outputs: k, Lambda: experiment.Lambda{Values: falling(k, "gain")},
		Stimulus: experiment.Stimulus{Spectrum: falling(k+rapid.IntRange(1, 3).Draw(t, "further"), "eigenvalue")},
	}
}

func predicted(t rapid.TB, e experiment.Experiment) *Prediction {
	t.Helper()
	p, err := Predict(context.Background(), e)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// The largest stable τ parts the stable from the unstable, and the time constants are those
// of the eigenvalues, slowest first.
func TestLargestStableTau(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := someExperiment(t, rapid.SampledFrom([]string{"PSP", "ifPSP", "PSW", "ifPSW", "cascadePSP"}).Draw(t, "network"))
		p := predicted(t, e)
		if len(p.Pairs) != e.Outputs*(e.Outputs-1)/2 || !p.Ordered || len(p.Misordered) > 0 {
			t.Fatalf("%d pairs of %d outputs, misordered %v", len(p.Pairs), e.Outputs, p.Misordered)
		}
		for i, pair := range p.Pairs {
			slowest := pair.Eigenvalues[0][0]
			if i > 0 && p.Pairs[i-1].Eigenvalues[0][0] < slowest {
				t.Errorf("pair %d is slower than the one before it", i)
			}
			if math.Abs(float64(pair.TimeConstant*slowest))-1 > 1e-12 {
				t.Errorf("a time constant of %v at a rate of %v", pair.TimeConstant, slowest)
			}
		}
		if !p.LargestTau.Finite() {
			e.Tau = 1e6
			if s := predicted(t, e).Stability; s != "stable" {
				t.Errorf("%s at every τ, and at a large one %s", p.Stability, s)
			}
			return
		}
		if p.LargestTau <= 0 {
			t.Fatalf("no τ is stable")
		}
		for by, want := range map[float64]string{0.99: "stable", 1.01: "unstable"} {
			e.Tau = by * float64(p.LargestTau)
			if s := predicted(t, e).Stability; s != want {
				t.Errorf("%v at %v of the largest stable τ %v", s, by, p.LargestTau)
			}
		}
	})
}

// Where two gains are exchanged no τ is stable, and where they are equal nothing grows but
// one direction stays: both are said, with the pair.
func TestGainsInAnotherOrder(t *testing.T) {
	for want, gains := range map[string][]float64{"unstable": {1, 0.7, 0.85}, "marginal": {1, 0.85, 0.85}} {
		p := predicted(t, experiment.Experiment{Network: "PSP", Lambda: experiment.Lambda{Values: gains}})
		if p.Stability != want || p.Ordered || !slices.Equal(p.Misordered, [][2]int{{1, 2}}) || p.LargestTau != 0 || len(p.Warnings) == 0 {
			t.Errorf("gains %v: %s, misordered %v, largest τ %v, warnings %q", gains, p.Stability, p.Misordered, p.LargestTau, p.Warnings)
		}
	}
}

// What is infinite or not defined is null in JSON, and a list that is empty is a list.
func TestJSON(t *testing.T) {
	p := predicted(t, experiment.Experiment{Outputs: 2, Stimulus: experiment.Stimulus{Spectrum: []float64{1, 0.5}}})
	text, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{`"outside":null`, `"misordered":[]`, `"outputs":2`} {
		if !strings.Contains(string(text), part) {
			t.Errorf("%s is missing in %s", part, text)
		}
	}
}

// Of many outputs the slowest pairs are printed, or all if they are asked for, and it is said
// how many are left out.
func TestPairsThatArePrinted(t *testing.T) {
	p := predicted(t, experiment.Experiment{Stimulus: experiment.Stimulus{Problem: "large"}})
	if p.Outputs <= AllPairs {
		t.Fatalf("%d outputs are not many", p.Outputs)
	}
	for all, want := range map[bool]int{false: fewPairs, true: p.Outputs * (p.Outputs - 1) / 2} {
		var b strings.Builder
		if err := p.WriteText(&b, all); err != nil {
			t.Fatal(err)
		}
		if rows := strings.Count(b.String(), " ↔ "); rows != want || strings.Contains(b.String(), "(--all)") == all {
			t.Errorf("all %t: %d pairs in\n%s", all, rows, b.String())
		}
	}
}

// The eigenvalues of a file are those of its stimuli, about their mean and scaled as asked for,
// and the notes say how well they are known.
func TestFileHasItsSpectrum(t *testing.T) {
	file := filepath.Join(t.TempDir(), "cross.csv")
	if err := os.WriteFile(file, []byte("4,7\n2,7\n3,7.5\n3,6.5\n"), 0o600); err != nil { // (±1, 0) and (0, ±0.5) about (3, 7)
		t.Fatal(err)
	}
	for scale, want := range map[string][2]float64{"": {0.5, 0.125}, "eigen": {1, 0.25}, "trace": {0.8, 0.2}} {
		p := predicted(t, experiment.Experiment{Outputs: 2, Stimulus: experiment.Stimulus{File: file, Center: true, Scale: scale}})
		for i, v := range want {
			if math.Abs(float64(p.Scales[i])-v) > 1e-12 {
				t.Errorf("scale %q: eigenvalue %d is %v, want %v", scale, i, p.Scales[i], v)
			}
		}
		if len(p.Notes) != 1 || !strings.Contains(p.Notes[0], "4 stimuli") {
			t.Errorf("notes %q", p.Notes)
		}
	}
	_, err := Predict(context.Background(), experiment.Experiment{Outputs: 3, Stimulus: experiment.Stimulus{File: file}})
	if err == nil || !strings.Contains(err.Error(), "cannot find more components than it has inputs") {
		t.Errorf("error %v", err)
	}
}

// With turns, the answer, the table and the JSON agree on what was found.
func TestTurnsAreAnswered(t *testing.T) {
	steep := experiment.Stimulus{Spectrum: []float64{1, 0.3, 0.08, 0.01}}
	p := predicted(t, experiment.Experiment{Outputs: 3, Turns: 2, Stimulus: steep})
	if p.Turns == nil || !p.Turns.Traps[0].Stable || p.Turns.Traps[0].Rank != 2 || p.Turns.Enough == nil || *p.Turns.Enough < 4 {
		t.Fatalf("%+v", p.Turns)
	}
	if want := "Refused: two turns are not enough for 3 outputs: a state of rank 2 is stable; it cannot recruit eigenvalues below 0.103, and the 3rd component has 0.08."; !strings.HasPrefix(p.Turns.Answer, want) {
		t.Errorf("%s, want %s", p.Turns.Answer, want)
	}
	if p.Turns.Verdict != Refused {
		t.Errorf("the verdict is %s", p.Turns.Verdict)
	}
	for _, r := range p.Turns.Remedies { // what is advised is free of traps by its own answer
		if r.Gains == nil {
			continue
		}
		better := predicted(t, experiment.Experiment{Outputs: 3, Turns: 2, Tau: float64(r.Tau), Stimulus: steep, Lambda: experiment.Lambda{Values: floats(r.Gains)}})
		if better.Turns.Reached == 0 || better.Turns.Starts != better.Turns.Reached+better.Turns.Unsettled {
			t.Errorf("%s: %s", r.Flags, better.Turns.Answer)
		}
	}
	if p = predicted(t, experiment.Experiment{Outputs: 3, Stimulus: steep}); p.Turns != nil {
		t.Error("lateral states are searched although they are not asked for")
	}
}

// A remedy is judged as the turns are that it is for: of a state that few starts end in, and of an odd number
// of turns, which amplifies or grows without bound though no start shows it. It is never what is in use.
func TestRemediesAreJudgedAsTheTurns(t *testing.T) {
	rare := experiment.Stimulus{Spectrum: []float64{1, 0.34553, 0.18557, 0.11939, 0.0848, 0.06412, 0.05062, 0.04125}}
	for name, e := range map[string]experiment.Experiment{
		"rare state":            {Outputs: 5, Turns: 4, Stimulus: rare},
		"rare state, smaller τ": {Outputs: 5, Turns: 4, Stimulus: rare, Tau: 0.39},
		"odd":                   {Turns: 5},
		"odd, whitening":        {Network: "ifPSW", Turns: 3},
	} {
		if e.Turns == 4 && !long.Asked() { // each is sought from thousands of starts
			continue
		}
		advised := predicted(t, e).Turns.Remedies
		if len(advised) < 2 {
			t.Errorf("%s: %+v", name, advised)
		}
		for _, r := range advised {
			better := e
			network := false
			words := strings.Fields(strings.ReplaceAll(r.Flags, "'", ""))
			for i := 0; i < len(words); i += 2 {
				var err error
				switch value := words[i+1]; words[i] {
				case "--network":
					network = true
				case "--tau":
					better.Tau, err = strconv.ParseFloat(value, 64)
				case "--lambda":
					better.Lambda, err = experiment.ParseLambda(value)
				case "--outputs":
					better.Outputs, err = strconv.Atoi(value)
				case "--lateral-decay":
					var decay float64
					decay, err = strconv.ParseFloat(value, 64)
					better.LateralDecay = &decay
				case "--turns":
					better.Turns, err = strconv.Atoi(value)
				}
				if err != nil {
					t.Fatalf("%s: %s: %v", name, r.Flags, err)
				}
			}
			if network { // a cascade has no turns
				continue
			}
			if answer := predicted(t, better).Turns; !answer.noneFails() {
				t.Errorf("%s: %s: %s", name, r.Flags, answer.Answer)
			}
		}
	}
}

// What is rounded down is not above what it was, and near it.
func TestBelow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v, n := rapid.Float64Range(1e-6, 1e6).Draw(t, "number"), rapid.IntRange(1, 4).Draw(t, "digits")
		if below := Below(v, n); below > v || below < v*(1-math.Pow(10, float64(1-n))) || digits(below, n) != below {
			t.Errorf("%v of %v to %d digits", below, v, n)
		}
	})
}

func floats(v []wording.Number) (values []float64) {
	for _, x := range v {
		values = append(values, float64(x))
	}
	return values
}
