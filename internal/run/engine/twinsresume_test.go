package engine

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"pgregory.net/rapid"

	"twophase/internal/experiment"
	"twophase/internal/files/folder"
	"twophase/internal/files/interrupt"
	"twophase/internal/measure/report"
	"twophase/internal/run/planning"
	"twophase/internal/testkit/long"
	"twophase/internal/traces/result"
)

// resumedTwins runs variants that are interrupted after some steps, and again after some others, each time resumed,
// and returns what the last process reports, and the number of steps that all of them have taken.
func resumedTwins(t rapid.TB, out string, fork, every int, interrupts []int, all []experiment.NamedExperiment) (twins *Twins, steps int) {
	t.Helper()
	record := func(found *Twins, _ *folder.Folder, _ report.Layout) error {
		twins = found
		return nil
	}
	var variants []Variant
	for _, v := range all {
		p, err := planning.Resolve(context.Background(), v.Experiment)
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		variants = append(variants, Variant{Name: v.Name, Plan: p})
	}
	begun := false
	for _, after := range append(interrupts, 1<<60) {
		ctx, stop := context.WithCancel(context.Background())
		p := &stopAfter{interrupt: after, stop: stop, peep: func() {}}
		o := planning.RunOptions{Out: out, Workers: 1 + after%2, CheckpointEvery: every, Progress: p}
		if after == 0 {
			stop()
		}
		var err error
		if begun {
			err = ResumeTwins(ctx, out, o, record)
		} else {
			err = RunTwins(ctx, variants, fork, o, report.Layout{Style: "paper"}, record)
		}
		stop()
		steps += after - p.interrupt
		if err == nil {
			break
		}
		if !errors.Is(err, interrupt.ErrInterrupted) {
			t.Fatalf("interrupted after %d steps: %v", after, err)
		}
		begun = begun || result.IsComparison(out+".partial")
	}
	if twins == nil {
		t.Fatal("nothing is reported")
	}
	return twins, steps
}

// A comparison that is interrupted anywhere, again and again, and resumed, ends as one that was not: with the same
// bytes in all files, the same steps at which variants differ, and no step taken twice.
func TestResumedTwinsAreTheSame(t *testing.T) {
	long.Draws(t, 5)
	root := t.TempDir()
	rapid.Check(t, func(rt *rapid.T) {
		base := experiment.Experiment{
			Network: rapid.SampledFrom([]string{"ifPSP", "PSW"}).Draw(rt, "network"), Reference: true, Record: []string{"lateral@50"},
			Steps: rapid.SampledFrom([]int{30, 5000, 9000}).Draw(rt, "steps"), Trials: rapid.SampledFrom([]int{1, 2, 9}).Draw(rt, "trials"), Seed: rapid.Uint64Range(1, 5).Draw(rt, "seed"),
		}
		fork := 0
		if rapid.Bool().Draw(rt, "forks") {
			fork = rapid.IntRange(1, base.Steps-1).Draw(rt, "fork")
		}
		lesioned, wild := base, base
		when := rapid.IntRange(max(fork, 1), base.Steps).Draw(rt, "step")
		factor := rapid.SampledFrom([]float64{1, 0.5, 1e200}).Draw(rt, "factor")
		lesioned.Interventions = []experiment.Intervention{at(when, experiment.Intervention{Lesion: "lateral[1,*]"})}
		wild.Interventions = []experiment.Intervention{at(when, experiment.Intervention{Multiply: "feedforward", By: &factor})}
		all := []experiment.NamedExperiment{{Name: "base", Experiment: base}, {Name: "lesioned", Experiment: lesioned}, {Name: "wild", Experiment: wild}}
		most := base.Trials * (3*base.Steps - 2*fork) / 2
		interrupts := rapid.SliceOfN(rapid.IntRange(0, most), 1, 4).Draw(rt, "interrupts")
		every := rapid.SampledFrom([]int{0, 0, 700, 4096}).Draw(rt, "every")
		dir, err := os.MkdirTemp(root, "")
		if err != nil {
			rt.Fatal(err)
		}
		defer os.RemoveAll(dir)
		want, got := filepath.Join(dir, "whole"), filepath.Join(dir, "resumed")
		whole, steps := resumedTwins(rt, want, fork, 0, nil, all)
		resumed, taken := resumedTwins(rt, got, fork, every, interrupts, all)
		if factor < 1e9 && taken != steps {
			rt.Errorf("%d steps were taken, want %d", taken, steps)
		}
		for i, v := range whole.Variants {
			w := resumed.Variants[i]
			if fmt.Sprint(v.Differ, v.Events) != fmt.Sprint(w.Differ, w.Events) {
				rt.Errorf("%s differs from %v on and had %d events, want %v and %d", v.Name, w.Differ, w.Events, v.Differ, v.Events)
			}
			for trial, d := range v.Diverged {
				if e := w.Diverged[trial]; (d == nil) != (e == nil) || d != nil && d.Error() != e.Error() {
					rt.Errorf("%s, trial %d: diverged as %v, want %v", v.Name, trial, e, d)
				}
			}
			sameRun(rt, variantFolder(want, v.Name), variantFolder(got, w.Name))
		}
		if left, _ := filepath.Glob(filepath.Join(got, "*.bin")); left != nil {
			rt.Errorf("%v is left", left)
		}
	})
}
