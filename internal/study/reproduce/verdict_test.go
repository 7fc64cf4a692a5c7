package reproduce

import (
	"math"
	"slices"
	"testing"
)

func TestJudge(t *testing.T) {
	var trials []float64 // 1.00 … 2.00, with the median 1.5 and 90 % in 1.05 … 1.95
	for i := range 101 {
		trials = append(trials, 1+float64(i)/100)
	}
	wide := []float64{1e-3, 1e-3, 1, 1e3, 1e3}
	tiny := []float64{1e-30, 1e-29, 1e-28}
	for _, test := range []struct {
		name         string
		errors       []float64
		paper, floor float64
		want         Verdict
	}{
		{"the median", trials, 1.5, 0, Agrees},
		{"half of the median", trials, 0.75, 0, Agrees},
		{"twice the median", trials, 3, 0, Agrees},
		{"less than half", trials, 0.74, 0, Differs},
		{"more than twice", trials, 3.01, 0, Differs},
		{"less than half, above the floor", trials, 0.74, 0.5, Differs},
		{"less than half, below the floor", trials, 0.4, 0.5, BelowFloor},
		{"agreeing, below the floor", trials, 1.5, 1.6, Agrees},
		{"far from the median, among the trials", wide, 500, 0, Agrees},
		{"far from the trials", wide, 2000, 0, Differs},
		{"* and tiny errors", tiny, 0, 0, Agrees},
		{"* and errors that are not", trials, 0, 0, Differs},
		{"* and a median just above", []float64{1.9e-18, 1.9e-18, 1}, 0, 0, Agrees},
		{"* and a median above, a trial below", []float64{1e-19, 1e-10, 1e-10}, 0, 0, Differs},
		{"* and one trial in ten below", append([]float64{1e-20}, slices.Repeat([]float64{1e-17}, 9)...), 0, 0, Differs},
		{"a number where errors are tiny", tiny, 1e-12, 0, Differs},
	} {
		if got := judge(test.errors, test.paper, test.floor); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

func TestLookSteps(t *testing.T) {
	steps := lookSteps([]int{100, 1000, 5000})
	if !slices.IsSorted(steps) || len(slices.Compact(slices.Clone(steps))) != len(steps) {
		t.Errorf("steps %v are not ascending", steps)
	}
	if steps[0] != 1 || steps[len(steps)-1] != 5000 {
		t.Errorf("steps go from %d to %d", steps[0], steps[len(steps)-1])
	}
	for _, t1 := range []int{10, 100, 1000} {
		if !slices.Contains(steps, t1) {
			t.Errorf("%d is missing", t1)
		}
	}
	for i := 1; i < len(steps); i++ {
		if ratio := float64(steps[i]) / float64(steps[i-1]); steps[i] > 10 && ratio > math.Pow(10, 1./perDecade)*1.05 {
			t.Errorf("from %d to %d nothing is measured", steps[i-1], steps[i])
		}
	}
}
