package pruning

import (
	"fmt"
	"math"

	"twophase/internal/text/wording"
)

// Decay is a straight line through the logarithm of a synapse's envelope, over the
// steps from its peak to where it meets the noise.
type Decay struct {
	HalfLife wording.Number `json:"half_life"`     // steps; null if there is no fit
	R2       wording.Number `json:"r2"`            // share of the logarithm's variance that the line explains
	From     int64          `json:"from"`          // the peak
	To       int64          `json:"to"`            // the last step of the fit
	Records  int            `json:"records"`       // of the fit
	Why      string         `json:"why,omitempty"` // why there is no fit
}

func noFit(format string, values ...any) Decay {
	return Decay{HalfLife: wording.NaN, R2: wording.NaN, Why: fmt.Sprintf(format, values...)}
}

// standsOut returns the size above which an envelope of n records is not noise: the largest
// of n normal variables plus one standard deviation, with the error of the noise, which
// comes from a quarter of the records.
func (h History) standsOut() float64 {
	n := float64(len(h.Steps))
	return h.Noise() * (math.Sqrt(2*math.Log(n)) + 1) * (1 + 5/math.Sqrt(n))
}

// decay fits the envelope from the peak on: the largest |weight| from a record until the
// synapse was resurrected, or until the end. So a weight that changes its sign on its way
// has the envelope of its swings.
func (h History) decay(peak int64, spells []spell) Decay {
	first, end := 0, len(h.Steps)
	for first < end && h.Steps[first] < peak {
		first++
	}
	for _, s := range spells {
		if s.over && s.end > peak {
			for end > first && h.Steps[end-1] >= s.end {
				end--
			}
			break
		}
	}
	if end-first < fewest {
		return noFit("it has %s from the peak on, and a fit needs %d", wording.Count(end-first, "record"), fewest)
	}
	steps := h.Steps[first:end]
	envelope := make([]float64, len(steps))
	largest := 0.0
	for i := len(steps) - 1; i >= 0; i-- {
		largest = max(largest, math.Abs(h.Weights[first+i]))
		envelope[i] = largest
	}
	floor := h.standsOut()
	n := 0
	for n < len(steps) && envelope[n] > floor {
		n++
	}
	switch {
	case n < fewest:
		return noFit("it has %s out of the noise after the peak, and a fit needs %d", wording.Count(n, "record"), fewest)
	case envelope[n-1] > envelope[0]/2 && n < len(steps):
		return noFit("the noise hides it before it has fallen to half of its peak")
	case envelope[n-1] > envelope[0]/2:
		return noFit("it has not fallen to half of its peak")
	}
	d := Decay{From: steps[0], To: steps[n-1], Records: n}
	slope, r2 := line(steps[:n], envelope[:n])
	d.HalfLife, d.R2 = wording.Number(-math.Ln2/slope), wording.Number(r2)
	return d
}

// line returns the slope of the straight line through the logarithms of values over steps,
// and R². Equal noise in all values is noise of size 1/value in their logarithms, so each
// point has the weight value². The values descend, and not all are equal.
func line(steps []int64, values []float64) (slope, r2 float64) {
	var sum, meanX, meanY float64
	each := func(f func(weight, x, y float64)) {
		for i, v := range values {
			v /= values[0]
			f(v*v, float64(steps[i]-steps[0]), math.Log(v))
		}
	}
	each(func(w, x, y float64) { sum, meanX, meanY = sum+w, meanX+w*x, meanY+w*y })
	meanX, meanY = meanX/sum, meanY/sum
	var xx, xy, yy float64
	each(func(w, x, y float64) {
		x, y = x-meanX, y-meanY
		xx, xy, yy = xx+w*x*x, xy+w*x*y, yy+w*y*y
	})
	return xy / xx, xy * xy / (xx * yy)
}
