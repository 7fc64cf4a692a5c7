package stability

import (
	"fmt"

	"twophase/circuit/theory"
	"twophase/internal/experiment"
	"twophase/internal/measure"
	"twophase/internal/text/wording"
)

// Wish says what Choose may choose.
type Wish struct {
	Gains bool    // choose the gains; else those of the point stay
	Tau   float64 // 0: choose it
	Rate  float64 // α at the first step
}

// Choice is gains and a τ that the theory chose for a spectrum.
type Choice struct {
	Gains []float64
	Tau   float64
	Why   string // in words
}

// MostSearched is the largest number of outputs for which lateral states are searched beside
// something else: with more, a search takes minutes.
const MostSearched = 10

// Choose returns gains and a τ with which the wanted fixed point is stable and no random start of
// the flow ends in a lateral state: the gains of the point and its network's τ if they will do, and
// else steeper gains. With many outputs it does not search lateral states: the gains of the point
// then do if it is proved that no component is missed, or if no others are wished. It returns an
// error if nothing that it has tried will do.
func Choose(p theory.FixedPoint, w Wish) (Choice, error) {
	turns := measure.SimultaneousTurns(p.Network)
	if first, last := equal(p.Spectrum, len(p.Gains)); last > first {
		return Choice{}, fmt.Errorf("choosing gains and τ by the theory: eigenvalues %d to %d of the stimuli are equal, so that their components are not defined and no gains lead to them: "+
			"give gains and τ of your own, which find what the components span, or other outputs", first, last)
	}
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
	given, slower := p, ""
	for _, c := range tried {
		p.Gains = c.gains
		taus, err := tausOf(p, w.Tau)
		if err != nil {
			return Choice{}, fmt.Errorf("choosing gains and τ by the theory: %w", err)
		}
		for _, tau := range taus {
			ok, why := true, "the wanted fixed point is stable"
			t := theory.Turns{Point: p, Tau: tau, Count: turns}
			_, proved := t.Proof()
			switch {
			case turns < 2:
			case len(p.Gains) <= MostSearched:
				if ok, err = free(t); err != nil {
					return Choice{}, fmt.Errorf("choosing gains and τ by the theory: %w", err)
				}
				why += fmt.Sprintf(", and none of %d random starts of %d turns ends in a lateral state", fewStarts, turns)
			case proved != "":
				why += ", and it is proved that no linearly stable fixed point misses a component"
			default:
				ok = !w.Gains
				why += fmt.Sprintf("; lateral states of more than %d outputs are not searched here, and there may be some (twophase stability --turns %d searches them)", MostSearched, turns)
			}
			alone := theory.Turns{Point: p, Tau: tau} // for any number of turns
			if rate, steps, needed := Slowly(alone, w.Rate); ok && needed && w.Tau == 0 {
				ok, slower = false, fmt.Sprintf("give a smaller rate, with which τ = %v will do (--rate '%v' --steps %d), ", wording.Number(tau), rate, steps)
			}
			if ok {
				return Choice{p.Gains, tau, fmt.Sprintf("λ = %v%s and τ = %v: %s", experiment.Lambda{Values: p.Gains}, c.name, wording.Number(tau), why)}, nil
			}
		}
	}
	if len(p.Gains) > MostSearched {
		return Choice{}, fmt.Errorf("the theory chooses no gains for more than %d outputs: the steeper ones that it knows have lateral states too, and no learning rate kept circuits out of them on all spectra (see docs/turns.md): %s",
			MostSearched, instead(given))
	}
	return Choice{}, fmt.Errorf("the theory finds no gains and τ for %d turns on these stimuli at a learning rate that begins at %.2g, of those that it tries: %s%s", turns, w.Rate, slower, instead(given))
}

// instead says what to do where the theory finds no gains.
func instead(p theory.FixedPoint) string {
	cascade, err := aCascade(theory.Turns{Point: p, Tau: p.Network.Tau})
	if err != nil || cascade == nil {
		return "give gains of your own, or fewer outputs"
	}
	return fmt.Sprintf("take a cascade, which has none and needs no other gains (%s), fewer outputs, or gains of your own", cascade.Flags)
}

// tausOf returns the τ that are tried with the gains of a point, the largest first: those at
// which no small perturbation of the wanted fixed point grows.
func tausOf(p theory.FixedPoint, given float64) ([]float64, error) {
	largest, err := p.LargestBoundedTau() // with equal eigenvalues no τ is strictly stable
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
		tau := min(p.Network.Tau, Below(largest/share, 2))
		if len(taus) == 0 || tau < taus[len(taus)-1] {
			taus = append(taus, tau)
		}
	}
	return taus, nil
}
