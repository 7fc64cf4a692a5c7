package reproduce

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"twophase/circuit"
	"twophase/circuit/theory"
)

// slowPairs is the number of pairs that are listed for a problem with many.
const slowPairs = 5

// quantitiesOf returns the rates of a network on a problem and the largest τ at which its fixed point
// is stable, with the reference values that exist.
func quantitiesOf(p problem, network circuit.Network) ([]quantity, error) {
	point := theory.FixedPoint{Network: network, Spectrum: p.Spectrum, Gains: p.gains()}
	l, err := point.Linearise(network.Tau)
	if err != nil {
		return nil, err
	}
	largest, err := point.LargestStableTau()
	if err != nil {
		return nil, err
	}
	reference := referenceOf(network)
	var all []quantity
	switch {
	case reference.slowest != nil:
		all = reference.slowQuantities(p, l)
	case p.Name == "small":
		for i, pair := range l.Pairs {
			for j, x := range pair.Eigenvalues {
				all = append(all, quantity{pairName(pair), x, reference.pairs[i][j], eightDecimals})
			}
		}
	default:
		pairs := slices.Clone(l.Pairs)
		slices.SortStableFunc(pairs, func(a, b theory.Pair) int { return cmp.Compare(real(b.Slowest()), real(a.Slowest())) })
		for i, pair := range pairs[:slowPairs] {
			q := quantity{name: "slowest of " + pairName(pair), here: pair.Slowest()}
			if i < len(referenceSlowest) {
				q.reference, q.tolerance = complex(referenceSlowest[i], 0), fourDecimals
			}
			all = append(all, q)
		}
	}
	rate, i, k, _ := l.SlowestOutside()
	outside := quantity{name: fmt.Sprintf("slowest outside: output %d, component %d", i, k), here: complex(rate, 0)}
	tau := quantity{name: "largest stable τ", here: complex(largest, 0)}
	if p.Name == "small" {
		tau.reference, tau.tolerance = complex(reference.tau, 0), aboutTau*reference.tau
	}
	if p.Name == "small" && reference.outside != 0 {
		outside.reference, outside.tolerance = complex(reference.outside, 0), eightDecimals
	}
	return append(all, outside, tau), nil
}

// slowQuantities returns the slowest rates of all pairs, a conjugate couple as one.
func (r referenceRates) slowQuantities(p problem, l *theory.Linearisation) []quantity {
	type rate struct {
		of theory.Pair
		x  complex128
	}
	var rates []rate
	for _, pair := range l.Pairs {
		for _, x := range pair.Eigenvalues {
			if imag(x) >= 0 {
				rates = append(rates, rate{pair, x})
			}
		}
	}
	slices.SortStableFunc(rates, func(a, b rate) int { return cmp.Compare(real(b.x), real(a.x)) })
	var all []quantity
	for i, published := range r.slowest[p.Name] {
		// The reference has no imaginary part.
		all = append(all, quantity{"slow rate of " + pairName(rates[i].of), complex(real(rates[i].x), 0), complex(published, 0), fourDecimals})
	}
	return all
}

func pairName(p theory.Pair) string { return fmt.Sprintf("pair %d ↔ %d", p.I, p.J) }

// quantity is one number of the theory, with a reference value and its precision, which is 0 if there
// is no reference.
type quantity struct {
	name            string
	here, reference complex128
	tolerance       float64
}

// verdict compares it with its reference.
func (q quantity) verdict() string {
	switch {
	case q.tolerance == 0:
		return ""
	case math.Abs(real(q.here)-real(q.reference)) <= q.tolerance && math.Abs(imag(q.here)-imag(q.reference)) <= q.tolerance:
		return string(Agrees)
	default:
		return string(Differs)
	}
}

// row returns the quantity for people, with a conjugate pair as one.
func (q quantity) row() []string {
	text := func(x complex128) string {
		s := strconv.FormatFloat(real(x), 'f', 8, 64)
		if imag(x) != 0 {
			s += " ± " + strconv.FormatFloat(imag(x), 'f', 8, 64) + "i"
		}
		return s
	}
	reference := ""
	switch q.tolerance {
	case 0:
	case eightDecimals:
		reference = text(q.reference)
	default:
		reference = "about " + strconv.FormatFloat(real(q.reference), 'g', -1, 64)
	}
	return []string{q.name, text(q.here), reference, q.verdict()}
}

// csv returns the quantity for programs: the value, the reference and the verdict.
func (q quantity) csv() []string {
	number := func(v float64) string { return strconv.FormatFloat(v, 'g', 9, 64) }
	columns := []string{number(real(q.here)), number(imag(q.here)), "", "", q.verdict()}
	if q.tolerance > 0 {
		columns[2], columns[3] = number(real(q.reference)), number(imag(q.reference))
	}
	return columns
}
