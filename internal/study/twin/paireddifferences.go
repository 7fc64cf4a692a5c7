package twin

import (
	"math"
	"slices"

	"twophase/internal/numerics/quantile"
	"twophase/internal/run/engine"
	"twophase/internal/text/wording"
	"twophase/internal/traces/result"
)

// Pair is a variant paired with an earlier one, trial by trial. The differences leave out trials in
// which one of them diverged.
type Pair struct {
	Variant     string       `json:"variant"`
	Against     string       `json:"against"`
	Trials      int          `json:"trials"` // number of pairs
	Differences []Difference `json:"differences"`

	// The first step after which the outputs or the scales of the two circuits differ, by
	// trial; 0 if they are always equal, to the last bit.
	Differ []int `json:"differ"`

	// The interventions of the other one which the variant does not have, in words.
	Without []string `json:"without"`
}

// Difference is the difference of a measure at the last step. It is NaN, and null in JSON, where it
// is not defined.
type Difference struct {
	Measure string         `json:"measure"`
	Median  wording.Number `json:"median"` // of variant − first, over the pairs
	Low     wording.Number `json:"low"`    // of its interval: see quantile.Interval
	High    wording.Number `json:"high"`
	Covers  wording.Number `json:"coverage"` // the probability with which the interval holds the median, at least
	Factor  wording.Number `json:"factor"`   // median of variant ÷ first
	Larger  int            `json:"larger"`   // number of pairs in which the variant's value is larger
	Smaller int            `json:"smaller"`
}

// newPair pairs variant i of twins with the one that it is compared with.
func newPair(t *engine.Twins, i int, all []result.Quantity) Pair {
	other := &t.Variants[i]
	first := &t.Variants[other.Against]
	p := Pair{Variant: other.Name, Against: first.Name, Differ: other.Differ, Without: other.Without}
	for trial := range t.Trials {
		if first.Results[trial] != nil && other.Results[trial] != nil {
			p.Trials++
		}
	}
	for _, m := range all {
		d := Difference{Measure: m.Name}
		var differences, factors []float64
		for trial := range t.Trials {
			a, b := first.Results[trial], other.Results[trial]
			if a == nil || b == nil {
				continue
			}
			x, y := float64(m.Of(a)), float64(m.Of(b))
			if math.IsNaN(x) || math.IsNaN(y) {
				continue
			}
			differences = append(differences, y-x)
			if x > 0 && y > 0 {
				factors = append(factors, y/x)
			}
			switch {
			case y > x:
				d.Larger++
			case y < x:
				d.Smaller++
			}
		}
		slices.Sort(differences)
		low, high, coverage := quantile.Interval(differences)
		d.Median, d.Low, d.High = wording.Number(quantile.Median(differences)), wording.Number(low), wording.Number(high)
		d.Covers = wording.Number(coverage)
		d.Factor = wording.Number(quantile.Median(factors))
		p.Differences = append(p.Differences, d)
	}
	return p
}
