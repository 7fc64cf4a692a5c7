package engine

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"twophase/internal/experiment"
	"twophase/internal/files/folder"
	"twophase/internal/files/interrupt"
	"twophase/internal/measure/report"
	"twophase/internal/run/planning"
)

// counter is a Progress that counts steps, and calls a function before the first one.
type counter struct {
	planning.Silent
	steps int
	first func()
}

func (c *counter) Add(steps int) {
	if c.first != nil {
		c.first()
		c.first = nil
	}
	c.steps += steps
}

// A run whose files cannot all be written, and a comparison, keep what they have learnt. Their error says how to go
// on, and who does so takes no step of a complete trial again.
func TestFilesThatCannotBeWritten(t *testing.T) {
	e := experiment.Experiment{Steps: 300, Trials: 2, Record: []string{"scale@10"}}
	resolve := func() *planning.Plan {
		p, err := planning.Resolve(context.Background(), e)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { p.Close() })
		return p
	}
	no := func(*Twins, *folder.Folder, report.Layout) error { return nil }
	for _, c := range []struct {
		twins    bool
		inTheWay string // of a file, whose place a folder has taken
		again    int    // steps that are taken again
	}{
		{false, "summary.json", 0},
		{false, "traces.svg", 0},
		{false, "SHA256SUMS.partial", 0},
		{false, "../r", 0},
		{false, "traces-0001-00000.parquet", 300},
		{true, "a.partial/summary.json", 0},
		{true, "b.partial/weights.npz", 0},
		{true, "SHA256SUMS.partial", 0},
		{true, "../r", 0},
	} {
		root := filepath.Join(t.TempDir(), "[1]") // a pattern of files elsewhere
		out := filepath.Join(root, "r")
		run := func(o planning.RunOptions, resume bool) (err error) {
			switch variants := []Variant{{Name: "a"}, {Name: "b"}}; {
			case c.twins && resume:
				return ResumeTwins(t.Context(), out, o, no)
			case c.twins:
				variants[0].Plan, variants[1].Plan = resolve(), resolve()
				return RunTwins(t.Context(), variants, 0, o, report.Layout{Style: "paper"}, no)
			case resume:
				_, err = Resume(t.Context(), out, o)
			default:
				_, err = Run(t.Context(), resolve(), o)
			}
			return err
		}
		obstacle := filepath.Join(out+".partial", c.inTheWay)
		err := run(planning.RunOptions{Out: out, Workers: 1, Progress: &counter{first: func() {
			if err := os.MkdirAll(filepath.Join(obstacle, "mine"), 0o777); err != nil {
				t.Error(err)
			}
		}}}, false)
		if err == nil || !strings.Contains(err.Error(), "once that is mended, twophase resume "+out+".partial goes on") {
			t.Errorf("%s in the way: error %v", c.inTheWay, err)
			continue
		}
		if err := os.RemoveAll(obstacle); err != nil {
			t.Fatal(err)
		}
		again := &counter{}
		if err := run(planning.RunOptions{Workers: 1, Progress: again}, true); err != nil || again.steps != c.again {
			t.Errorf("%s was in the way: %d steps are taken again, want %d; error %v", c.inTheWay, again.steps, c.again, err)
		}
		whole := filepath.Join(root, "whole")
		if err := run(planning.RunOptions{Out: whole}, false); err != nil {
			t.Fatal(err)
		}
		for _, variant := range []string{"a", "b"} {
			if !c.twins {
				variant = ""
			}
			sameRun(t, filepath.Join(whole, variant), filepath.Join(out, variant))
		}
		if _, err := os.Stat(out + ".partial"); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s was in the way: the unfinished folder is left, %v", c.inTheWay, err)
		}
	}
}

// A signal ends a command soon, however many trials have ended: what they have found takes one file, and only trials
// that go on have their own.
func TestManyTrialsTakeFewFiles(t *testing.T) {
	const trials = 200
	e := experiment.Experiment{Steps: 20, Trials: trials}
	var plans []*planning.Plan
	for range 4 {
		p, err := planning.Resolve(context.Background(), e)
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		plans = append(plans, p)
	}
	interrupted := func() (context.Context, planning.RunOptions) {
		ctx, stop := context.WithCancel(t.Context())
		return ctx, planning.RunOptions{Workers: 1, Progress: &stopAfter{interrupt: trials * 10, stop: stop, peep: func() {}}}
	}
	folders := map[string]func(folder string) error{
		"run.partial": func(run string) error {
			ctx, o := interrupted()
			o.Out = strings.TrimSuffix(run, ".partial")
			_, err := Run(ctx, plans[0], o)
			return err
		},
		"comparison.partial": func(comparison string) error {
			ctx, o := interrupted()
			o.Out = strings.TrimSuffix(comparison, ".partial")
			return RunTwins(ctx, []Variant{{Name: "a", Plan: plans[1]}, {Name: "b", Plan: plans[2]}}, 0, o, report.Layout{Style: "paper"}, nil)
		},
		"measured": func(unfinished string) error {
			if _, err := Prepare(t.Context(), plans[3], 1); err != nil {
				return err
			}
			_, errs := Measure(&endsAfter{Context: t.Context(), looks: trials}, plans[3:], unfinished)
			return errs[0]
		},
	}
	for name, run := range folders {
		folder := filepath.Join(t.TempDir(), name)
		if err := run(folder); !errors.Is(err, interrupt.ErrInterrupted) {
			t.Fatalf("%s: error %v", name, err)
		}
		files, err := filepath.Glob(filepath.Join(folder, "*.bin"))
		weights, _ := filepath.Glob(filepath.Join(folder, "weights*"))
		ended, _ := filepath.Glob(filepath.Join(folder, "*findings.bin"))
		if err != nil || len(ended) != 1 || len(files)+len(weights) > trials/10 {
			t.Errorf("%s: %d trials leave %v and %v, error %v", name, trials, files, weights, err)
		}
	}
}
