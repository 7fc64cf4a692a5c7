package engine

import (
	"context"
	"math"
	"strings"
	"testing"

	"twophase/circuit"
	"twophase/internal/experiment"
	"twophase/internal/run/monitor"
	"twophase/internal/run/planning"
	"twophase/internal/testkit/long"
	"twophase/internal/text/wording"
	"twophase/internal/traces/result"
)

// compared runs an experiment into a folder of its own.
func compared(t *testing.T, e experiment.Experiment) *result.Summary {
	t.Helper()
	e.Reference, e.Record = true, []string{"scale@1000000"}
	plan, err := planning.Resolve(context.Background(), e)
	if err != nil {
		t.Fatal(err)
	}
	defer plan.Close()
	s, err := Run(t.Context(), plan, planning.RunOptions{Out: t.TempDir() + "/run"})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// At a small learning rate the flow is seen: the lateral weights that are clear of
// the noise decay at the predicted rate, within three of the errors that the fit
// gives itself.
func TestLateralWeightsDecayAsPredicted(t *testing.T) {
	long.Only(t)
	s := compared(t, experiment.Experiment{Network: "PSP", Rate: circuit.ConstantRate(2e-5), Steps: 2_000_000, Trials: 4, Seed: 1,
		Stimulus: experiment.Stimulus{Spectrum: []float64{1, 0.3, 0.05}, Inputs: 4}, Outputs: 2})
	if math.Abs(float64(s.Theory.Time)-40) > 1e-6 {
		t.Errorf("the time at the end is %v, want 40", s.Theory.Time)
	}
	o := s.Theory.Lateral[0]
	t.Logf("%+v", o)
	if o.Fitted.Trials == 0 {
		t.Fatalf("no fit: %s", o.Fitted.Why)
	}
	if off := math.Abs(float64(o.Fitted.Rate - o.Predicted)); off > 3*float64(o.Fitted.Error) {
		t.Errorf("|M| of 0 ↔ 1 decays at %v ± %v, predicted %v", o.Fitted.Rate, o.Fitted.Error, o.Predicted)
	}
}

// What the noise alone should leave of E_Pro is what is left once the start is
// forgotten: s is 240, when the slowest of the start is down by e⁻¹¹. Between
// trials E_Pro spreads by some 25 %, so that the mean of 30 has a standard error
// of 5 %: three of them.
func TestErrorIsThatOfTheNoise(t *testing.T) {
	long.SkipShort(t)
	if testing.Short() {
		t.Skip("four million steps")
	}
	s := compared(t, experiment.Experiment{Network: "ifPSP", Rate: circuit.ConstantRate(2e-3), Steps: 120_000, Trials: 30, Seed: 1})
	o := s.Theory.Error
	t.Logf("%+v", o)
	if ratio := float64(o.Final / o.Noise); math.Abs(ratio-1) > 0.15 {
		t.Errorf("mean E_Pro is %v, predicted %v of noise alone", o.Final, o.Noise)
	}
	for i, m := range s.Theory.Scales {
		if math.Abs(float64(s.Theory.ObservedScales[i]/m-1)) > 0.05 {
			t.Errorf("scale %d is %v, predicted %v", i, s.Theory.ObservedScales[i], m)
		}
	}
}

// Where there is no theory the summary has none, and says why if it might have
// had one.
func TestWhereThereIsNoTheory(t *testing.T) {
	long.SkipShort(t)
	for want, e := range map[string]experiment.Experiment{
		"there is no theory here of the phases Feedforward → Settle → Plasticity of network PSP": {Network: "PSP", Settle: &experiment.Settle{Method: "jacobi", Sweeps: 1}, Steps: 10},
		"the plasticity of network foldiak is not that of PSP or PSW":                            {Network: "foldiak", Steps: 10},
	} {
		// It advises nothing: the run was good.
		if s := compared(t, e); s.Theory != nil || !strings.HasPrefix(s.NoTheory, want) || strings.Contains(s.NoTheory, "choose") {
			t.Errorf("theory %v, none because %q", s.Theory, s.NoTheory)
		}
	}
	if s := compared(t, experiment.Experiment{Network: "PSP", Settle: &experiment.Settle{Method: "jacobi", Sweeps: 3}, Steps: 10}); s.Theory == nil {
		t.Errorf("no theory because %q", s.NoTheory)
	}
	many := experiment.Experiment{Outputs: 200, Lambda: experiment.Lambda{Linear: true, Values: []float64{1, 0.7}}, Steps: 2, Stimulus: experiment.Stimulus{Inputs: 250}}
	for i := range 250 {
		many.Stimulus.Spectrum = append(many.Stimulus.Spectrum, 1/float64(1+i))
	}
	if s := compared(t, many); s.Theory != nil || s.NoTheory != "200 outputs and 250 different eigenvalues are too many to follow" {
		t.Errorf("theory %v, none because %q", s.Theory, s.NoTheory)
	}
}

// Without gains the outputs turn freely: the eigenvalues of M are those of the fixed point
// and its diagonal is not, and E_Pro comes down to what noise makes of the rest, 4 trials
// of which have a mean that is good to some 12 %.
func TestTheoryOfNetworksWithoutGains(t *testing.T) {
	long.SkipShort(t)
	t.Parallel()
	for _, network := range []circuit.Network{circuit.SimilarityMatchingPSP, circuit.SimilarityMatchingPSW} {
		s := compared(t, experiment.Experiment{Network: network.Name, Rate: circuit.ConstantRate(2e-3), Steps: 20_000, Trials: 4, Seed: 1})
		c := s.Theory
		if c == nil || c.Scales != nil || len(c.Lateral) != 0 || len(c.Eigenvalues) != 3 {
			t.Fatalf("%s: theory %+v, none because %q", network.Name, c, s.NoTheory)
		}
		for i, m := range c.Eigenvalues {
			if got := c.ObservedEigenvalues[i]; !(math.Abs(float64(got/m-1)) < 0.1) {
				t.Errorf("%s: eigenvalue %d of M is %v, predicted %v", network.Name, i, got, m)
			}
		}
		if math.Abs(float64(c.Error.Predicted)+1.2) > 1e-9 { // twice the rate outside, −0.6
			t.Errorf("%s: E_Pro is predicted to decay at %v", network.Name, c.Error.Predicted)
		}
		if ratio := float64(c.Error.Final / c.Error.Noise); !(math.Abs(ratio-1) < 0.4) {
			t.Errorf("%s: mean E_Pro is %v, predicted %v of noise alone", network.Name, c.Error.Final, c.Error.Noise)
		}
	}
}

// Of several trials each number says which moment or quantile it is; of one trial, only
// what is expected does.
func TestTheTableSaysWhatItsNumbersAre(t *testing.T) {
	c := &result.Theory{
		Time: 60, Scales: []wording.Number{1, 0.5}, ObservedScales: []wording.Number{0.98, 0.51},
		Lateral: []result.Observation{{Outputs: &[2]int{0, 1}, Predicted: -0.05, Fitted: result.Decay{Rate: -0.06, Error: 0.01, Trials: 3, From: 10, To: 20}, Final: 0.0275, Noise: 0.0149}},
		Error:   result.Observation{Predicted: -0.1, Fitted: monitor.Unfitted("of the noise"), Final: 0.000314, Noise: wording.NaN},
	}
	for trials, want := range map[int][]string{
		1: {
			"  m_ii at the end   0.98 0.51\n",
			"  rate of decay  predicted  fitted        at the end  noise alone   fitted over steps\n",
			"  |M| of 0 ↔ 1   -0.05      -0.06 ± 0.01  0.0275      0.0149 (RMS)  10 to 20\n",
			"  error E_Pro    -0.1       –             3.14e-04    –             of the noise\n",
		},
		4: {
			"  m_ii at the end, medians  0.98 0.51\n",
			"  rate of decay  predicted  fitted, median  at the end       noise alone   fitted over steps\n",
			"  |M| of 0 ↔ 1   -0.05      -0.06 ± 0.01    0.0275 (RMS)     0.0149 (RMS)  10 to 20, in 3 of 4 trials\n",
			"  error E_Pro    -0.1       –               3.14e-04 (mean)  –             of the noise\n",
		},
	} {
		var b strings.Builder
		c.Write(&b, trials)
		for _, line := range want {
			if !strings.Contains(b.String(), line) {
				t.Errorf("%d trials: no line %q in\n%s", trials, line, b.String())
			}
		}
	}
}
