package monitor

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"twophase/circuit"
	"twophase/circuit/theory"
	"twophase/internal/experiment/stability"
	"twophase/internal/text/wording"
)

// From these values on, a circuit counts as near its fixed point, where the flow is
// linear: the |cos| of every component (18 degrees), or of every principal angle if
// outputs turn freely, and the relative error of every scale.
const (
	foundComponent = 0.95
	foundScale     = 0.1
)

// Forecast is what the theory predicts for a run before its first step.
type Forecast struct {
	linear   *theory.Linearisation
	lateral  string // the projection that is M_o
	followed []int  // numbers of the pairs whose M_ij is followed
	offline  bool   // there is no noise of online learning
	turns    bool   // outputs turn freely in the subspace: M is known up to a rotation, and M_ij does not decay
}

// With more outputs than allPairs, the lateral weights of two groups of pairs are
// followed: the slowest and the fastest.
const (
	slowestFollowed = 4
	fastestFollowed = 2
)

// forecastWork bounds the exponentials that each look at the noise costs.
const forecastWork = 100_000

// NewForecast returns the forecast for circuits that learn from a population with
// this spectrum. It returns an error where there is no theory for them.
func NewForecast(spec circuit.Spec, spectrum []float64) (*Forecast, error) {
	k := len(spec.Gains)
	different := len(slices.Compact(slices.Clone(spectrum[k:])))
	if work := 9*k*(k-1)/2 + k*different; work > forecastWork {
		return nil, fmt.Errorf("%s and %s are too many to follow", wording.Count(k, "output"), wording.Count(k+different, "different eigenvalue"))
	}
	if len(spec.Paces) > 0 {
		return nil, errors.New("the theory has one α and one τ for the whole circuit, and projections have rates or τ of their own")
	}
	network, err := theory.InPaperNames(spec.Network)
	if err != nil {
		return nil, err
	}
	p := theory.FixedPoint{Network: network, Spectrum: spectrum, Gains: spec.Gains}
	linear, err := p.Linearise(spec.Tau)
	if err != nil {
		return nil, err
	}
	f := &Forecast{linear: linear, lateral: spec.Network.Among().Name, offline: spec.Network.IsOffline(), turns: spec.Network.Finds == circuit.Subspace}
	if f.turns {
		return f, nil
	}
	for i := range linear.Pairs {
		f.followed = append(f.followed, i)
	}
	slices.SortStableFunc(f.followed, func(a, b int) int {
		return cmp.Compare(real(linear.Pairs[b].Slowest()), real(linear.Pairs[a].Slowest()))
	})
	if n := len(f.followed); k > stability.AllPairs {
		f.followed = slices.Concat(f.followed[:slowestFollowed], f.followed[n-fastestFollowed:])
	}
	return f, nil
}

// LargestRate returns the largest rate, if it is constant, with which the wanted fixed point is stable
// on average over the stimuli.
func (f *Forecast) LargestRate() float64 { return f.linear.LargestBoundedRate() }

// Problem returns what is forecast of, without a number of turns.
func (f *Forecast) Problem() theory.Turns {
	return theory.Turns{Point: f.linear.Point, Tau: f.linear.Tau}
}

// Path holds the followed pairs, look by look.
type Path struct {
	Lateral [][]float64 // M_ij of each followed pair
	Linear  []bool      // near the fixed point
}

// look adds the circuit's present state; cosines are those of its components.
func (p *Path) look(c *circuit.Circuit, f *Forecast, found []float64) {
	at := make([]float64, len(f.followed))
	for i, n := range f.followed {
		pair := f.linear.Pairs[n]
		at[i] = c.Among().Synapse(pair.J, pair.I).Weight() // M_ij or, where there is only that, M_ji
	}
	p.Lateral = append(p.Lateral, at)
	p.Linear = append(p.Linear, slices.Min(found) >= foundComponent && f.nearScales(f.scales(c.M())))
}

// scales returns the scales of M [K×K]: its diagonal or, where outputs turn freely, its
// eigenvalues, the largest first. They are NaN where there are none.
func (f *Forecast) scales(m []float64) []float64 {
	k := len(f.linear.Scales)
	scales := make([]float64, k)
	if !f.turns {
		for i := range scales {
			scales[i] = m[i*(k+1)]
		}
		return scales
	}
	var eigen mat.EigenSym
	if eigen.Factorize(mat.NewSymDense(k, m), false) { // of the upper triangle, which mirrors the lower
		eigen.Values(scales)
		slices.Reverse(scales)
		return scales
	}
	for i := range scales {
		scales[i] = math.NaN()
	}
	return scales
}

// nearScales reports whether all scales are near those of the fixed point.
func (f *Forecast) nearScales(scales []float64) bool {
	for i, m := range f.linear.Point.Scales() {
		if !(math.Abs(scales[i]-m) <= foundScale*m) {
			return false
		}
	}
	return true
}
