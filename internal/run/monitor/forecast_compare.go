package monitor

import (
	"math"
	"strings"

	"twophase/circuit"
	"twophase/circuit/theory"
	"twophase/internal/measure"
	"twophase/internal/numerics/quantile"
	"twophase/internal/text/wording"
	"twophase/internal/traces/result"
)

// Compare puts the forecast beside what was observed in the trials.
func (f *Forecast) Compare(rate circuit.Rate, findings []*Finding) *result.Theory {
	c, predicted := &result.Theory{Offline: f.offline}, wording.Numbers(f.linear.Point.Scales())
	var observed []wording.Number
	for i := range predicted {
		observed = append(observed, median(findings, func(r *Finding) float64 { return f.scales(r.Weights.MOf(f.lateral))[i] }))
	}
	if f.turns {
		c.Eigenvalues, c.ObservedEigenvalues = predicted, observed
	} else {
		c.Scales, c.ObservedScales = predicted, observed
	}

	noise := f.noise(rate, findings[0].Curve)
	c.Time = wording.Number(noise[len(noise)-1].time)
	for i, followed := range f.followed {
		pair := f.linear.Pairs[followed]
		o := observe(findings, pair.Slowest(), func(r *Finding) []Sample {
			samples := f.samples(r, noise)
			for n := range samples {
				samples[n].Value, samples[n].Noise = math.Abs(r.Path.Lateral[n][i]), noise[n].lateral[i]
			}
			return samples
		}, func(v float64) float64 { return v * v })
		o.Outputs = &[2]int{pair.I, pair.J}
		o.Final = wording.Number(math.Sqrt(float64(o.Final)))
		c.Lateral = append(c.Lateral, o)
	}

	// E_Pro is a square, so it decays at twice the rate of its root.
	c.Error = observe(findings, complex(2*f.linear.SlowestDecay(), 0), func(r *Finding) []Sample {
		samples := f.samples(r, noise)
		for n := range samples {
			samples[n].Value, samples[n].Noise = float64(r.Curve[n].Error), noise[n].failure
		}
		return samples
	}, func(v float64) float64 { return v })
	if f.turns {
		c.Error.Fitted.Why = strings.Replace(c.Error.Fitted.Why, "components are", "subspace is", 1)
	}
	return c
}

// expectation is what noise alone would leave at one look.
type expectation struct {
	time    float64 // s = Σα_t
	lateral []float64
	failure float64 // E_Pro
}

// roundoff bounds, generously, the relative error of a sum of products in double precision.
const roundoff = 0x1p-48

// noise returns what is expected at each look. Offline, that is what rounding leaves.
func (f *Forecast) noise(rate circuit.Rate, curve []measure.Point) []expectation {
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
		for _, n := range f.followed {
			at.lateral = append(at.lateral, noise.Weight(n))
		}
		if f.offline {
			at.failure = roundoff * roundoff
			for i := range at.lateral {
				at.lateral[i] = roundoff * f.linear.Point.Scales()[0]
			}
		}
		all = append(all, at)
	}
	return all
}

// samples returns the looks of a trial, without values.
func (f *Forecast) samples(r *Finding, noise []expectation) []Sample {
	samples := make([]Sample, len(r.Curve))
	for n, point := range r.Curve {
		samples[n] = Sample{Step: point.Step, Time: noise[n].time, Linear: r.Path.Linear[n], Even: f.offline}
	}
	return samples
}

// observe fits a decay to each trial where the theory predicts one. The final value is the
// mean over the trials of a moment of the last values.
func observe(findings []*Finding, slowest complex128, of func(*Finding) []Sample, moment func(float64) float64) result.Observation {
	o := result.Observation{Predicted: wording.Number(real(slowest))}
	var decays []result.Decay
	for _, r := range findings {
		samples := of(r)
		last := samples[len(samples)-1]
		o.Final += wording.Number(moment(last.Value) / float64(len(findings)))
		o.Noise = wording.Number(last.Noise)
		switch {
		case real(slowest) >= 0:
			decays = append(decays, Unfitted("does not decay"))
		case imag(slowest) != 0:
			decays = append(decays, Unfitted("oscillates while it decays"))
		default:
			decays = append(decays, fitDecay(samples, real(slowest)))
		}
	}
	if real(slowest) > 0 { // there is no fixed point about which it could fluctuate
		o.Noise = wording.NaN
	}
	o.Fitted = pooled(decays)
	return o
}

// median returns the median of a number over the trials.
func median(findings []*Finding, of func(*Finding) float64) wording.Number {
	var values []float64
	for _, r := range findings {
		values = append(values, of(r))
	}
	return wording.Number(quantile.Median(values))
}
