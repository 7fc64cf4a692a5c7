package engine

import (
	"context"
	"math"
	"path/filepath"
	"reflect"
	"testing"

	"twophase/circuit"
	"twophase/internal/experiment"
	"twophase/internal/measure"
	"twophase/internal/run/planning"
)

func preparedPlan(t *testing.T, change func(*experiment.Experiment)) *planning.Plan {
	t.Helper()
	e := experiment.New()
	e.Steps, e.Trials = 400, 5
	change(&e)
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

// Every circuit has a time, but one that diverges.
func TestTimes(t *testing.T) {
	plans := []*planning.Plan{
		preparedPlan(t, func(e *experiment.Experiment) {}),
		preparedPlan(t, func(e *experiment.Experiment) { e.Rate = circuit.ConstantRate(1e6) }),
		preparedPlan(t, func(e *experiment.Experiment) { e.Network = "foldiak" }),
	}
	times, err := Times(t.Context(), plans, 300)
	if err != nil {
		t.Fatal(err)
	}
	if !(times[0] > 0) || !math.IsNaN(times[1]) || !(times[2] > 0) {
		t.Errorf("times of %v", times)
	}
}

// Some of the trials are those of all, and a plan that follows measures of the subspace has at its
// end what it measures there.
func TestMeasureTrials(t *testing.T) {
	p := preparedPlan(t, func(e *experiment.Experiment) {})
	all, errs := Measure(t.Context(), []*planning.Plan{p}, "")
	if errs[0] != nil {
		t.Fatal(errs[0])
	}
	if o := all[0][0]; o.Curve != nil || o.Followed != nil {
		t.Errorf("nothing is followed, and there is %v and %v", o.Curve, o.Followed)
	}
	p.Experiment.Follow = []string{measure.SubspaceError, measure.MeanAlignment}
	some, err := MeasureTrials(t.Context(), p, 2, 5)
	if err != nil || len(some) != 3 {
		t.Fatalf("%d trials, %v", len(some), err)
	}
	for i, o := range some {
		if !reflect.DeepEqual(o.Measures, all[0][2+i].Measures) || o.Trial != 2+i {
			t.Errorf("trial %d: %+v, want %+v", 2+i, o.Measures, all[0][2+i].Measures)
		}
		mean, worst := o.Measures.MeanAlignment()
		if o.Course(measure.SubspaceError).At(400) != o.Measures.Subspace(3) || o.Course(measure.MeanAlignment).At(400) != mean || !(worst <= mean) {
			t.Errorf("at the end of %+v, measured %v and %v", o.Followed, o.Measures.Subspace(3), mean)
		}
	}
}

// A plan that is prepared like another measures what it does if it is prepared by itself.
func TestPrepareLike(t *testing.T) {
	path := filepath.Join("..", "..", "..", "testdata", "golden", "n10k3", "stimulus.csv")
	file := func(seed uint64) func(e *experiment.Experiment) {
		return func(e *experiment.Experiment) {
			e.Stimulus = experiment.Stimulus{File: path, Center: true, Scale: "eigen", Shuffle: true}
			e.Outputs, e.Steps, e.Seed = 3, 0, seed
		}
	}
	first, alone := preparedPlan(t, file(1)), preparedPlan(t, file(2))
	like, err := planning.Resolve(context.Background(), func() experiment.Experiment { e := experiment.New(); e.Trials = 5; file(2)(&e); return e }())
	if err != nil {
		t.Fatal(err)
	}
	defer like.Close()
	m, err := PrepareLike(t.Context(), like, first, 1)
	if err != nil || len(m.Inputs) != 1 || m.Run != alone.Run {
		t.Fatalf("the manifest is %+v, %v, want the run %s", m, err, alone.Run)
	}
	want, err := MeasureTrials(t.Context(), alone, 0, 2)
	if err != nil {
		t.Fatal(err)
	}
	got, err := MeasureTrials(t.Context(), like, 0, 2)
	if err != nil {
		t.Fatal(err)
	}
	other, err := MeasureTrials(t.Context(), first, 0, 2)
	if err != nil {
		t.Fatal(err)
	}
	for i := range want {
		if !reflect.DeepEqual(got[i].Measures, want[i].Measures) || reflect.DeepEqual(other[i].Measures, want[i].Measures) {
			t.Errorf("trial %d: %+v, want %+v, of another seed %+v", i, got[i].Measures, want[i].Measures, other[i].Measures)
		}
	}
}
