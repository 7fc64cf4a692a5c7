package experiment

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"twophase/circuit"
	"twophase/circuit/theory"
)

// forecast is what the theory says of a run before its first step.
type forecast struct {
	linear   *theory.Linearisation
	followed []int // numbers of the pairs whose M_ij is followed
}

// Of more than allPairs outputs, the lateral weights of these pairs are followed:
// the slowest and the fastest.
const (
	slowestFollowed = 4
	fastestFollowed = 2
)

// forecastWork bounds the exponentials that each look at the noise costs.
const forecastWork = 100_000

// newForecast returns the forecast for circuits that learn from a population with
// this spectrum. It returns an error where there is no theory for them.
func newForecast(spec circuit.Spec, spectrum []float64) (*forecast, error) {
	k := len(spec.Gains)
	different := len(slices.Compact(slices.Clone(spectrum[k:])))
	if work := 9*k*(k-1)/2 + k*different; work > forecastWork {
		return nil, fmt.Errorf("%d outputs and %d different eigenvalues are too many to follow", k, k+different)
	}
	p := theory.FixedPoint{Network: spec.Network, Spectrum: spectrum, Gains: spec.Gains}
	linear, err := p.Linearise(spec.Tau)
	if err != nil {
		return nil, err
	}
	f := &forecast{linear: linear}
	for i := range linear.Pairs {
		f.followed = append(f.followed, i)
	}
	slices.SortStableFunc(f.followed, func(a, b int) int {
		return cmp.Compare(real(linear.Pairs[b].Slowest()), real(linear.Pairs[a].Slowest()))
	})
	if n := len(f.followed); k > allPairs {
		f.followed = slices.Concat(f.followed[:slowestFollowed], f.followed[n-fastestFollowed:])
	}
	return f, nil
}

// path is what a monitor saw of the followed pairs, look by look.
type path struct {
	Lateral [][]float64 // M_ij of each followed pair
	Linear  []bool      // near the fixed point
}

// look adds the circuit's present state, with the |cos| of its components.
func (p *path) look(c *circuit.Circuit, f *forecast, alignment []float64) {
	at := make([]float64, len(f.followed))
	for i, number := range f.followed {
		pair := f.linear.Pairs[number]
		at[i] = c.Lateral().Synapse(pair.J, pair.I).Weight() // M_ij or, where there is only that, M_ji
	}
	p.Lateral = append(p.Lateral, at)
	p.Linear = append(p.Linear, slices.Min(alignment) >= foundComponent && f.nearScales(c.Outputs().Scales()))
}

// nearScales reports whether all scales are near those of the fixed point.
func (f *forecast) nearScales(scales []float64) bool {
	for i, m := range f.linear.Point.Scales() {
		if math.Abs(scales[i]-m) > foundScale*m {
			return false
		}
	}
	return true
}
