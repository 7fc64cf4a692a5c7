package page_test

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"twophase/internal/testkit/long"
	"twophase/internal/web/page"
	"twophase/internal/web/simulator"
)

// stop is a stop of the guided tour.
type stop struct {
	Title, Text, Plane string
	About              []string
	Experiment         json.RawMessage
	Fork               *int
	Acts               []struct {
		At   int
		Act  json.RawMessage
		Twin bool
	}
	Begin, Until int
	Claims       []claim
	Try          struct {
		Text   string
		Act    json.RawMessage // at the end of the stop, on both of twins
		Claims []claim
	}
}

// claim is what a stop says that a reader sees: a measure that is above or below a bound at a step.
type claim struct {
	At           int
	What         string
	Twin         bool
	Start        bool // it is said of this start alone, and not of other seeds
	Above, Below *float64
}

func tour(t *testing.T) (stops []stop) {
	t.Helper()
	text, err := fs.ReadFile(page.Files, "explore/tour.json")
	if err == nil {
		err = json.Unmarshal(text, &stops)
	}
	if err != nil {
		t.Fatal(err)
	}
	return stops
}

// What each stop of the tour says holds in the simulator.
func TestTourHolds(t *testing.T) {
	stops := tour(t)
	if len(stops) != 8 {
		t.Errorf("the tour has %d stops, want 8", len(stops))
	}
	for i, s := range stops {
		t.Run(fmt.Sprint(i+1), func(t *testing.T) {
			if len(s.Claims) == 0 || s.Until <= s.Begin {
				t.Fatalf("%s claims nothing, or does not run", s.Title)
			}
			s.run(t, func(c claim, value float64) {
				if !c.holds(value) {
					t.Errorf("%s: %s is %v at step %d, of the twin: %v", s.Title, c.What, value, c.At, c.Twin)
				}
			})
		})
	}
}

// run runs a stop to its end and does what a reader may try then, and calls check with what each of the claims is about.
func (s stop) run(t *testing.T, check func(c claim, value float64)) {
	t.Helper()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	sim, err := simulator.Open(s.Experiment)
	must(err)
	defer sim.Close()
	if s.Fork != nil {
		if *s.Fork != 0 {
			t.Fatal("twins of the tour part at the start")
		}
		must(sim.Twin())
	}
	for _, a := range s.Acts {
		if a.At != 0 || !a.Twin {
			t.Fatal("acts of the tour are on twins, at the start")
		}
		_, err := sim.Act(a.Act, 1)
		must(err)
	}
	step, acted := 0, false
	for _, c := range slices.Concat(s.Claims, s.Try.Claims) {
		if c.At < step {
			t.Fatalf("a claim is about step %d, after one about step %d", c.At, step)
		}
		if c.At > s.Until && !acted {
			sim.Steps(s.Until - step)
			_, err := sim.Act(s.Try.Act, simulator.Both)
			must(err)
			step, acted = s.Until, true
		}
		sim.Steps(c.At - step)
		step = c.At
		which := 0
		if c.Twin {
			which = 1
		}
		f, err := sim.Frame(which)
		must(err)
		check(c, map[string]func() float64{
			"error":     func() float64 { return f.Error },
			"ratio":     func() float64 { return f.Ratio },
			"alignment": func() float64 { return floats.Min(f.Alignment) },
			"peak":      func() float64 { return largestRatio(t, sim, which) },
			"first":     func() float64 { return leastAlongFirst(t, sim, f) },
		}[c.What]())
	}
}

// holds reports whether what a claim is about is as it says.
func (c claim) holds(value float64) bool {
	return (c.Above != nil || c.Below != nil) && !math.IsNaN(value) && (c.Above == nil || value > *c.Above) && (c.Below == nil || value < *c.Below)
}

// largestRatio returns the largest ‖M_o‖/‖M‖ until now.
func largestRatio(t *testing.T, sim *simulator.Simulator, which int) float64 {
	t.Helper()
	c, err := sim.Curve(which)
	if err != nil {
		t.Fatal(err)
	}
	largest := 0.0
	for _, r := range c.Ratio {
		largest = max(largest, float64(r))
	}
	return largest
}

// leastAlongFirst returns the least |cos| of a row of the filter and the first component.
func leastAlongFirst(t *testing.T, sim *simulator.Simulator, f simulator.Frame) float64 {
	t.Helper()
	d, err := sim.Describe(0)
	if err != nil {
		t.Fatal(err)
	}
	least, columns := 1.0, len(d.Eigenvalues)
	for i := range d.K {
		row, along := f.F[i*d.N:(i+1)*d.N], 0.0
		for j, v := range row {
			along += v * float64(d.Basis[j*columns])
		}
		least = min(least, math.Abs(along)/floats.Norm(row, 2))
	}
	return least
}

// The claims do not hold by the luck of one seed: each holds of all 24 seeds that are run, the seeds 2 to 25, but for what is
// said of one start. (Until the rate was raised and the equal gains were made more so, they held for 5 to 8 of 8. The trap of
// two turns takes in most starts, and not all: its stop says so.)
func TestTourHoldsOfOtherSeeds(t *testing.T) {
	long.Only(t)
	const seeds = 24
	for i, s := range tour(t) {
		started := 0
		for seed := range seeds {
			keys := map[string]any{}
			if err := json.Unmarshal(s.Experiment, &keys); err != nil {
				t.Fatal(err)
			}
			keys["seed"] = seed + 2
			s.Experiment, _ = json.Marshal(keys)
			all := true
			s.run(t, func(c claim, value float64) {
				if all = all && c.holds(value); !c.holds(value) && !c.Start {
					t.Errorf("stop %d, %s, seed %d: %s is %v at step %d, of the twin: %v", i+1, s.Title, seed+2, c.What, value, c.At, c.Twin)
				}
			})
			if all {
				started++
			}
		}
		t.Logf("stop %d: %d of %d seeds, with what is said of one start", i+1, started, seeds)
	}
}
