package reproduce

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"twophase/circuit"
	"twophase/circuit/theory"
	"twophase/internal/numerics/random"
	"twophase/internal/study"
	"twophase/internal/text/wording"
)

// stability returns the section of the rates near the fixed points.
func stability(_ repetitions, o Options) (study.Section, error) {
	known, err := discriminants(o.Seed)
	if err != nil {
		return study.Section{}, fmt.Errorf("the discriminants of pairs: %w", err)
	}
	s := study.Section{
		Name:  "stability",
		Title: "Fixed points and stability",
		Intro: "Eigenvalues of the linearised mean-field flow at its fixed point, per unit of Σα_t, at the paper's τ; outputs " +
			"count from 0. An independent program gives those beside them: from the numerical Jacobian of the whole flow and the " +
			"matrices of the paper's appendix. A two-phase network has the rates of its recurrent counterpart. The cascades are this " +
			"project's own (docs/cascade.md); for them the independent program gives the slowest rates to four decimals.",
		Notes: []string{
			"Complex eigenvalues at the paper's own τ are stable, but the paper's proof has real eigenvalues, for a τ that is small enough.",
			known,
		},
	}
	data := wording.Table{Header: []string{"network", "N", "K", "tau", "quantity", "re", "im", "reference_re", "reference_im", "verdict"}}
	for _, p := range problems() {
		for _, twins := range [][]circuit.Network{{circuit.IfPSP, circuit.PSP}, {circuit.IfPSW, circuit.PSW}, {circuit.CascadePSP}, {circuit.CascadePSW}} {
			var quantities []quantity
			for _, network := range twins {
				var err error
				if quantities, err = quantitiesOf(p, network); err != nil {
					return s, fmt.Errorf("%s on the %s problem: %w", network.Name, p.Name, err)
				}
				for _, q := range quantities {
					data.Add(append([]string{
						network.Name, strconv.Itoa(p.Inputs), strconv.Itoa(p.Outputs), strconv.FormatFloat(network.Tau, 'g', -1, 64), q.name,
					}, q.csv()...)...)
				}
			}
			g := wording.Table{
				Caption: fmt.Sprintf("%s, N = %d, K = %d, τ = %v", namesOf(twins), p.Inputs, p.Outputs, twins[0].Tau),
				Header:  []string{"quantity", "here", "reference", "verdict"},
			}
			for _, q := range quantities {
				if imag(q.here) >= 0 {
					g.Add(q.row()...)
				}
			}
			s.Tables = append(s.Tables, g)
		}
	}
	s.Files = []study.File{{Name: "stability.csv", Content: data.CSV()}}
	return s, nil
}

// namesOf returns the names of networks in a sentence.
func namesOf(networks []circuit.Network) string {
	var list []string
	for _, n := range networks {
		list = append(list, n.Name)
	}
	return strings.Join(list, " and ")
}

// referenceRates are the eigenvalues of every pair of outputs (i, j), i < j, row
// by row, slowest first, and the rate of the slowest outside direction, on the
// smaller problem: by an independent program, as the numerical Jacobian of the
// whole flow and from the matrices of the paper's appendix, equal to 1e-9. The
// two-phase networks have the fixed points and rates of their exact twins.
type referenceRates struct {
	pairs   [3][3]complex128
	outside float64 // 0: not given
	tau     float64 // the first unstable one

	slowest map[string][]float64 // of all pairs, by problem, where the pairs are not given
}

var (
	referencePSP = referenceRates{
		pairs: [3][3]complex128{
			{-0.04563862, -0.79217385, -4.52927086},
			{-0.22164782, -0.84534888, -4.3230033},
			{-0.07711295, -0.89030211, -2.8767516},
		},
		outside: -0.6,
		tau:     3.5,
	}
	referencePSW = referenceRates{
		pairs: [3][3]complex128{
			{-0.04684014, complex(-0.96282993, 1.02360165), complex(-0.96282993, -1.02360165)},
			{-0.2463172, complex(-0.8718414, 1.14472421), complex(-0.8718414, -1.14472421)},
			{-0.07995399, complex(-0.92585634, 1.03990619), complex(-0.92585634, -1.03990619)},
		},
		tau: 3.2,
	}
	referenceCascadePSP = referenceRates{
		slowest: map[string][]float64{"small": {-0.25, -0.3333, -0.5}, "large": {-0.0556, -0.0588}},
		tau:     2.8,
	}
	referenceCascadePSW = referenceRates{
		slowest: map[string][]float64{"small": {-0.25, -0.3333, -0.4725}, "large": {-0.0556, -0.0588}},
		tau:     2.2,
	}
	// referenceSlowest are the two slowest pairs of the paper's networks on the larger
	// problem, by the numerical Jacobian.
	referenceSlowest = []float64{-0.0019, -0.0021}
)

// referenceOf returns the rates of a network.
func referenceOf(n circuit.Network) referenceRates {
	switch n.Name {
	case circuit.CascadePSP.Name:
		return referenceCascadePSP
	case circuit.CascadePSW.Name:
		return referenceCascadePSW
	}
	if n.Whitens {
		return referencePSW
	}
	return referencePSP
}

// Precisions of the reference values.
const (
	eightDecimals = 1e-8
	fourDecimals  = 0.5e-4
	aboutTau      = 0.12 // relative
)

// sampledPairs is the number of pairs of outputs that are drawn for each network.
const sampledPairs = 20_000

// discriminant returns the discriminant of the characteristic polynomial of a pair, in the paper's
// form −x³ + b x² + c x + d, and b + d. A negative discriminant means two complex roots.
func discriminant(p theory.Pair) (value, sum float64) {
	b, c, d := -p.Polynomial[2], -p.Polynomial[1], -p.Polynomial[0]
	return -18*b*c*d - 4*b*b*b*d + b*b*c*c + 4*c*c*c - 27*d*d, b + d
}

// discriminants describes for how many pairs the paper's appendix is wrong, with a counter-example
// of the smaller problem and a sample.
func discriminants(seed uint64) (string, error) {
	small := problems()[0]
	l, err := theory.FixedPoint{Network: circuit.PSW, Spectrum: small.Spectrum, Gains: small.gains()}.Linearise(circuit.PSW.Tau)
	if err != nil {
		return "", err
	}
	pair := l.Pairs[0]
	value, sum := discriminant(pair)
	text := fmt.Sprintf("The appendix says that the discriminant of −x³ + b x² + c x + d, the characteristic polynomial of a pair, is positive as "+
		"long as b + d < 0, so that the roots are real. It is not: pair (%d, %d) of PSW on the smaller problem, at the paper's own τ = %v, has "+
		"b + d = %.3f, the discriminant %.3g and the roots %.4f and %.4f ± %.4fi.",
		pair.I, pair.J, l.Tau, sum, value, real(pair.Eigenvalues[0]), real(pair.Eigenvalues[1]), imag(pair.Eigenvalues[1]))
	var found []string
	for _, network := range []circuit.Network{circuit.PSP, circuit.PSW} {
		var shares []string
		for _, fraction := range []float64{1, 0.1, 0.01} {
			tau := fraction * network.Tau
			below, negative, err := sampled(network, tau, seed)
			if err != nil {
				return "", err
			}
			shares = append(shares, fmt.Sprintf("%.3g %% at τ = %.3g", 100*float64(negative)/float64(below), tau))
		}
		found = append(found, network.Name+": "+strings.Join(shares, ", "))
	}
	return fmt.Sprintf("%s How often it is negative depends on the distribution of the pairs, and on τ. Of %d pairs, with two eigenvalues and two gains drawn uniformly between 0 "+
		"and 1 and put into decreasing order, it is negative in this share of the draws with b + d < 0: %s. The polynomials are correct, and so is the "+
		"theorem for a τ that is small enough.", text, sampledPairs, strings.Join(found, "; ")), nil
}

// sampled draws pairs of outputs of a network, in the order that the paper asks for. At a τ it counts
// those with b + d < 0, and among these those with a negative discriminant.
func sampled(network circuit.Network, tau float64, seed uint64) (below, negative int, err error) {
	stream := random.New(seed, 0, "ordered pairs")
	u := make([]float64, 4)
	for n := range sampledPairs {
		stream.Uniforms(u, uint64(n))
		l, err := theory.FixedPoint{
			Network:  network,
			Spectrum: []float64{max(u[0], u[1]), min(u[0], u[1])},
			Gains:    []float64{max(u[2], u[3]), min(u[2], u[3])},
		}.Linearise(tau)
		if err != nil {
			return 0, 0, err
		}
		if value, sum := discriminant(l.Pairs[0]); sum < 0 {
			below++
			if value < 0 {
				negative++
			}
		}
	}
	return below, negative, nil
}

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
