package monitor

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"twophase/internal/traces/result"
)

// decaying returns looks at a·e^{−rate·s}, half a unit of time apart, beside a
// constant noise; from look near on the circuit is near its fixed point.
func decaying(a, rate, noise float64, near, looks int) []Sample {
	samples := make([]Sample, looks)
	for i := range samples {
		time := float64(i) / 2
		samples[i] = Sample{Step: 10 * i, Time: time, Value: a * math.Exp(-rate*time), Noise: noise, Linear: i >= near}
	}
	return samples
}

// An exponential is found, whatever stands before it and behind it.
func TestFitDecay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rate := rapid.Float64Range(0.02, 1).Draw(t, "rate")
		near := rapid.IntRange(0, 20).Draw(t, "near")
		usable := math.Log(0.1/0.003) / rate * 2 // looks until it is three times the noise
		samples := decaying(0.1*math.Exp(rate*float64(near)/2), rate, 0.001, near, near+int(usable)+30)
		for i := range near {
			samples[i].Value = rapid.Float64Range(0, 5).Draw(t, "before")
		}
		for i := near + int(usable) + 1; i < len(samples); i++ {
			samples[i].Value = rapid.Float64Range(0, 0.0029).Draw(t, "in the noise")
		}
		d := fitDecay(samples, -rate)
		if looks := int(usable) + 1; looks < fewestLooks {
			if d.Why != "in the noise too soon after the components are found" {
				t.Errorf("%d looks: %+v", looks, d)
			}
			return
		}
		if math.Abs(float64(d.Rate)+rate) > 1e-12 || d.Trials != 1 || d.From != 10*near || d.To != 10*(near+int(usable)) {
			t.Errorf("fitted %+v, want the rate %g from step %d to %d", d, -rate, 10*near, 10*(near+int(usable)))
		}
		passed := float64(int(usable)) / 2
		if want := 0.001 / (0.1 * math.Exp(-rate*passed)) / passed; math.Abs(float64(d.Error)/want-1) > 1e-9 {
			t.Errorf("its error is %v, want %g", d.Error, want)
		}
	})
}

func TestDecaysThatCannotBeFitted(t *testing.T) {
	lost := decaying(1, 0.1, 0.001, 0, 50)
	lost[49].Linear = false
	for want, samples := range map[string][]Sample{
		"the components are not found yet":                     lost,
		"in the noise by the time the components are found":    decaying(1, 0.1, 1, 10, 50),
		"in the noise too soon after the components are found": decaying(1, 0.1, 0.3, 0, 50),
		"too few steps after the components are found":         decaying(1, 0.1, 0.001, 40, 50),
	} {
		if d := fitDecay(samples, -0.1); d.Why != want || d.Rate.Finite() || d.Trials != 0 {
			t.Errorf("%+v, want %q", d, want)
		}
	}
}

func TestPooledDecays(t *testing.T) {
	noisy := Unfitted("in the noise")
	d := pooled([]result.Decay{{Rate: -1, Error: 0.2, Trials: 1, From: 20, To: 50}, noisy, {Rate: -3, Error: 0.2, Trials: 1, From: 10, To: 40}, noisy,
		{Rate: -2, Error: 0.2, Trials: 1, From: 30, To: 60}, {Rate: -2.5, Error: 0.2, Trials: 1, From: 30, To: 60}})
	if want := (result.Decay{Rate: -2.25, Error: 0.1, Trials: 4, From: 10, To: 60}); d != want {
		t.Errorf("pooled %+v, want %+v", d, want)
	}
	if d := pooled([]result.Decay{Unfitted("once"), noisy, noisy}); d.Why != "in the noise" || d.Rate.Finite() {
		t.Errorf("pooled %+v", d)
	}
}

// A look near the noise counts for less than one that is clear of it: one that is
// off moves the rate by the lever of its time and the square of its value.
func TestFitDecayWeighsTheNoise(t *testing.T) {
	const rate, off = 0.2, 1.1
	exact := decaying(1, rate, 0.001, 0, 25)
	moved := func(look int) float64 {
		samples := decaying(1, rate, 0.001, 0, 25)
		samples[look].Value *= off
		return math.Abs(float64(fitDecay(samples, -rate).Rate + rate))
	}
	// A line through points of weights w_n = value² at times t_n moves its slope
	// by w_n(t_n − t̄)/Σw(t − t̄)² for each unit of ln value.
	var sum, mean, square float64
	for _, s := range exact {
		sum += s.Value * s.Value
		mean += s.Value * s.Value * s.Time
	}
	mean /= sum
	for _, s := range exact {
		square += s.Value * s.Value * (s.Time - mean) * (s.Time - mean)
	}
	for _, look := range []int{0, 24} {
		s := exact[look]
		want := math.Log(off) * s.Value * s.Value * math.Abs(s.Time-mean) / square
		// The moved look weighs off² times as much, which moves the mean, too.
		if got := moved(look); got < want || got > off*off*want {
			t.Errorf("10 %% at look %d move the rate by %g, want a little over %g", look, got, want)
		}
	}
}
