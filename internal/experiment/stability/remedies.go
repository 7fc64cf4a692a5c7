package stability

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"twophase/circuit"
	"twophase/circuit/theory"
	"twophase/internal/experiment"
	"twophase/internal/text/wording"
)

// Remedy is a change that helps: by the theory of cascades, or because all of some starts of the flow
// then find all components.
type Remedy struct {
	What   string           `json:"what"`            // in words
	Flags  string           `json:"flags"`           // on the command line
	Starts int              `json:"starts"`          // how many were tried; 0 if it is known by theory
	Gains  []wording.Number `json:"gains,omitempty"` // the new gains; empty if they stay
	Tau    wording.Number   `json:"tau,omitempty"`   // with them
}

// remedies searches what helps, with the same stimuli. The number of turns that is enough, and what
// its starts say, are known.
func remedies(t theory.Turns, enough int, starts theory.Basin) ([]Remedy, error) {
	found := []Remedy{}
	for _, search := range []func(theory.Turns) (*Remedy, error){aSlowDecay, aCascade, smallerTau, otherGains, fewerOutputs} {
		r, err := search(t)
		if err != nil {
			return nil, err
		}
		if r != nil {
			found = append(found, *r)
		}
	}
	if enough > 0 && enough != t.Count {
		t.Count = enough
		found = append(found, Remedy{What: fmt.Sprintf("%s turns", words(enough)), Flags: fmt.Sprintf("--turns %d", enough) + slowly(t), Starts: starts.Starts})
	}
	return found, nil
}

// Slowly returns the learning rate that a circuit of some turns needs if it is not to be lost in
// its transient, and the number of steps in which it learns about as much as a circuit of two turns
// does in 20 000 steps of the default rate. It returns false if a rate that begins at the given one
// will do.
func Slowly(t theory.Turns, given float64) (rate circuit.Rate, steps int, needed bool) {
	largest := t.TransientRate()
	if given <= largest {
		return circuit.Rate{}, 0, false
	}
	rate, steps = Falling(largest)
	return rate, steps, true
}

// Falling returns a rate that begins at no more than the largest and falls, and the number of steps in
// which it falls to a tenth.
func Falling(largest float64) (rate circuit.Rate, steps int) {
	const amount, falls = 20, 10 // Σα = 20 ln 10
	delay := math.Ceil(amount / largest)
	if coarse := math.Pow(10, math.Floor(math.Log10(delay))-1); coarse > 1 {
		delay = coarse * math.Ceil(delay/coarse)
	}
	return circuit.DecayingRate(amount, delay), (falls - 1) * int(delay)
}

// SlowlyOffline is Slowly without noise: there the flow is iterated, and the wanted fixed point must be
// stable for a step of that size.
func SlowlyOffline(t theory.Turns, given float64) (rate circuit.Rate, steps int, needed bool) {
	const amount, share = 100, 0.5
	l, err := t.Point.Linearise(t.Tau)
	if err != nil {
		return circuit.Rate{}, 0, false
	}
	largest := l.LargestBoundedRate() // of equal eigenvalues too, with which no rate is strictly stable
	if !(largest > 0) || given < largest {
		return circuit.Rate{}, 0, false
	}
	step := digits(share*largest, 1)
	return circuit.ConstantRate(step), int(math.Ceil(amount / step)), true
}

// slowly is Slowly as flags, instead of the default rate.
func slowly(t theory.Turns) string {
	rate, steps, needed := Slowly(t, usualRate)
	if !needed {
		return ""
	}
	return fmt.Sprintf(" --rate '%v' --steps %d", rate, steps)
}

// fewStarts are the random starts from which a remedy is tried.
const fewStarts = 4

// holds returns how many starts of a search find all components, with M_o = 0, if all do that decide of the
// turns themselves; else 0. It judges as Turns does, so that nothing is advised that it then finds wanting.
func holds(t theory.Turns) (starts int, err error) {
	if ok, err := free(t); err != nil || !ok { // which is quick
		return 0, err
	}
	found, err := t.Search(theory.Search{Ranks: -1})
	if err != nil || found.Reached < found.Starts || t.Escapes() || amplifies(t, found.States) {
		return 0, err
	}
	return found.Starts, nil
}

// amplifies reports whether a state is stable in which an odd number of turns amplifies: there a circuit can
// be thrown by the noise of its learning.
func amplifies(t theory.Turns, states []theory.LateralState) bool {
	return t.Count%2 == 1 && slices.ContainsFunc(states, func(s theory.LateralState) bool { return s.Traps() && s.Radius > amplifying })
}

// free reports whether all of a few random starts find all components, with M_o = 0, where a small
// perturbation does not grow. It does not look for states that none of them ends in.
func free(t theory.Turns) (bool, error) {
	found, err := t.Search(theory.Search{Starts: fewStarts, Ranks: -1})
	if err != nil {
		return false, err
	}
	return found.Reached == found.Starts && found.Wanted != theory.Unstable, nil
}

// LikelyTurns returns the smallest even number of turns, up to MostTurns, at which none of a few starts
// of the flow fails and at least half arrive in their time; 0 if there is none. It is quick, and says
// less than theory.Turns.FewestTurns.
func LikelyTurns(t theory.Turns) (turns, starts int, err error) {
	for t.Count = 2; t.Count <= MostTurns; t.Count += 2 {
		reached, failed := 0, 0
		for seed := uint64(0); seed < fewStarts && failed == 0; seed++ {
			found, err := t.Search(theory.Search{Starts: 1, Ranks: -1, Seed: seed})
			if err != nil {
				return 0, 0, err
			}
			reached, failed = reached+found.Reached, found.Basin().Failed
		}
		if failed == 0 && 2*reached >= fewStarts {
			return t.Count, fewStarts, nil
		}
	}
	return 0, 0, nil
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

// Below rounds a positive number down to n digits.
func Below(v float64, n int) float64 {
	nearest := digits(v, n)
	if nearest > v {
		nearest = digits(nearest-math.Pow(10, math.Floor(math.Log10(v))-float64(n-1)), n)
	}
	return nearest
}

// digits rounds a number to n digits.
func digits(v float64, n int) float64 {
	short, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', n, 64), 64)
	if err != nil {
		return v
	}
	return short
}

// shares are the parts of the largest stable τ that are tried: 1/3, the largest that is advised, and
// a smaller one.
var shares = []float64{1 / theory.SafeTauShare, 8}

// usualRate is the default learning rate at the first step.
var usualRate = func() float64 {
	rate, err := circuit.ParseRate(experiment.DefaultRate)
	if err != nil {
		panic(err) // a constant
	}
	return rate.At(1)
}()

// smallerTau looks for a smaller τ with the same gains, where they need one.
func smallerTau(t theory.Turns) (*Remedy, error) {
	share, err := t.TauShare()
	if err != nil || share <= theory.SafeTauShare {
		return nil, err
	}
	taus, err := tausOf(t.Point, 0)
	if err != nil {
		return nil, err
	}
	for _, t.Tau = range taus {
		if starts, err := holds(t); err != nil {
			return nil, err
		} else if starts > 0 {
			return &Remedy{What: "a smaller τ with the same gains", Flags: "--tau " + wording.Format(t.Tau) + slowly(t), Starts: starts, Tau: wording.Number(t.Tau)}, nil
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
			starts, err := holds(t)
			if err != nil {
				return nil, err
			}
			if starts > 0 {
				return &Remedy{
					What:   fmt.Sprintf("gains as steep as %s, with τ = %v", family.Name, wording.Number(t.Tau)),
					Flags:  fmt.Sprintf("--lambda %v --tau %v", experiment.Lambda{Values: t.Point.Gains}, wording.Format(t.Tau)) + slowly(t),
					Starts: starts, Gains: wording.Numbers(t.Point.Gains), Tau: wording.Number(t.Tau),
				}, nil
			}
		}
	}
	return nil, nil
}

// fewerOutputs looks for the largest smaller number of outputs with which turns are enough.
func fewerOutputs(t theory.Turns) (*Remedy, error) {
	k := len(t.Point.Gains)
	first, last, usual := t.Point.Gains[0], t.Point.Gains[k-1], slices.Equal(t.Point.Gains, t.Point.Network.DefaultGains(k))
	for k--; k >= 1; k-- {
		t.Point.Gains = circuit.LinearGains(k, first, last)
		starts, err := holds(t)
		if err != nil {
			return nil, err
		}
		if starts > 0 {
			flags := fmt.Sprintf("--outputs %d", k)
			if !usual {
				flags += fmt.Sprintf(" --lambda %v", experiment.Lambda{Linear: k > 1, Values: []float64{first, last}[:min(k, 2)]})
			}
			return &Remedy{What: outputs(k), Flags: flags + slowly(t), Starts: starts}, nil
		}
	}
	return nil, nil
}

func outputs(k int) string {
	if k == 1 {
		return "one output"
	}
	return words(k) + " outputs"
}

// SlowDecay is the lateral decay that is advised.
var SlowDecay, _ = circuit.SlowLateralPSP.LateralDecay()

// aSlowDecay looks whether the same turns do with SlowDecay.
func aSlowDecay(t theory.Turns) (*Remedy, error) {
	t, ok := slowed(t)
	if !ok {
		return nil, nil
	}
	starts, err := holds(t)
	if err != nil || starts == 0 {
		return nil, err
	}
	return &Remedy{What: fmt.Sprintf("lateral synapses that decay %v times as fast as the scales", SlowDecay), Flags: fmt.Sprintf("--lateral-decay %v", SlowDecay) + slowly(t), Starts: starts}, nil
}

// LikelySlow reports whether none of a few starts of the flow fails with SlowDecay. It is quick.
func LikelySlow(t theory.Turns) (ok bool, starts int, err error) {
	if t, ok = slowed(t); ok {
		ok, err = free(t)
	}
	return ok, fewStarts, err
}

// slowed returns a problem with SlowDecay, and whether its lateral decay was another, larger one.
func slowed(t theory.Turns) (theory.Turns, bool) {
	epsilon, projects := t.Point.Network.LateralDecay()
	n, err := t.Point.Network.WithLateralDecay(SlowDecay)
	t.Point.Network = n
	return t, projects && epsilon > SlowDecay && err == nil
}

// aCascade is Cascade as a remedy.
func aCascade(t theory.Turns) (*Remedy, error) {
	cascade, ok, err := Cascade(t)
	if err != nil || !ok {
		return nil, err
	}
	flags := "--network " + cascade.Point.Network.Name
	if cascade.Tau != t.Tau {
		flags += " --tau " + wording.Format(cascade.Tau)
	}
	return &Remedy{What: "a cascade instead of turns, in which the outputs fire one after another and no lateral state exists", Flags: flags + slowly(cascade), Tau: wording.Number(cascade.Tau)}, nil
}

// Cascade returns the cascade with the plasticity and the gains of some turns. Its τ is that of the
// turns, or a smaller one at which no small perturbation grows. It returns false if it is not known to
// be free of lateral states, as with gains that increase, or if there is no such τ.
func Cascade(t theory.Turns) (cascade theory.Turns, ok bool, err error) {
	network := circuit.CascadePSP
	if t.Point.Network.Whitens {
		network = circuit.CascadePSW
	}
	t.Point.Network, t.Count = network, 0
	largest, err := t.Point.LargestBoundedTau()
	if err != nil || largest == 0 || !network.Whitens && !Falls(t.Point.Gains) {
		return t, false, err
	}
	if t.Tau >= largest {
		t.Tau = digits(largest/2, 2)
	}
	return t, true, nil
}

// Falls reports whether no gain is larger than the one before it.
func Falls(gains []float64) bool {
	return slices.IsSortedFunc(gains, func(a, b float64) int { return cmp.Compare(b, a) })
}
