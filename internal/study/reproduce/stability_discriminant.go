package reproduce

import (
	"fmt"
	"strings"

	"twophase/circuit"
	"twophase/circuit/theory"
	"twophase/internal/numerics/random"
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
