package pruning

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"twophase/internal/text/wording"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

// grown is a synapse that is born at step 100, peaks at 200 and then halves every half-life,
// recorded every few steps, with noise.
func grown(halfLife float64, every, until int64, noise float64, seed uint64) (h History) {
	r := rand.New(rand.NewPCG(seed, 1))
	for step := int64(0); step <= until; step += every {
		w := 0.0
		switch {
		case step > 200:
			w = math.Exp2(-float64(step-200) / halfLife)
		case step > 100:
			w = float64(step-100) / 100
		}
		h.Steps, h.Weights = append(h.Steps, step), append(h.Weights, w+noise*r.NormFloat64())
	}
	return h
}

func TestHalfLifeIsFound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		halfLife := rapid.Float64Range(100, 3000).Draw(t, "half-life")
		noise := rapid.SampledFrom([]float64{0, 1e-4, 1e-3, 1e-2}).Draw(t, "noise")
		sign := rapid.SampledFrom([]float64{-1, 1}).Draw(t, "sign")
		every := int64(10)
		if halfLife > 1000 {
			every = 50
		}
		h := grown(halfLife, every, 200+int64(60*halfLife), noise, rapid.Uint64().Draw(t, "seed"))
		for i := range h.Weights {
			h.Weights[i] *= sign
		}
		l := Follow(h, h.Noise(), -1, nil, Default)
		tolerance := 0.001
		if noise > 0 {
			tolerance = 0.12 // the tail of the envelope is that of the noise
		}
		if got := float64(l.HalfLife); !(math.Abs(got/halfLife-1) < tolerance) {
			t.Errorf("the half-life is %v, want %v: %+v", got, halfLife, l.Decay)
		}
		if !(l.Decay.R2 > 0.97) {
			t.Errorf("R² is %v", l.Decay.R2)
		}
		if l.State != Pruned || l.Resurrections != 0 {
			t.Errorf("it is %s, with %d resurrections", l.State, l.Resurrections)
		}
		// A tenth of the peak is reached after log₂10 half-lives, give or take the noise.
		latest := 200 - math.Log2(0.1-4*noise)*halfLife
		earliest := 200 - math.Log2(0.1+5.5*noise)*halfLife
		if since := float64(*l.BelowSince); since < earliest-float64(every) || since > latest+float64(every) {
			t.Errorf("it is below since %v, want %v to %v", since, earliest, latest)
		}
		if float64(l.PeakStep) < 200-float64(every)-200*noise || float64(l.PeakStep) > 200+float64(every)+halfLife*0.1 {
			t.Errorf("the peak is at step %d", l.PeakStep)
		}
		if b := *l.Birth; b < 110 || b > 130+every { // a fifth of the peak is reached at step 120
			t.Errorf("it was born at step %d", b)
		}
		if noise > 0 && math.Abs(float64(l.Noise)/noise-1) > 0.5 {
			t.Errorf("the noise is %v, want %v", l.Noise, noise)
		}
	})
}

// sameNumbers compares numbers, of which two that are not defined are the same.
var sameNumbers = cmp.Comparer(func(a, b wording.Number) bool { return a == b || math.IsNaN(float64(a)) && math.IsNaN(float64(b)) })

// drawHistory draws a wild history: swings, silence, jumps.
func drawHistory(t *rapid.T) (h History) {
	r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 2))
	step, w := int64(0), 0.0
	drift := rapid.Float64Range(0, 1).Draw(t, "drift")
	for range rapid.IntRange(0, 300).Draw(t, "records") {
		h.Steps, h.Weights = append(h.Steps, step), append(h.Weights, w)
		step += 1 + r.Int64N(30)
		w = drift*w + r.NormFloat64()*math.Exp(3*r.NormFloat64())
	}
	return h
}

// Whatever unit weights are in, the same things happen in the same steps.
func TestScaleDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := drawHistory(t)
		floor := rapid.SampledFrom([]float64{0, 0.01, 1}).Draw(t, "floor")
		exponent := rapid.IntRange(-200, 200).Draw(t, "exponent")
		scaled := History{Steps: h.Steps}
		for _, w := range h.Weights {
			scaled.Weights = append(scaled.Weights, math.Ldexp(w, exponent))
		}
		want, got := Follow(h, floor, -1, nil, Default), Follow(scaled, math.Ldexp(floor, exponent), -1, nil, Default)
		for _, n := range []*wording.Number{&want.Peak, &want.Final, &want.Noise, &want.Threshold} {
			*n = wording.Number(math.Ldexp(float64(*n), exponent))
		}
		if diff := cmp.Diff(want, got, sameNumbers, cmp.AllowUnexported(Life{}, spell{})); diff != "" {
			t.Errorf("times 2^%d (-want +got):\n%s", exponent, diff)
		}
	})
}

// What is not a number changes nothing but the count.
func TestNaNIsIgnored(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := drawHistory(t)
		bad := History{}
		n := 0
		for i, w := range h.Weights {
			for rapid.IntRange(0, 9).Draw(t, "bad") == 0 && n < 40 {
				bad.Steps = append(bad.Steps, h.Steps[i])
				bad.Weights = append(bad.Weights, rapid.SampledFrom([]float64{math.NaN(), math.Inf(1), math.Inf(-1)}).Draw(t, "value"))
				n++
			}
			bad.Steps, bad.Weights = append(bad.Steps, h.Steps[i]), append(bad.Weights, w)
		}
		want, got := Follow(h, 0.1, -1, nil, Default), Follow(bad, 0.1, -1, nil, Default)
		want.Undefined, want.Records = n, len(bad.Steps)
		if diff := cmp.Diff(want, got, sameNumbers, cmpopts.EquateEmpty(), cmp.AllowUnexported(Life{}, spell{})); diff != "" {
			t.Errorf("with %d of them (-want +got):\n%s", n, diff)
		}
	})
}

// A synapse that comes back is found to, how often and when, if it had been gone for a
// dwell; a swing through 0 is none.
func TestResurrectionsAreFound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := grown(300, 20, 60_000, 1e-3, rapid.Uint64().Draw(t, "seed"))
		times := rapid.IntRange(0, 4).Draw(t, "times")
		for k := range times { // at steps 10000, 20000, …
			for i := range h.Steps {
				if since := h.Steps[i] - int64(10_000*(k+1)); since >= 0 {
					h.Weights[i] += 0.5 * math.Exp2(-float64(since)/300)
				}
			}
		}
		l := Follow(h, h.Noise(), -1, nil, Default)
		if l.Resurrections != times || l.State != Pruned {
			t.Fatalf("%d resurrections of %d, and it is %s", l.Resurrections, times, l.State)
		}
		for k := range times {
			if s := l.spells[k]; !s.over || s.end != int64(10_000*(k+1)) {
				t.Errorf("resurrection %d is at %d: %+v", k, s.end, s)
			}
		}
		// 0.5 falls below a tenth of the peak in log₂5 half-lives, some 700 steps.
		if want := int64(10_000*times) + 700; times > 0 && (*l.BelowSince < want-100 || *l.BelowSince > want+100) {
			t.Errorf("it is pruned since %d, want %d", *l.BelowSince, want)
		}
		if want := int64(60_000 - 200 - 1000 - 700*times); l.Below < want-200*int64(times+1) || l.Below > want+200*int64(times+1) {
			t.Errorf("it was pruned for %d steps, want %d", l.Below, want)
		}
	})
}

func TestASwingIsNoPruning(t *testing.T) {
	h := History{}
	for step := int64(0); step < 10_000; step += 10 {
		h.Steps, h.Weights = append(h.Steps, step), append(h.Weights, math.Cos(float64(step)/1000))
	}
	l := Follow(h, 0, -1, nil, Criterion{Fraction: 0.1, Noise: 3, Hysteresis: 2, Dwell: 500})
	if l.State != Active || l.Resurrections != 0 || l.Below != 0 {
		t.Errorf("it is %s, %d resurrections, %d steps below", l.State, l.Resurrections, l.Below)
	}
	if l := Follow(h, 0, -1, nil, Criterion{Fraction: 0.1, Noise: 3, Hysteresis: 2, Dwell: 50}); l.Resurrections != 3 {
		t.Errorf("%d resurrections with a dwell of 50 steps, want 3", l.Resurrections)
	}
}

// Around the threshold nothing happens: it takes the hysteresis to come back.
// A synapse that rose above a tenth of its peak, though not so far that it came back, is not pruned from then on.
func TestARiseEndsAPruning(t *testing.T) {
	var h History
	for step, w := range []float64{0, 1, 1, 0.05, 0.05, 0.05, 0.05, 0.15, 0.05, 0.15, 0.15} {
		h.Steps, h.Weights = append(h.Steps, int64(step)), append(h.Weights, w)
	}
	if l := Follow(h, 0, -1, nil, Default); l.State != Active || l.BelowSince != nil || l.Below != 6 || l.Resurrections != 0 {
		t.Errorf("it is %s since %v, was pruned for %d steps and came back %d times; want active, 6 steps and 0 times", l.State, l.BelowSince, l.Below, l.Resurrections)
	}
}

func TestHysteresis(t *testing.T) {
	h := History{Steps: []int64{0}, Weights: []float64{1}}
	for step := int64(10); step < 1100; step += 10 {
		h.Steps, h.Weights = append(h.Steps, step), append(h.Weights, []float64{0.05, 0.19}[step/100%2])
	}
	if l := Follow(h, 0, -1, nil, Default); l.Resurrections != 0 || l.State != Pruned || *l.BelowSince != 10 {
		t.Errorf("below twice the threshold: %+v", l)
	}
	loose := Default
	loose.Hysteresis = 1.8
	if l := Follow(h, 0, -1, nil, loose); l.Resurrections != 5 {
		t.Errorf("above 1.8 times the threshold there are %d resurrections, want 5", l.Resurrections)
	}
}

func TestStates(t *testing.T) {
	steps := make([]int64, 100)
	for i := range steps {
		steps[i] = int64(10 * i)
	}
	series := func(f func(step int64) float64) History {
		h := History{Steps: steps}
		for _, s := range steps {
			h.Weights = append(h.Weights, f(s))
		}
		return h
	}
	cut := series(func(s int64) float64 { return []float64{1, 0}[min(s/400, 1)] })
	for name, c := range map[string]struct {
		h     History
		floor float64
		cut   int64
		want  State
	}{
		"nothing":                     {History{}, 0, -1, Absent},
		"silence":                     {series(func(int64) float64 { return 0 }), 0, -1, Absent},
		"lesioned before it grew":     {series(func(int64) float64 { return 0 }), 0, 50, Lesioned},
		"lesioned":                    {cut, 0, 390, Lesioned},
		"silent at once":              {cut, 0, -1, Pruned}, // as a rule may do that keeps weights at 0 or above
		"faint":                       {series(func(s int64) float64 { return []float64{1, 0.2}[min(s/400, 1)] }), 0.1, -1, Faint},
		"pruned in the noise":         {series(func(s int64) float64 { return []float64{1, 0.01}[min(s/400, 1)] }), 0.1, -1, Pruned},
		"as it began":                 {series(func(int64) float64 { return 1 }), 0, -1, Active},
		"in the noise":                {series(func(s int64) float64 { return float64(s%20) - 5 }), 10, -1, Unborn},
		"lesioned, then back":         {series(func(s int64) float64 { return []float64{1, 0, 1}[min(s/300, 2)] }), 0, 290, Active},
		"a sign that is always 0-ish": {series(func(s int64) float64 { return math.Pow(-1, float64(s/10)) * math.Exp(-float64(s)/50) }), 0, -1, Pruned},
	} {
		l := Follow(c.h, c.floor, c.cut, nil, Default)
		if l.State != c.want {
			t.Errorf("%s: %s, want %s", name, l.State, c.want)
		}
		if (l.State == Lesioned) != (l.LesionedAt != nil) || l.Pruned != (l.State == Pruned) {
			t.Errorf("%s: %+v", name, l)
		}
		if l.LesionedAt != nil && c.cut >= 0 && *l.LesionedAt != c.cut {
			t.Errorf("%s: lesioned at %d", name, *l.LesionedAt)
		}
	}
}

// Why there is no fit is said.
func TestNoFit(t *testing.T) {
	flat := grown(1e9, 10, 5000, 0, 1)
	if d := Follow(flat, 0, -1, nil, Default).Decay; d.Why != "it has not fallen to half of its peak" || d.HalfLife.Finite() {
		t.Errorf("a synapse that stays: %+v", d)
	}
	short := grown(100, 100, 600, 0, 1)
	if d := Follow(short, 0, -1, nil, Default).Decay; d.Why != "it has 5 records from the peak on, and a fit needs 8" {
		t.Errorf("few records: %+v", d)
	}
	noisy := grown(300, 10, 5000, 0.15, 1)
	if d := Follow(noisy, 0.15, -1, nil, Default).Decay; d.Why == "" || d.HalfLife.Finite() {
		t.Errorf("noise: %+v", d)
	}
}

func TestCriterionIsChecked(t *testing.T) {
	if err := Default.Validate(); err != nil {
		t.Error(err)
	}
	for _, c := range []Criterion{{}, {Fraction: 1, Hysteresis: 1}, {Fraction: 0.6, Hysteresis: 2}, {Fraction: 0.1, Hysteresis: 0.5}, {Fraction: 0.1, Hysteresis: 2, Noise: math.NaN()}, {Fraction: 0.1, Hysteresis: 2, Dwell: -1}} {
		if c.Validate() == nil {
			t.Errorf("%+v is accepted", c)
		}
	}
}

// Thinning keeps what was recorded, evenly, with the peak and the last record.
func TestThinning(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := history{every: 1, room: rapid.IntRange(1, 20).Draw(t, "room")}
		n := rapid.IntRange(1, 500).Draw(t, "records")
		peak := rapid.IntRange(0, n-1).Draw(t, "peak")
		for i := range n {
			w := 1.0
			if i == peak {
				w = -1.5
			}
			h.add(int64(3*i), w)
		}
		h.end()
		if h.Peak != 1.5 || h.PeakAt != int64(3*peak) || h.Steps[len(h.Steps)-1] != int64(3*(n-1)) || len(h.Steps) > h.room+1 {
			t.Fatalf("%+v", h)
		}
		if !slices.IsSorted(h.Steps) || h.Steps[0] != 0 {
			t.Fatalf("steps %v", h.Steps)
		}
		for i := 1; i < len(h.Steps)-1; i++ {
			if h.Steps[i]-h.Steps[i-1] != int64(3*h.every) {
				t.Fatalf("steps %v", h.Steps)
			}
		}
	})
}
