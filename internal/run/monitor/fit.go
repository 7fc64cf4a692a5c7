package monitor

import (
	"math"

	"gonum.org/v1/gonum/stat"

	"twophase/internal/numerics/quantile"
	"twophase/internal/text/wording"
	"twophase/internal/traces/result"
)

// Sample is a quantity at one look, and its size if noise alone were left.
type Sample struct {
	Step   int
	Time   float64 // s = Σα_t
	Value  float64 // not negative
	Noise  float64
	Linear bool // the circuit is near its fixed point
	Even   bool // rounding is the only noise, so that all looks have the same weight in a fit
}

// A fit needs values well above the noise, at enough looks, over a time in which the
// predicted decay is at least by a factor e.
const (
	clearOfNoise = 3
	fewestLooks  = 5
	leastDecay   = 1
)

// fitDecay fits a line to ln value over time. The fit begins at the look from which on the
// circuit stays near its fixed point. It ends at the last look before the value first falls
// into the noise. The predicted rate only decides how long that must be.
//
// Each look has the weight value²/noise², the inverse of the variance of ln value. The
// noise of neighbouring looks is not independent. So the error of the rate is the error of
// the last ln value over the whole time. Where rounding is the only noise, all looks weigh alike, and
// the error is the standard error of the slope, from what is left of the curve without its line.
func fitDecay(samples []Sample, predicted float64) result.Decay {
	from := 0
	for i, s := range samples {
		if !s.Linear {
			from = i + 1
		}
	}
	if from == len(samples) {
		return Unfitted("the components are not found yet")
	}
	if math.IsNaN(samples[from].Noise) {
		return Unfitted("the noise is not known")
	}
	to := from
	for to < len(samples) && samples[to].Value >= clearOfNoise*samples[to].Noise {
		to++
	}
	if to == from {
		return Unfitted("in the noise by the time the components are found")
	}
	first, last := samples[from], samples[to-1]
	if passed := last.Time - first.Time; to-from < fewestLooks || -predicted*passed < leastDecay {
		if to < len(samples) {
			return Unfitted("in the noise too soon after the components are found")
		}
		return Unfitted("too few steps after the components are found")
	}
	var times, logs, weights []float64
	for _, s := range samples[from:to] {
		times, logs = append(times, s.Time), append(logs, math.Log(s.Value))
		weights = append(weights, s.Value*s.Value/(s.Noise*s.Noise))
	}
	off := last.Noise / last.Value / (last.Time - first.Time)
	if first.Even {
		weights = nil
	}
	intercept, slope := stat.LinearRegression(times, logs, weights, false)
	if first.Even {
		off = standardError(times, logs, intercept, slope)
	}
	return result.Decay{
		Rate: wording.Number(slope), Error: wording.Number(off),
		Trials: 1, From: first.Step, To: last.Step,
	}
}

// standardError returns that of the slope of a line through at least three points.
func standardError(x, y []float64, intercept, slope float64) float64 {
	mean, square, rest := stat.Mean(x, nil), 0., 0.
	for i, v := range x {
		square += (v - mean) * (v - mean)
		off := y[i] - intercept - slope*v
		rest += off * off
	}
	return math.Sqrt(rest / float64(len(x)-2) / square)
}

// Unfitted returns a Decay without a rate, for a reason.
func Unfitted(why string) result.Decay {
	return result.Decay{Rate: wording.NaN, Error: wording.NaN, Why: why}
}

// pooled returns the decays of several trials as one: the median of the fitted rates, or
// the most frequent reason why there is none.
func pooled(decays []result.Decay) result.Decay {
	all := result.Decay{Rate: wording.NaN, Error: wording.NaN}
	var rates, errors []float64
	reasons := make(map[string]int)
	for _, d := range decays {
		if d.Why != "" {
			if reasons[d.Why]++; reasons[d.Why] > reasons[all.Why] {
				all.Why = d.Why
			}
			continue
		}
		rates, errors = append(rates, float64(d.Rate)), append(errors, float64(d.Error))
		if all.Trials == 0 || d.From < all.From {
			all.From = d.From
		}
		all.To = max(all.To, d.To)
		all.Trials++
	}
	if all.Trials == 0 {
		return all
	}
	all.Rate, all.Why = wording.Number(quantile.Median(rates)), ""
	all.Error = wording.Number(quantile.Median(errors) / math.Sqrt(float64(all.Trials)))
	return all
}
