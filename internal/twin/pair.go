package twin

import (
	"math"
	"slices"

	"twophase/internal/experiment"
	"twophase/internal/quantile"
	"twophase/internal/random"
)

// Pair is a variant paired with the first one, trial by trial. Trials in which
// either diverged are left out of the differences.
type Pair struct {
	Variant     string       `json:"variant"`
	Against     string       `json:"against"`
	Trials      int          `json:"trials"` // that make a pair
	Differences []Difference `json:"differences"`

	// The first step after which the outputs or the scales of the two circuits are not
	// the same, to the last bit, by trial; 0 if they always are.
	Differ []int `json:"differ"`
}

// Difference is how a measure differs at the last step. What is not defined is NaN,
// and null in JSON.
type Difference struct {
	Measure string            `json:"measure"`
	Median  experiment.Number `json:"median"` // of variant − first, over the pairs
	Low     experiment.Number `json:"low"`    // of its interval: see quantile.MedianInterval
	High    experiment.Number `json:"high"`
	Factor  experiment.Number `json:"factor"` // median of variant ÷ first
	Larger  int               `json:"larger"` // pairs in which the variant has more
	Smaller int               `json:"smaller"`
}

// newPair pairs variant i of twins with the first one.
func newPair(t *experiment.Twins, i int) Pair {
	first, other := &t.Variants[0], &t.Variants[i]
	p := Pair{Variant: other.Name, Against: first.Name, Differ: other.Differ}
	for trial := range t.Trials {
		if first.Results[trial] != nil && other.Results[trial] != nil {
			p.Trials++
		}
	}
	stream := random.New(t.Seed, 0, "paired differences "+other.Name)
	for number, m := range measures {
		d := Difference{Measure: m.key}
		var differences, factors []float64
		for trial := range t.Trials {
			a, b := first.Results[trial], other.Results[trial]
			if a == nil || b == nil {
				continue
			}
			x, y := m.of(a), m.of(b)
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
		low, high := quantile.MedianInterval(differences, stream, uint64(number)*quantile.MedianIntervalSteps)
		d.Median, d.Low, d.High = experiment.Number(medianOf(differences)), experiment.Number(low), experiment.Number(high)
		d.Factor = experiment.Number(medianOf(factors))
		p.Differences = append(p.Differences, d)
	}
	return p
}
