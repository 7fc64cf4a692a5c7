package pruning

import (
	"math"
	"slices"
	"sort"

	"twophase/internal/quantile"
)

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
