package pruning

import (
	"math"
	"slices"
	"sort"

	"twophase/internal/numerics/quantile"
)

// History is the recorded weights of one synapse, in ascending order of step.
type History struct {
	Steps   []int64
	Weights []float64
	Peak    float64 // largest |weight| of records that are left out, if known
	PeakAt  int64   // its step
}

// finite returns the history without records that are not finite, and their number.
func (h History) finite() (History, int) {
	bad := 0
	for _, w := range h.Weights {
		if !(math.Abs(w) <= math.MaxFloat64) {
			bad++
		}
	}
	if bad == 0 {
		return h, 0
	}
	kept := History{Peak: h.Peak, PeakAt: h.PeakAt}
	for i, w := range h.Weights {
		if math.Abs(w) <= math.MaxFloat64 {
			kept.Steps, kept.Weights = append(kept.Steps, h.Steps[i]), append(kept.Weights, w)
		}
	}
	return kept, bad
}

// alive returns the history up to a lesion, and the step of the lesion; or nil if there was none, or if the synapse was
// given a weight again since.
func (h History) alive(cut int64) (History, *int64) {
	n := len(h.Weights)
	if cut < 0 || n == 0 || h.Weights[n-1] != 0 {
		return h, nil
	}
	for n > 0 && h.Weights[n-1] == 0 {
		n--
	}
	if n == 0 {
		return h, &cut // it was 0 already
	}
	return History{h.Steps[:n], h.Weights[:n], h.Peak, h.PeakAt}, &cut
}

// peak returns the largest |weight| and its step.
func (h History) peak() (peak float64, at int64) {
	peak, at = h.Peak, h.PeakAt
	for i, w := range h.Weights {
		if a := math.Abs(w); a > peak {
			peak, at = a, h.Steps[i]
		}
	}
	return peak, at
}

// fewest is the smallest number of records for noise and a fit.
const fewest = 8

// gaussian is the ratio of the standard deviation of a normal variable to its median
// absolute deviation.
const gaussian = 1.482602218505602

// Noise returns the standard deviation of the weights in the last quarter of the recorded
// steps, or in the last records if these are fewer than fewest. It uses the median absolute
// deviation from the median, so that a few large moves do not count. It is 0 for fewer than
// 2 records.
func (h History) Noise() float64 {
	n := len(h.Steps)
	if n < 2 {
		return 0
	}
	from := h.Steps[n-1] - (h.Steps[n-1]-h.Steps[0])/4
	first := sort.Search(n, func(i int) bool { return h.Steps[i] >= from })
	late := slices.Clone(h.Weights[max(0, min(first, n-fewest)):])
	middle := quantile.Median(late)
	for i, w := range late {
		late[i] = math.Abs(w - middle)
	}
	return gaussian * quantile.Median(late)
}

// spell is a time in which a synapse was pruned, and had not come back.
type spell struct {
	from, end int64 // steps; the end is that of the resurrection or of the recording
	over      bool  // it came back
}

// spells returns the record in which |weight| first reached high, −1 if it never did,
// and the times after it in which it fell below low and stayed below high for a dwell, or to the end. A time that
// is not over ends where |weight| was below low for the last time.
func (h History) spells(low, high float64, dwell int64) (birth int, all []spell) {
	birth = -1
	below := int64(-1) // since when
	end := func(at int64, over bool) {
		if below >= 0 && (at-below >= dwell || !over && at == h.Steps[len(h.Steps)-1]) {
			all = append(all, spell{below, at, over})
		}
		below = -1
	}
	for i, w := range h.Weights {
		switch a := math.Abs(w); {
		case a >= high:
			if birth < 0 {
				birth = i
			}
			end(h.Steps[i], true)
		case a < low && birth >= 0 && below < 0:
			below = h.Steps[i]
		}
	}
	if below >= 0 {
		last := len(h.Steps) - 1
		for last > 0 && math.Abs(h.Weights[last-1]) >= low {
			last--
		}
		end(h.Steps[last], false)
	}
	return birth, all
}
