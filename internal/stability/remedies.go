package stability

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"twophase/circuit"
	"twophase/circuit/theory"
	"twophase/internal/experiment"
	"twophase/internal/number"
)

// Remedy is a change after which no stable lateral state was found.
type Remedy struct {
	What  string          `json:"what"`            // in words
	Flags string          `json:"flags"`           // on the command line
	Gains []number.Number `json:"gains,omitempty"` // the new gains; empty if they stay
	Tau   number.Number   `json:"tau,omitempty"`   // with them
}

// remedies searches what helps, with the same stimuli.
func remedies(t theory.Turns, enough int) ([]Remedy, error) {
	found := []Remedy{}
	if enough > 0 && enough != t.Count {
		found = append(found, Remedy{What: fmt.Sprintf("%s turns", words(enough)), Flags: fmt.Sprintf("--turns %d", enough)})
	}
	for _, search := range []func(theory.Turns) (*Remedy, error){smallerTau, otherGains, fewerOutputs, aCascade, whitening} {
		r, err := search(t)
		if err != nil {
			return nil, err
		}
		if r != nil {
			found = append(found, *r)
		}
	}
	return found, nil
}

// fewStarts are the random starts from which a remedy is tried.
const fewStarts = 4

// free reports whether no random start ends in a lateral state, and at least half of them at
// the wanted fixed point. States that no start ended in do not count.
func free(t theory.Turns) (bool, error) {
	found, err := t.Search(theory.Search{Starts: fewStarts, Ranks: -1})
	if err != nil {
		return false, err
	}
	return found.Reached == found.Starts && found.Wanted == theory.Stable, nil
}

// SteepGains are families of gains that fall faster than a line, by name.
var SteepGains = []struct {
	Name string
	Of   func(spectrum []float64, k int) []float64
}{
	{"λ_k = √(g_k/g_1)", func(spectrum []float64, k int) []float64 { return SpectralGains(spectrum, k, 0.5) }},
	{"λ_k = 0.8^k", func(_ []float64, k int) []float64 { return GeometricGains(k, 1) }},
}

// GentleRatio is λ_{k+1}/λ_k of GeometricGains with p = 1.
const GentleRatio = 0.8

// SpectralGains returns the gains (g_k/g_1)^p of k outputs, for eigenvalues g [at least K].
func SpectralGains(spectrum []float64, k int, p float64) []float64 {
	return rounded(k, func(i int) float64 { return math.Pow(spectrum[i]/spectrum[0], p) })
}

// GeometricGains returns the gains 0.8^(p·i) of k outputs, i = 0, …, k−1.
func GeometricGains(k int, p float64) []float64 {
	return rounded(k, func(i int) float64 { return math.Pow(GentleRatio, p*float64(i)) })
}

// rounded returns k gains to four digits that fall strictly.
func rounded(k int, gain func(int) float64) []float64 {
	gains := make([]float64, k)
	for i := range gains {
		gains[i] = digits(gain(i), 4)
		if i > 0 && gains[i] >= gains[i-1] {
			gains[i] = digits(0.999*gains[i-1], 6)
		}
	}
	return gains
}

// digits rounds a number to n digits.
func digits(v float64, n int) float64 {
	short, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', n, 64), 64)
	if err != nil {
		return v
	}
	return short
}

// shares are the parts of the largest stable τ that are tried.
var shares = []float64{2, 8}

// smallerTau looks for a smaller τ with the same gains, where they need one.
func smallerTau(t theory.Turns) (*Remedy, error) {
	largest, err := t.Point.LargestStableTau()
	if err != nil || t.Tau < largest {
		return nil, err
	}
	taus, err := tausOf(t.Point, 0)
	if err != nil {
		return nil, err
	}
	for _, t.Tau = range taus {
		if ok, err := free(t); err != nil {
			return nil, err
		} else if ok {
			return &Remedy{What: "a smaller τ with the same gains", Flags: "--tau " + number.Format(t.Tau), Tau: number.Number(t.Tau)}, nil
		}
	}
	return nil, nil
}

// otherGains looks for steeper gains, with the τ that they need.
func otherGains(t theory.Turns) (*Remedy, error) {
	if t.Point.Network.Whitens {
		return nil, nil
	}
	for _, family := range SteepGains {
		t.Point.Gains = family.Of(t.Point.Spectrum, len(t.Point.Gains))
		taus, err := tausOf(t.Point, 0)
		if err != nil {
			return nil, err
		}
		for _, t.Tau = range taus {
			ok, err := free(t)
			if err != nil {
				return nil, err
			}
			if ok {
				return &Remedy{
					What:  fmt.Sprintf("gains as steep as %s, with τ = %v", family.Name, number.Number(t.Tau)),
					Flags: fmt.Sprintf("--lambda %v --tau %v", experiment.Lambda{Values: t.Point.Gains}, number.Format(t.Tau)),
					Gains: number.Numbers(t.Point.Gains), Tau: number.Number(t.Tau),
				}, nil
			}
		}
	}
	return nil, nil
}

// fewerOutputs looks for the largest smaller number of outputs without a stable lateral state.
func fewerOutputs(t theory.Turns) (*Remedy, error) {
	first, last := t.Point.Gains[0], t.Point.Gains[len(t.Point.Gains)-1]
	for k := len(t.Point.Gains) - 1; k >= 1; k-- {
		fewer := t
		fewer.Point.Gains = circuit.LinearGains(k, first, last)
		enough, _, err := fewer.FewestTurns(theory.Search{}, t.Count)
		if err != nil {
			return nil, err
		}
		if l, err := fewer.Point.Linearise(t.Tau); err != nil || l.Stability() == theory.Unstable {
			continue
		}
		if enough > 0 {
			return &Remedy{What: fmt.Sprintf("%s outputs", words(k)), Flags: fmt.Sprintf("--outputs %d", k)}, nil
		}
	}
	return nil, nil
}

// aCascade says whether a cascade is stable: with gains that do not increase it has no lateral
// state at all.
func aCascade(t theory.Turns) (*Remedy, error) {
	network := circuit.CascadePSP
	if t.Point.Network.Whitens {
		network = circuit.CascadePSW
	}
	point := t.Point
	point.Network = network
	largest, err := point.LargestStableTau()
	if err != nil || largest == 0 || !point.Network.Whitens && slices.IndexFunc(t.Point.Gains[1:], func(v float64) bool { return v > t.Point.Gains[0] }) >= 0 {
		return nil, err
	}
	flags, tau := "--network "+network.Name, t.Tau
	if tau >= largest {
		tau = digits(largest/2, 2)
		flags += " --tau " + number.Format(tau)
	}
	return &Remedy{What: "a cascade, in which the outputs fire one after another and no lateral state exists", Flags: flags, Tau: number.Number(tau)}, nil
}

// whitening says whether the whitening network, which finds the same components, is free.
func whitening(t theory.Turns) (*Remedy, error) {
	if t.Point.Network.Whitens {
		return nil, nil
	}
	t.Point.Network, t.Tau = circuit.IfPSW, circuit.IfPSW.Tau
	ok, err := free(t)
	if err != nil || !ok {
		return nil, err
	}
	return &Remedy{What: "whitening, which misses no component but is slow", Flags: "--network ifPSW"}, nil
}
