package reproduce

import (
	"math"

	"twophase/internal/numerics/quantile"
)

// Verdict says how an entry of the paper compares with the trials.
type Verdict string

const (
	// Agrees: the paper's value is within the range in which 90 % of the trials
	// lie, or within a factor of 2 of their median.
	Agrees Verdict = "agrees"
	// Differs: it is neither.
	Differs Verdict = "differs"
	// BelowFloor: it is neither, and below what batch PCA of as many samples is
	// expected to reach.
	BelowFloor Verdict = "below floor"
	// NotPrinted: the paper does not have the network.
	NotPrinted Verdict = "not in the paper"
)

// The range of the trials, and the factor of their median, within which an entry
// agrees.
const (
	lowTrials, highTrials = 0.05, 0.95
	factor                = 2
)

// star is the bound of the paper's *.
const star = 1e-18

// judge compares an entry of the paper with E_Pro of the trials, ascending. The
// entry 0, the paper's *, stands for any value below 1e-18, NaN for none. The floor is 0 where
// there is none.
func judge(errors []float64, paper, floor float64) Verdict {
	low, median, high := quantile.Of(errors, lowTrials), quantile.Of(errors, 0.5), quantile.Of(errors, highTrials)
	switch {
	case math.IsNaN(paper):
		return NotPrinted
	case paper == 0 && (low < star || median < factor*star):
		return Agrees
	case paper == 0:
		return Differs
	case low <= paper && paper <= high, median/factor <= paper && paper <= factor*median:
		return Agrees
	case paper < floor:
		return BelowFloor
	default:
		return Differs
	}
}
