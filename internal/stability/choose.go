package stability

import (
	"fmt"

	"twophase/circuit/theory"
	"twophase/internal/experiment"
	"twophase/internal/measure"
	"twophase/internal/number"
)

// Wish says what Choose may choose, and what is given.
type Wish struct {
	Gains bool    // choose the gains; else those of the point are given
	Tau   float64 // 0: choose it
}

// Choice is gains and a τ that the theory chose for a spectrum.
type Choice struct {
	Gains []float64
	Tau   float64
	Why   string // in words
}

// Choose returns gains and a τ with which the wanted fixed point is stable and no random start of
// the flow ends in a lateral state: those of the point, if they will do, or else steeper ones. The
// gains of the point are the first that are tried, and its network's τ. It returns an error if
// nothing that was tried will do.
func Choose(p theory.FixedPoint, w Wish) (Choice, error) {
	turns := measure.SimultaneousTurns(p.Network)
	type candidate struct {
		name  string
		gains []float64
	}
	tried := []candidate{{"", p.Gains}}
	if w.Gains && !p.Network.Whitens {
		for _, family := range SteepGains {
			tried = append(tried, candidate{", as steep as " + family.Name, family.Of(p.Spectrum, len(p.Gains))})
		}
	}
	for _, c := range tried {
		p.Gains = c.gains
		taus, err := tausOf(p, w.Tau)
		if err != nil {
			return Choice{}, fmt.Errorf("choosing gains and τ by the theory: %w", err)
		}
		for _, tau := range taus {
			ok, why := true, "the wanted fixed point is stable"
			if turns >= 2 {
				if ok, err = free(theory.Turns{Point: p, Tau: tau, Count: turns}); err != nil {
					return Choice{}, fmt.Errorf("choosing gains and τ by the theory: %w", err)
				}
				why += fmt.Sprintf(", and none of %d random starts of %d turns ends in a lateral state", fewStarts, turns)
			}
			if ok {
				return Choice{p.Gains, tau, fmt.Sprintf("λ = %v%s and τ = %v: %s", experiment.Lambda{Values: p.Gains}, c.name, number.Number(tau), why)}, nil
			}
		}
	}
	return Choice{}, fmt.Errorf("the theory finds no gains and τ for %d turns on these stimuli, of those that it tries: give more turns (--turns), fewer outputs, or gains of your own", turns)
}

// tausOf returns the τ that are tried with the gains of a point, the largest first: those at
// which the wanted fixed point is stable.
func tausOf(p theory.FixedPoint, given float64) ([]float64, error) {
	largest, err := p.LargestStableTau()
	if err != nil || largest == 0 {
		return nil, err
	}
	if given > 0 {
		if given < largest {
			return []float64{given}, nil
		}
		return nil, nil
	}
	var taus []float64
	for _, share := range shares {
		tau := min(p.Network.Tau, digits(largest/share, 2))
		if len(taus) == 0 || tau < taus[len(taus)-1] {
			taus = append(taus, tau)
		}
	}
	return taus, nil
}
