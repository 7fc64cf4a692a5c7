package engine

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"twophase/circuit"
	"twophase/internal/experiment"
	"twophase/internal/experiment/memory"
	"twophase/internal/files/interrupt"
	"twophase/internal/measure"
	"twophase/internal/run/planning"
	"twophase/internal/testkit/long"
)

// What is measured writes no traces, and so needs no memory for them, as a run does.
func TestMeasuringNeedsNoMemoryForTraces(t *testing.T) {
	t.Setenv(memory.Variable, "60MB")
	p, err := planning.Resolve(t.Context(), experiment.Experiment{Steps: 20000, Outputs: 10, Stimulus: experiment.Stimulus{Spectrum: []float64{1, 0.5}, Inputs: 100}, Record: []string{"weights"}})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if _, err := Prepare(t.Context(), p, 1); err != nil {
		t.Error(err)
	}
	if _, err := p.PrepareRun(t.Context(), planning.RunOptions{Workers: 1, Progress: planning.Silent{}}); err == nil {
		t.Error("a run fits, so that this test shows nothing")
	}
}

// TestMeasureEqualsRun measures plans side by side, which differ in their seed and in
// their rate, and compares with a run of each, to the last bit.
func TestMeasureEqualsRun(t *testing.T) {
	var plans []*planning.Plan
	var want [][]measure.Measures
	for i := range 5 {
		e := experiment.New()
		e.Steps, e.Trials, e.Seed = 700, 2, uint64(10+i)
		if i == 4 {
			e.Rate = circuit.ConstantRate(1e-2)
		}
		for _, run := range []bool{true, false} {
			p, err := planning.Resolve(context.Background(), e)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { p.Close() })
			if run {
				s, err := Run(t.Context(), p, planning.RunOptions{Out: filepath.Join(t.TempDir(), "run")})
				if err != nil {
					t.Fatal(err)
				}
				want = append(want, []measure.Measures{s.Results[0].Measures, s.Results[1].Measures})
				continue
			}
			if _, err := Prepare(t.Context(), p, 1); err != nil {
				t.Fatal(err)
			}
			plans = append(plans, p)
		}
	}
	outcomes, errs := Measure(t.Context(), plans, "")
	for i := range plans {
		if errs[i] != nil || len(outcomes[i]) != 2 {
			t.Fatalf("plan %d: %d outcomes, %v", i, len(outcomes[i]), errs[i])
		}
		for trial, o := range outcomes[i] {
			if !reflect.DeepEqual(o.Measures, want[i][trial]) || o.Trial != trial {
				t.Errorf("plan %d, trial %d: %+v, want %+v", i, trial, o.Measures, want[i][trial])
			}
		}
	}
}

// TestMeasureKeepsDivergence: a trial that diverges has an outcome, and the others
// go on; one that is interrupted has none.
func TestMeasureKeepsDivergence(t *testing.T) {
	plan := func(rate float64) *planning.Plan {
		e := experiment.New()
		e.Steps, e.Rate = 500, circuit.ConstantRate(rate)
		p, err := planning.Resolve(context.Background(), e)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { p.Close() })
		if _, err := Prepare(t.Context(), p, 1); err != nil {
			t.Fatal(err)
		}
		return p
	}
	plans := []*planning.Plan{plan(30), plan(1e-2)}
	outcomes, errs := Measure(t.Context(), plans, "")
	if errs[0] != nil || errs[1] != nil {
		t.Fatal(errs)
	}
	if d := outcomes[0][0].Diverged; d == nil || d.Step < 1 || d.Step > 500 || outcomes[1][0].Diverged != nil {
		t.Errorf("diverged: %v and %v", d, outcomes[1][0].Diverged)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, errs := Measure(ctx, plans, ""); !errors.Is(errs[0], interrupt.ErrInterrupted) || !errors.Is(errs[1], interrupt.ErrInterrupted) {
		t.Errorf("interrupted: %v", errs)
	}
}

// TestMeasureGoesOn: trials that are interrupted go on in the next Measure, in which
// they draw no stimulus again, and end with the outcomes of trials that never were.
func TestMeasureGoesOn(t *testing.T) {
	long.SkipShort(t)
	prepared := func() []*planning.Plan {
		var plans []*planning.Plan
		for i := range 3 {
			e := experiment.New()
			e.Steps, e.Trials, e.Seed = 40_000, 3, uint64(20+i)
			if i == 2 {
				e.Network, e.Settle = "PSP", &experiment.Settle{Method: "gauss-seidel", Sweeps: 3, Warm: true}
			}
			p, err := planning.Resolve(context.Background(), e)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { p.Close() })
			if _, err := Prepare(t.Context(), p, 1); err != nil {
				t.Fatal(err)
			}
			plans = append(plans, p)
		}
		return plans
	}
	want, _ := Measure(t.Context(), prepared(), "")
	unfinished := filepath.Join(t.TempDir(), "unfinished")
	got := make([][]Outcome, len(want))
	var left []string
	for interruptions := 0; slices.ContainsFunc(got, func(o []Outcome) bool { return o == nil }); interruptions++ {
		if interruptions > 100 {
			t.Fatal("nothing is gained by going on")
		}
		var plans []*planning.Plan
		var numbers []int
		for i, p := range prepared() {
			if got[i] == nil {
				plans, numbers = append(plans, p), append(numbers, i)
			}
		}
		outcomes, errs := Measure(&endsAfter{Context: t.Context(), looks: 100}, plans, unfinished)
		for j, err := range errs {
			if err == nil {
				got[numbers[j]] = outcomes[j]
			} else if !errors.Is(err, interrupt.ErrInterrupted) {
				t.Fatal(err)
			}
		}
		left, _ = filepath.Glob(filepath.Join(unfinished, "*"))
		if interruptions == 0 && len(left) < 3 {
			t.Errorf("an interruption leaves %v only", left)
		}
	}
	text, err := json.Marshal(got)
	wanted, failed := json.Marshal(want)
	if err != nil || failed != nil || !bytes.Equal(text, wanted) {
		t.Errorf("after interruptions: %s, want %s (%v, %v)", text, wanted, err, failed)
	}
	if len(left) > 0 {
		t.Errorf("%v is left", left)
	}
}

// endsAfter is a context that is cancelled once it has been looked at so often.
type endsAfter struct {
	context.Context
	looks int
}

func (c *endsAfter) Err() error {
	if c.looks--; c.looks < 0 {
		return context.Canceled
	}
	return nil
}
