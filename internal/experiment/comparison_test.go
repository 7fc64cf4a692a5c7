package experiment

import (
	"math"
	"testing"

	"twophase/circuit"
)

// compared runs an experiment into a folder of its own.
func compared(t *testing.T, e Experiment) *Summary {
	t.Helper()
	e.Reference, e.Record = true, []string{"scale@1000000"}
	plan, err := Resolve(e)
	if err != nil {
		t.Fatal(err)
	}
	defer plan.Close()
	s, err := plan.Run(t.Context(), RunOptions{Out: t.TempDir() + "/run"})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// At a small learning rate the flow is seen: the lateral weights that are clear of
// the noise decay at the predicted rate, within three of the errors that the fit
// gives itself.
func TestLateralWeightsDecayAsPredicted(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("eight million steps")
	}
	s := compared(t, Experiment{Network: "PSP", Rate: circuit.ConstantRate(2e-5), Steps: 2_000_000, Trials: 4, Seed: 1,
		Stimulus: Stimulus{Spectrum: []float64{1, 0.3, 0.05}, Inputs: 4}, Outputs: 2})
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
	if testing.Short() {
		t.Skip("four million steps")
	}
	s := compared(t, Experiment{Network: "ifPSP", Rate: circuit.ConstantRate(2e-3), Steps: 120_000, Trials: 30, Seed: 1})
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
	if s := compared(t, Experiment{Network: "PSP", Settle: &Settle{Method: "jacobi", Sweeps: 3}, Steps: 10}); s.Theory != nil || s.NoTheory == "" {
		t.Errorf("theory %v, none because %q", s.Theory, s.NoTheory)
	}
	many := Experiment{Outputs: 200, Lambda: Lambda{Linear: true, Values: []float64{1, 0.7}}, Steps: 2, Stimulus: Stimulus{Inputs: 250}}
	for i := range 250 {
		many.Stimulus.Spectrum = append(many.Stimulus.Spectrum, 1/float64(1+i))
	}
	if s := compared(t, many); s.Theory != nil || s.NoTheory != "200 outputs and 250 different eigenvalues are too many to follow" {
		t.Errorf("theory %v, none because %q", s.Theory, s.NoTheory)
	}
}
