package theory_test

import (
	"math"
	"slices"
	"testing"

	"twophase/circuit"
	"twophase/circuit/theory"
)

// The slowest rates of all pairs of the cascades, as the numerical Jacobian of an
// independent program gives them to four decimals, and τ to 12 %. A conjugate couple
// counts once.
func TestPublishedCascadeRates(t *testing.T) {
	slowest := func(p theory.FixedPoint) (rates []float64) {
		for _, pair := range linearise(t, p, p.Network.Tau).Pairs {
			for _, x := range pair.Eigenvalues {
				if imag(x) >= 0 {
					rates = append(rates, real(x))
				}
			}
		}
		slices.Sort(rates)
		slices.Reverse(rates)
		return rates
	}
	for _, test := range []struct {
		network circuit.Network
		small   [3]float64
		tau     float64
	}{
		{circuit.CascadePSP, [3]float64{-0.25, -0.3333, -0.5}, 2.8},
		{circuit.CascadePSW, [3]float64{-0.25, -0.3333, -0.4725}, 2.2},
	} {
		for i, rate := range slowest(point(test.network, small()))[:3] {
			if math.Abs(rate-test.small[i]) > 5e-5 {
				t.Errorf("%s, small: a slow rate is %.5f, published %.4f", test.network.Name, rate, test.small[i])
			}
		}
		for i, rate := range slowest(point(test.network, large()))[:2] {
			if want := []float64{-0.0556, -0.0588}[i]; math.Abs(rate-want) > 5e-5 {
				t.Errorf("%s, large: a slow rate is %.5f, published %.4f", test.network.Name, rate, want)
			}
		}
		equal := point(test.network, setup{spectrum: small().spectrum, gains: []float64{1, 1, 1}})
		for i, rate := range slowest(equal)[:2] {
			if want := []float64{-0.25, -1. / 3}[i]; math.Abs(rate-want) > 1e-12 {
				t.Errorf("%s, Λ = I: a slow rate is %.5f, want %.4f", test.network.Name, rate, want)
			}
		}
		if l := linearise(t, equal, test.network.Tau); l.Stability() != theory.Stable || len(equal.Misordered()) != 0 {
			t.Errorf("%s, Λ = I: %v, misordered %v", test.network.Name, l.Stability(), equal.Misordered())
		}
		tau, err := point(test.network, small()).LargestStableTau()
		if err != nil || math.Abs(tau/test.tau-1) > 0.12 {
			t.Errorf("%s: stable for τ < %v, published %v, %v", test.network.Name, tau, test.tau, err)
		}
	}
}

// An earlier neuron loses the component of a later one at −(1 − m_j/m_i), whatever Λ
// and τ are.
func TestEarlierNeuronsDoNotSeeLaterOnes(t *testing.T) {
	for _, network := range []circuit.Network{circuit.CascadePSP, circuit.CascadePSW} {
		for _, tau := range []float64{0.1, 0.7, 5} {
			for _, gains := range [][]float64{{1, 0.9, 0.8}, {1, 1, 1}, {0.6, 1, 0.7}} {
				p := point(network, setup{spectrum: small().spectrum, gains: gains})
				m := p.Scales()
				for _, pair := range linearise(t, p, tau).Pairs {
					want := complex(-(1 - m[pair.J]/m[pair.I]), 0)
					if !slices.ContainsFunc(pair.Eigenvalues[:], func(x complex128) bool { return abs(x-want) < 1e-14 }) {
						t.Errorf("%s, τ = %v, Λ = %v, pair (%d,%d): %v is not among %v", network.Name, tau, gains, pair.I, pair.J, want, pair.Eigenvalues)
					}
				}
			}
		}
	}
}
