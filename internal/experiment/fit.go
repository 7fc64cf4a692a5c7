package experiment

import (
	"math"

	"gonum.org/v1/gonum/stat"
)

// sample is a quantity at one look, beside what noise alone would make of it.
type sample struct {
	step   int
	time   float64 // s = Σα_t
	value  float64 // not negative
	noise  float64
	linear bool // the circuit is near its fixed point
}

// Decay is an exponential that was fitted to what was observed, or why none was.
type Decay struct {
	Rate   Number `json:"rate"`   // per unit of Σα_t, the median of the trials fitted; null if there are none
	Error  Number `json:"error"`  // of the rate, from the noise
	Trials int    `json:"trials"` // in which it could be fitted
	From   int    `json:"from"`   // first and last step that were used
	To     int    `json:"to"`
	Why    string `json:"why,omitempty"` // no rate was fitted
}

// What is needed for a fit: a value so many times its noise, at so many looks, for
// so long that the predicted decay is by a factor e.
const (
	clearOfNoise = 3
	fewestLooks  = 5
	leastDecay   = 1
)

// fitDecay fits ln value over time by a line, from the look at which the circuit
// has come near its fixed point, for good, to the last one before the value first
// falls into the noise. The predicted rate only decides how long that must be.
//
// Each look counts by the inverse of the variance noise²/value² of its ln value.
// The noise of neighbouring looks is one and the same, so that the error of the
// rate is not that of independent looks: it is taken as that of the last ln value
// over the whole time.
func fitDecay(samples []sample, predicted float64) Decay {
	from := 0
	for i, s := range samples {
		if !s.linear {
			from = i + 1
		}
	}
	if from == len(samples) {
		return unfitted("the components are not found yet")
	}
	if math.IsNaN(samples[from].noise) {
		return unfitted("the noise is not known")
	}
	to := from
	for to < len(samples) && samples[to].value >= clearOfNoise*samples[to].noise {
		to++
	}
	if to == from {
		return unfitted("in the noise by the time the components are found")
	}
	first, last := samples[from], samples[to-1]
	if passed := last.time - first.time; to-from < fewestLooks || -predicted*passed < leastDecay {
		if to < len(samples) {
			return unfitted("in the noise too soon after the components are found")
		}
		return unfitted("too few steps after the components are found")
	}
	var times, logs, weights []float64
	for _, s := range samples[from:to] {
		times, logs = append(times, s.time), append(logs, math.Log(s.value))
		weights = append(weights, s.value*s.value/(s.noise*s.noise))
	}
	_, slope := stat.LinearRegression(times, logs, weights, false)
	return Decay{
		Rate: Number(slope), Error: Number(last.noise / last.value / (last.time - first.time)),
		Trials: 1, From: first.step, To: last.step,
	}
}

func unfitted(why string) Decay { return Decay{Rate: nan, Error: nan, Why: why} }

// pooled returns the decays of several trials as one: the median rate of those
// that were fitted, or the reason that the most trials have for none.
func pooled(decays []Decay) Decay {
	all := Decay{Rate: nan, Error: nan}
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
	rate, _, _ := quartiles(rates)
	typical, _, _ := quartiles(errors)
	all.Rate, all.Error, all.Why = rate, typical/Number(math.Sqrt(float64(all.Trials))), ""
	return all
}
