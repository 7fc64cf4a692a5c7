package experiment

import (
	"math"

	"twophase/circuit"
	"twophase/circuit/theory"
)

// Comparison is theory beside observation: the fixed point of the mean-field
// flow, the rates at which the linearised flow comes to it, and what the noise of
// learning online leaves, beside what the trials did. Time is s = Σα_t, in which
// the flow's rates do not depend on the learning rate.
//
// The rates are those of the last moment: of the slowest part, in the limit of
// small perturbations. Before it, E_Pro may fall faster, for it hardly sees
// components that turn into one another, which is the slowest. And M_ij of a fast
// pair i, j may fall more slowly, as the products of small perturbations do that
// turn i into k and k into j.
type Comparison struct {
	Time           Number        `json:"time"`            // s at the end
	Scales         []Number      `json:"scales"`          // m_i predicted, on the diagonal of M
	ObservedScales []Number      `json:"observed_scales"` // medians at the end
	Lateral        []Observation `json:"lateral"`         // |M_ij| of pairs, of many the slowest and the fastest
	Error          Observation   `json:"e_pro"`
}

// Observation is one quantity that decays, predicted and observed.
type Observation struct {
	Outputs   *[2]int `json:"outputs,omitempty"` // of a pair
	Predicted Number  `json:"predicted_rate"`    // of the slowest decay, per unit of Σα_t
	Fitted    Decay   `json:"fitted"`
	Final     Number  `json:"final"` // root mean square of M_ij, mean of E_Pro, at the last step
	Noise     Number  `json:"noise"` // the same, expected of noise alone
}

// A circuit counts as near its fixed point, where the flow is linear, from a |cos|
// of every component (18 degrees) and a relative error of every scale on.
const (
	foundComponent = 0.95
	foundScale     = 0.1
)

// compare puts the forecast beside what the trials did.
func (f *forecast) compare(rate circuit.Rate, results []*Result) *Comparison {
	c := &Comparison{Scales: numbers(f.linear.Point.Scales())}
	k := len(c.Scales)
	for i := range k {
		c.ObservedScales = append(c.ObservedScales, median(results, func(r *Result) float64 { return r.weights.M[i*k+i] }))
	}

	noise := f.noise(rate, results[0].Curve)
	c.Time = Number(noise[len(noise)-1].time)
	for i, number := range f.followed {
		pair := f.linear.Pairs[number]
		o := observe(results, pair.Slowest(), func(r *Result) []sample {
			samples := r.samples(noise)
			for n := range samples {
				samples[n].value, samples[n].noise = math.Abs(r.path.Lateral[n][i]), noise[n].lateral[i]
			}
			return samples
		}, func(v float64) float64 { return v * v })
		o.Outputs = &[2]int{pair.I, pair.J}
		o.Final = Number(math.Sqrt(float64(o.Final)))
		c.Lateral = append(c.Lateral, o)
	}

	// E_Pro is a square, and goes twice as fast as what it is a square of.
	c.Error = observe(results, complex(2*f.linear.Slowest(), 0), func(r *Result) []sample {
		samples := r.samples(noise)
		for n := range samples {
			samples[n].value, samples[n].noise = float64(r.Curve[n].Error), noise[n].failure
		}
		return samples
	}, func(v float64) float64 { return v })
	return c
}

// expectation is what noise alone would make of a circuit at one look.
type expectation struct {
	time    float64 // s = Σα_t
	lateral []float64
	failure float64 // E_Pro
}

// noise returns what is expected at each look.
func (f *forecast) noise(rate circuit.Rate, curve []Point) []expectation {
	noise, at, step := theory.NewNoise(f.linear), expectation{}, 0
	var all []expectation
	for _, point := range curve {
		var sum, squares float64
		for ; step < point.Step; step++ {
			a := rate.At(step + 1)
			sum += a
			squares += float64(a * a)
		}
		noise.Advance(sum, squares)
		at.time, at.lateral, at.failure = at.time+sum, nil, noise.Error()
		for _, number := range f.followed {
			at.lateral = append(at.lateral, noise.Lateral(number))
		}
		all = append(all, at)
	}
	return all
}

// samples returns the looks of a trial, without values.
func (r *Result) samples(noise []expectation) []sample {
	samples := make([]sample, len(r.Curve))
	for n, point := range r.Curve {
		samples[n] = sample{step: point.Step, time: noise[n].time, linear: r.path.Linear[n]}
	}
	return samples
}

// observe fits a decay to each trial where the theory says that there is one. It
// takes the mean of a moment of the last values over the trials.
func observe(results []*Result, slowest complex128, of func(*Result) []sample, moment func(float64) float64) Observation {
	o := Observation{Predicted: Number(real(slowest))}
	var decays []Decay
	for _, r := range results {
		samples := of(r)
		last := samples[len(samples)-1]
		o.Final += Number(moment(last.value) / float64(len(results)))
		o.Noise = Number(last.noise)
		switch {
		case real(slowest) >= 0:
			decays = append(decays, unfitted("does not decay"))
		case imag(slowest) != 0:
			decays = append(decays, unfitted("oscillates while it decays"))
		default:
			decays = append(decays, fitDecay(samples, real(slowest)))
		}
	}
	if real(slowest) > 0 { // there is no fixed point for it to fluctuate about
		o.Noise = nan
	}
	o.Fitted = pooled(decays)
	return o
}

// median returns the median of a number over the trials.
func median(results []*Result, of func(*Result) float64) Number {
	var values []float64
	for _, r := range results {
		values = append(values, of(r))
	}
	middle, _, _ := quartiles(values)
	return middle
}
