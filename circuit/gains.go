package circuit

import (
	"fmt"
	"math"
	"slices"

	"twophase/internal/text/wording"
)

// GainUse says which gains Λ a network can have. They enter plasticity as the factor neuron.Gain.
type GainUse int

const (
	// DistinctGains must decrease, λ_1 > … > λ_K > 0: they tell the outputs apart.
	DistinctGains GainUse = iota
	// FreeGains are any positive numbers: the wiring tells the outputs apart.
	FreeGains
	// NoGains are all 1: the network has no Λ.
	NoGains
)

var gainUses = []string{"distinct", "free", "none"}

// String returns distinct, free or none.
func (u GainUse) String() string { return wording.NameOf(u, gainUses) }

// Wrong returns the index of the first gain that the network cannot have, from 0, and the
// error that says why, or −1 and nil.
func (u GainUse) Wrong(gains []float64) (i int, err error) {
	for i, g := range gains {
		switch {
		case !positive(g):
			return i, fmt.Errorf("gain λ_%d = %v: give a positive number", i+1, g)
		case u == DistinctGains && i > 0 && g >= gains[i-1]:
			return i, fmt.Errorf("gain λ_%d = %v is not below λ_%d = %v: the gains must decrease", i+1, g, i, gains[i-1])
		case u == NoGains && g != 1:
			return i, fmt.Errorf("gain λ_%d = %v: the network has no gains, so leave them at 1", i+1, g)
		}
	}
	return -1, nil
}

// Check returns an error unless there are k gains, one for each output, and the network can
// have them.
func (u GainUse) Check(gains []float64, k int) error {
	if len(gains) != k {
		return fmt.Errorf("%s for %s: give one gain λ for each output neuron", wording.Count(len(gains), "gain"), wording.Count(k, "output"))
	}
	_, err := u.Wrong(gains)
	return err
}

// PaperGains returns the Λ of the paper's problems: evenly from 1 to 0.7.
func PaperGains(k int) []float64 { return LinearGains(k, 1, 0.7) }

// LinearGains returns k gains that fall evenly from first to last, or first
// alone if k is 1.
func LinearGains(k int, first, last float64) []float64 {
	gains := make([]float64, k)
	for i := range gains {
		switch i {
		case 0:
			gains[i] = first
		case k - 1:
			gains[i] = last
		default:
			gains[i] = math.FMA(float64(i)/float64(k-1), last-first, first)
		}
	}
	return gains
}

// positive reports whether a number is positive and finite.
func positive(v float64) bool { return v > 0 && !math.IsInf(v, 1) }

// finite reports whether a number is neither NaN nor infinite.
func finite(v float64) bool { return v-v == 0 }

// fill sets all values to v.
func fill(values []float64, v float64) {
	for i := range values {
		values[i] = v
	}
}

func allFinite(values []float64) bool {
	return !slices.ContainsFunc(values, func(v float64) bool { return !finite(v) })
}
