package sweep

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"twophase/internal/experiment"
	"twophase/internal/run/engine"
	"twophase/internal/run/planning"
	"twophase/internal/testkit/long"
)

// TestRunIDs checks that the ID of a point is that of a run of its experiment.
func TestRunIDs(t *testing.T) {
	s := planned(t, "experiment: {steps: 20}\nvary: {tau: [0.3]}\nseeds: [4]", filepath.Join(t.TempDir(), "plan"))
	var results []Result
	var failures []error
	for some, failed := range s.execute(t.Context(), []int{0}) {
		results, failures = append(results, some...), append(failures, failed...)
	}
	if len(failures) > 0 {
		t.Fatal(failures)
	}
	e := experiment.New()
	e.Steps, e.Tau, e.Seed = 20, 0.3, 4
	p, err := planning.Resolve(context.Background(), e)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	summary, err := engine.Run(t.Context(), p, planning.RunOptions{Out: filepath.Join(t.TempDir(), "run")})
	if err != nil {
		t.Fatal(err)
	}
	if results[0].Run != summary.Run {
		t.Errorf("the point's run is %s, that of the same experiment %s", results[0].Run, summary.Run)
	}
	if got, want := results[0].Trials[0].Measures[0], float64(summary.Results[0].Measures.Error); got != want {
		t.Errorf("e_pro is %v, in a run of the same experiment %v", got, want)
	}
}

// A plan is not written over, and what is left of one that died while it was planned is
// cleared all the same.
func TestPlannedAgain(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "plan")
	s := planned(t, tiny, folder)
	left := filepath.Join(filepath.Dir(folder), ".plan.scratch-0123456789ab")
	if err := os.Mkdir(left, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := Write(s.Plan, folder); err == nil || !strings.Contains(err.Error(), "exists: choose another folder") {
		t.Errorf("written over: %v", err)
	}
	if entries, err := os.ReadDir(filepath.Dir(folder)); err != nil || len(entries) != 1 {
		t.Errorf("%v is there, %v", entries, err)
	}
}

// largePlan is a grid of 100 000 points for each seed.
const largePlan = `
experiment: {steps: 10}
vary:
  tau: {range: {from: 0.05, to: 2, count: 1000, log: true}}
  initial_m: {range: {from: 1, to: 20, count: 100}}
seeds: `

// TestLargePlan plans a million points, counts the points of all shards, and reads the
// status. What that allocates, and the plan on the disk, grow with the values of the
// keys, and with a bit or so for each point: a list of the points, of two values and a
// seed each, would take 24 bytes for each.
func TestLargePlan(t *testing.T) {
	long.SkipShort(t) // the race detector drops what is in pools, so that allocations differ by megabytes
	cost := func(seeds int) (allocated, size int) {
		folder := filepath.Join(t.TempDir(), "plan")
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		s := planned(t, largePlan+fmt.Sprint(seeds), folder)
		r := &runner{Sweep: s, done: newPointSet(s.Points)}
		total := 0
		for i := range 7 {
			points, _ := r.count(slices.Collect(Shard{i, 7}.chunks(s.Chunks())))
			total += points
		}
		status, err := s.Status()
		runtime.ReadMemStats(&after)
		if err != nil || s.Points != 100_000*seeds || status.Done != 0 || total != s.Points {
			t.Fatalf("%d points, %+v, %v; %d in all shards", s.Points, status, err, total)
		}
		info, err := os.Stat(filepath.Join(folder, planFile))
		if err != nil {
			t.Fatal(err)
		}
		return int(after.TotalAlloc - before.TotalAlloc), int(info.Size())
	}
	cost(1) // what is done once in a process
	times := long.Or(3, 10)
	few, small := cost(1)
	many, large := cost(times)
	if grown, more := many-few, 100_000*(times-1); grown > 4*more { // the pools of the runtime and of libraries make it differ by a byte or so a point
		t.Errorf("%d points more allocate %d bytes more", more, grown)
	}
	if large-small > 1000 || large > 50_000 {
		t.Errorf("the plans have %d and %d bytes", small, large)
	}
}

// BenchmarkLargePlan plans a million points and reads the status.
func BenchmarkLargePlan(b *testing.B) {
	for b.Loop() {
		s := planned(b, largePlan+"10", filepath.Join(b.TempDir(), "plan"))
		if _, err := s.Status(); err != nil {
			b.Fatal(err)
		}
	}
}
