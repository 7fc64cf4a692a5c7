package theory_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"twophase/circuit"
	"twophase/circuit/theory"
)

func linearise(t interface{ Fatal(...any) }, p theory.FixedPoint, tau float64) *theory.Linearisation {
	l, err := p.Linearise(tau)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func point(network circuit.Network, s setup) theory.FixedPoint {
	return theory.FixedPoint{Network: network, Spectrum: s.spectrum, Gains: s.gains}
}

// The published eigenvalues of the small problem at the paper's τ, to the last
// digit that is printed. They come from a numerical Jacobian of the whole flow
// and from the paper's matrices, computed elsewhere.
func TestPublishedEigenvalues(t *testing.T) {
	for _, c := range []struct {
		networks []circuit.Network
		pairs    [][]complex128
		digits   []float64 // half a unit in the last place
	}{
		{[]circuit.Network{circuit.IfPSP, circuit.PSP}, [][]complex128{
			{-0.04563862, -0.79217385, -4.52927086},
			{-0.22164782, -0.84534888, -4.3230033},
			{-0.07711295, -0.89030211, -2.8767516},
		}, []float64{1e-8, 1e-7, 1e-7}},
		{[]circuit.Network{circuit.IfPSW, circuit.PSW}, [][]complex128{
			{-0.04684014, -0.96282993 + 1.02360165i, -0.96282993 - 1.02360165i},
			{-0.2463172, -0.8718414 + 1.14472421i, -0.8718414 - 1.14472421i},
			{-0.07995399, -0.92585634 + 1.03990619i, -0.92585634 - 1.03990619i},
		}, []float64{1e-8, 1e-7, 1e-8}},
	} {
		for _, network := range c.networks {
			l := linearise(t, point(network, small()), network.Tau)
			for i, pair := range l.Pairs {
				for j, x := range pair.Eigenvalues {
					if want := c.pairs[i][j]; abs(x-want) > c.digits[i] {
						t.Errorf("%s, pair (%d,%d): eigenvalue %.10g, want %.10g", network.Name, pair.I, pair.J, x, want)
					}
				}
				if pair.Stability() != theory.Stable || pair.Oscillates() != network.Whitens {
					t.Errorf("%s, pair (%d,%d): %v, oscillates %v", network.Name, pair.I, pair.J, pair.Stability(), pair.Oscillates())
				}
			}
			if rate, i, k, ok := l.SlowestOutside(); !ok || i != 2 || k != 3 || math.Abs(rate+0.6) > 1e-15 {
				t.Errorf("%s: slowest outside %v for output %d, eigenvector %d", network.Name, rate, i, k)
			}
			if l.Stability() != theory.Stable {
				t.Errorf("%s is %v", network.Name, l.Stability())
			}
		}
	}
}

// The slowest pairs of the large problem, the degenerate Λ = I, and the largest
// stable τ, as published: to their two to four digits, τ to 12 %.
func TestPublishedSlowestPairsAndTau(t *testing.T) {
	for _, network := range circuit.PaperNetworks() {
		var slowest []float64
		for _, pair := range linearise(t, point(network, large()), network.Tau).Pairs {
			slowest = append(slowest, real(pair.Slowest()))
		}
		slices.Sort(slowest)
		slices.Reverse(slowest)
		if math.Abs(slowest[0]+0.0019) > 5e-5 || math.Abs(slowest[1]+0.0021) > 5e-5 {
			t.Errorf("%s: slowest pairs of the large problem %.4g, want −0.0019 and −0.0021", network.Name, slowest[:2])
		}

		equal := point(network, setup{spectrum: small().spectrum, gains: []float64{1, 1, 1}})
		l := linearise(t, equal, network.Tau)
		for _, pair := range l.Pairs {
			if pair.Slowest() != 0 || pair.Stability() != theory.Marginal {
				t.Errorf("%s, Λ = I: pair (%d,%d) has %v and is %v", network.Name, pair.I, pair.J, pair.Slowest(), pair.Stability())
			}
		}
		if l.Stability() != theory.Marginal || l.LargestStableRate() != 0 || len(equal.Misordered()) != 3 {
			t.Errorf("%s, Λ = I: %v, α < %v, misordered %v", network.Name, l.Stability(), l.LargestStableRate(), equal.Misordered())
		}

		tau, err := point(network, small()).LargestStableTau()
		if err != nil {
			t.Fatal(err)
		}
		want := 3.27338 // of an independent derivation
		if network.Whitens {
			want = 2.97445
		}
		if math.Abs(tau-want) > 5e-6 {
			t.Errorf("%s: stable for τ < %g, want %g", network.Name, tau, want)
		}
		for _, off := range []float64{-1e-6, 1e-6} {
			want := theory.Stable
			if off > 0 {
				want = theory.Unstable
			}
			if got := linearise(t, point(network, small()), tau+off).Stability(); got != want {
				t.Errorf("%s: %v at τ = %.7g", network.Name, got, tau+off)
			}
		}
	}
}

// The largest stable τ against the root of its parabola, by the block's own
// entries, and against the sign of the slowest eigenvalue on both sides.
func TestLargestStableTau(t *testing.T) {
	sides := 0
	rapid.Check(t, func(t *rapid.T) {
	points:
		for range 20 { // one in twenty is stable up to some τ
			p := drawPoint(t)
			got, err := p.LargestStableTau()
			if err != nil {
				t.Fatal(err)
			}
			l := linearise(t, p, 1)
			want := math.Inf(1)
			for _, pair := range l.Pairs {
				b := pair.Block()
				r := -b.At(2, 2)
				d := b.At(0, 0) + b.At(1, 1)                            // and minus their product
				drive := -b.At(0, 2)*b.At(2, 0) - b.At(1, 2)*b.At(2, 1) // p² + q²
				e := drive - d*r
				c := -mat.Det(b)
				if slices.Contains(p.Misordered(), [2]int{pair.I, pair.J}) {
					want = 0
					continue
				}
				if c < 1e-8*math.Pow(mat.Norm(b, 2), 3) {
					continue points // the determinant has no digits to compare with
				}
				half := (d*r + d*e + c) / 2
				u := (half + math.Sqrt(half*half-r*e*d*d)) / (r * e)
				want = min(want, 1/u)
			}
			if rate, _, _, ok := l.SlowestOutside(); ok && rate >= 0 {
				want = 0
			}
			if len(p.Misordered()) > 0 && got != 0 {
				t.Errorf("stable below τ = %g, although misordered", got)
			}
			if got != want && math.Abs(got-want) > 1e-6*want {
				t.Errorf("stable below τ = %.10g, want %.10g", got, want)
			}
			if got == 0 || got > 1e6 {
				continue
			}
			for _, side := range []float64{0.999, 1.001} {
				slowest := math.Inf(-1)
				for _, pair := range linearise(t, p, side*got).Pairs {
					slowest = max(slowest, real(pair.Slowest()))
				}
				if (slowest < 0) != (side < 1) {
					t.Errorf("at %g times the largest stable τ the slowest rate is %g", side, slowest)
				}
				sides++
			}
		}
	})
	if sides == 0 {
		t.Error("no τ was tried on either side")
	}
}

// Of all fixed points with distinct gains and eigenvalues, those with the top K
// eigenvectors ordered as the gains are stable for a small τ, and no others.
func TestWhichFixedPointsAreStable(t *testing.T) {
	spectrum := []float64{1, 0.8, 0.5, 0.3}
	for _, network := range networks() {
		for _, gains := range [][]float64{{1, 0.85, 0.7}, {0.7, 0.85, 1}, {0.85, 1, 0.7}} {
			stable := 0
			for code := range 64 {
				components := []int{code & 3, code >> 2 & 3, code >> 4}
				p := theory.FixedPoint{Network: network, Spectrum: spectrum, Gains: gains, Components: components}
				if p.Validate() != nil {
					continue // two neurons with one component
				}
				l := linearise(t, p, 0.05)
				ordered := len(p.Misordered()) == 0
				top := !slices.Contains(components, 3)
				if got := l.Stability() == theory.Stable; got != (ordered && top) {
					t.Errorf("%s, Λ = %v: components %v are %v, ordered %v", network.Name, gains, components, l.Stability(), ordered)
				}
				if l.Stability() == theory.Stable {
					stable++
				}
				if !ordered { // then at no τ
					for _, tau := range []float64{1e-6, 1e-3, 1, 1e3} {
						if linearise(t, p, tau).Stability() == theory.Stable {
							t.Errorf("%s, Λ = %v: misordered components %v are stable at τ = %g", network.Name, gains, components, tau)
						}
					}
				}
			}
			if stable != 1 {
				t.Errorf("%s, Λ = %v: %d stable fixed points, want 1", network.Name, gains, stable)
			}
		}
	}
}

// Eigenvalues, polynomial and block of a pair are one thing, the roots' real
// parts have the sign that Stability says, and who is i and who is j does not
// count.
func TestPairs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPoint(t)
		tau := rapid.Float64Range(0.01, 10).Draw(t, "τ")
		for _, pair := range linearise(t, p, tau).Pairs {
			block, c, x := pair.Block(), pair.Polynomial, pair.Eigenvalues
			scale := mat.Norm(block, 2)
			near := func(what string, got, want complex128, order float64) {
				if abs(got-want) > 1e-12*math.Pow(scale, order) {
					t.Errorf("%s: %v, want %v", what, got, want)
				}
			}
			near("−c_2, the trace", complex(-c[2], 0), complex(mat.Trace(block), 0), 1)
			near("−c_0, the determinant", complex(-c[0], 0), complex(mat.Det(block), 0), 3)
			near("sum of the eigenvalues", x[0]+x[1]+x[2], complex(-c[2], 0), 1)
			near("of their products", x[0]*x[1]+x[1]*x[2]+x[2]*x[0], complex(c[1], 0), 2)
			near("product", x[0]*x[1]*x[2], complex(-c[0], 0), 3)
			if slowest := real(pair.Slowest()); math.Abs(slowest) > 1e-9*scale && (slowest < 0) != (pair.Stability() == theory.Stable) {
				t.Errorf("%v with the slowest rate %g", pair.Stability(), slowest)
			}
			if cascades(p.Network) { // of which one comes first
				continue
			}
			swapped := p
			swapped.Gains, swapped.Components = []float64{p.Gains[pair.J], p.Gains[pair.I]}, []int{p.Components[pair.J], p.Components[pair.I]}
			for k, other := range linearise(t, swapped, tau).Pairs[0].Eigenvalues {
				near("with i and j exchanged", other, x[k], 1e-6) // a double root has half the digits
			}
		}
	})
}

// Forward Euler near the fixed point is multiplication by I + αJ, which shrinks
// everything just below the largest stable α and not just above it.
func TestLargestStableRate(t *testing.T) {
	s := small()
	for _, network := range networks() {
		p := point(network, s)
		limit := linearise(t, p, network.Tau).LargestStableRate()
		for _, c := range []struct {
			factor float64
			stays  bool
		}{{0.98, true}, {1.02, false}} {
			numerical, _ := jacobian(p, network.Tau)
			n, _ := numerical.Dims()
			step := mat.NewDense(n, n, nil) // I + αJ
			step.Scale(c.factor*limit, numerical)
			for i := range n {
				step.Set(i, i, step.At(i, i)+1)
			}
			var eigen mat.Eigen
			if !eigen.Factorize(step, mat.EigenNone) {
				t.Fatal("no eigenvalues")
			}
			radius := 0.
			for _, x := range eigen.Values(nil) {
				radius = max(radius, abs(x))
			}
			if (network.Whitens || cascades(network)) && c.stays { // an antisymmetric M stays where it is, or is not there
				radius -= 1e-6
			}
			if (radius < 1) != c.stays {
				t.Errorf("%s: I + αJ has the spectral radius %g at %g of the largest stable α = %g", network.Name, radius, c.factor, limit)
			}
		}
	}
}

func TestFixedPointsThatAreWrong(t *testing.T) {
	for want, p := range map[string]theory.FixedPoint{
		"the network is missing":                 {Spectrum: []float64{1}, Gains: []float64{1}},
		"2 outputs for 1 input":                  {Network: circuit.PSP, Spectrum: []float64{1}, Gains: []float64{1, 1}},
		"eigenvalue 1 of the spectrum is +Inf":   {Network: circuit.PSP, Spectrum: []float64{math.Inf(1)}, Gains: []float64{1}},
		"eigenvalue 2 of the spectrum is 0":      {Network: circuit.PSP, Spectrum: []float64{1, 0}, Gains: []float64{1, 0.5}},
		"2 components for 1 output":              {Network: circuit.PSP, Spectrum: []float64{1, 0}, Gains: []float64{1}, Components: []int{0, 1}},
		"component 2 of output 0 does not":       {Network: circuit.PSP, Spectrum: []float64{1, 0}, Gains: []float64{1}, Components: []int{2}},
		"two outputs hold component 1":           {Network: circuit.PSP, Spectrum: []float64{1, 1}, Gains: []float64{1, 1}, Components: []int{1, 1}},
		"outputs 0 and 1 are out of range":       {Network: circuit.PSP, Spectrum: []float64{1, 1e-300}, Gains: []float64{1, 0.5}},
		"outputs 0 and 0 are out of range":       {Network: circuit.PSW, Spectrum: []float64{1, 1e-300}, Gains: []float64{1e200, 0.5}},
		"gain λ_2 = NaN: give a positive number": {Network: circuit.PSW, Spectrum: []float64{1, 0.5}, Gains: []float64{1, math.NaN()}},
	} {
		if _, err := p.Linearise(1); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
	for _, tau := range []float64{0, -1, math.NaN(), math.Inf(1)} {
		if _, err := point(circuit.PSP, small()).Linearise(tau); err == nil || !strings.Contains(err.Error(), "give a positive number") {
			t.Errorf("τ = %v: error %v", tau, err)
		}
	}
}

// One output has no pairs and is stable for every τ; K = N leaves nothing outside.
func TestSmallestPoints(t *testing.T) {
	for _, network := range networks() {
		p := theory.FixedPoint{Network: network, Spectrum: []float64{1, 0.5}, Gains: []float64{1}}
		if tau, err := p.LargestStableTau(); err != nil || !math.IsInf(tau, 1) {
			t.Errorf("%s: largest stable τ %v, %v", network.Name, tau, err)
		}
		p.Gains = []float64{1, 0.5}
		l := linearise(t, p, 1)
		want := 8
		if cascades(network) { // without M_12
			want--
		}
		if _, _, _, ok := l.SlowestOutside(); ok || len(l.Eigenvalues()) != want {
			t.Errorf("%s: %v outside, %d eigenvalues", network.Name, ok, len(l.Eigenvalues()))
		}
		// Of two equal eigenvalues one held and one free: they mix.
		p = theory.FixedPoint{Network: network, Spectrum: []float64{1, 1}, Gains: []float64{1}}
		if l := linearise(t, p, 1); l.Stability() != theory.Marginal {
			t.Errorf("%s: %v", network.Name, l.Stability())
		}
	}
}
