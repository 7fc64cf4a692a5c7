package theory_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"twophase/circuit"
	"twophase/circuit/theory"
	"twophase/internal/testkit/long"
)

// slow returns a problem with another lateral decay ε.
func slow(t theory.Turns, epsilon float64) theory.Turns {
	t.Point.Network = withDecay(t.Point.Network, epsilon)
	return t
}

// Where components are missing the spectral radius is 1/ε, and for two turns the thresholds are ε/(1+ε) of a mean of the
// scales. More than K/(1+ε) components are found, m_i ≤ g_1 (1+ε)²/(4ε) and g* ≤ g_1 (1+ε)/4.
func TestStatesOfSlowLateralDecay(t *testing.T) {
	problems := []theory.Turns{turns(images(), falling(5), 2), turns(powerLaw(8, 2), falling(5), 2), turns(powerLaw(6, 1.5), falling(4), 4), turns(powerLaw(12, 1.5), falling(8), 2)}
	missing := 0
	for _, problem := range problems[:long.Or(3, 4)] {
		for _, epsilon := range []float64{0.3, 0.6, 0.8} {
			p := slow(problem, epsilon)
			k, bound := len(p.Point.Gains), (1+epsilon)*(1+epsilon)/(4*epsilon)
			found, err := p.Search(theory.Search{Starts: 6})
			if err != nil {
				t.Fatal(err)
			}
			mean := 0. // Σ_{k<S} ε^−k
			for turn := range p.Count {
				mean += math.Pow(epsilon, -float64(turn))
			}
			for _, s := range found.States {
				if p.Count == 2 && slices.Max(s.Scales()) > bound*(1+1e-9) {
					t.Errorf("ε = %v: a scale of %v, above %v", epsilon, slices.Max(s.Scales()), bound)
				}
				if s.Rank == k {
					continue
				}
				missing++
				if float64(s.Rank)*(1+epsilon) <= float64(k) || s.Rank < p.LeastRank() {
					t.Errorf("ε = %v: a fixed point of rank %d of %d", epsilon, s.Rank, k)
				}
				if math.Abs(s.Radius*epsilon-1) > 1e-7 {
					t.Errorf("ε = %v: a spectral radius of %v", epsilon, s.Radius)
				}
				for _, g := range s.Thresholds {
					if scales := meanScale(s, p.Point.Gains, g.Pattern); math.Abs(g.Value*mean/scales-1) > 1e-7 || math.Abs(g.Mean/g.Value-1) > 1e-7 {
						t.Errorf("ε = %v: a threshold of %v, of mean scales %v", epsilon, g.Value, scales)
					} else if p.Count == 2 && g.Value > (1+epsilon)/4 {
						t.Errorf("ε = %v: a threshold of %v", epsilon, g.Value)
					}
				}
			}
		}
	}
	if missing < 4 {
		t.Errorf("only %d states miss a component", missing)
	}
}

// meanScale returns Σ λ_i m_i v_i² / Σ λ_i v_i².
func meanScale(s theory.LateralState, gains, v []float64) float64 {
	above, below := 0., 0.
	for i, m := range s.Scales() {
		above += gains[i] * m * v[i] * v[i]
		below += gains[i] * v[i] * v[i]
	}
	return above / below
}

// Two turns do not find five components of images, and do with a slow lateral decay. The same starts.
func TestSlowLateralDecayRecruits(t *testing.T) {
	problem := turns(images(), falling(5), 2)
	problem.Tau = 0.3
	for _, c := range []struct {
		epsilon float64
		all     bool
	}{{1, false}, {0.3, true}, {0.1, true}, {0.03, true}} {
		found, err := slow(problem, c.epsilon).Search(theory.Search{Starts: long.Or(4, 12), Ranks: -1})
		if err != nil {
			t.Fatal(err)
		}
		if (found.Reached == found.Starts) != c.all {
			t.Errorf("ε = %v: %d of %d starts find all components", c.epsilon, found.Reached, found.Starts)
		}
	}
}

// The closed form, and the eigenvalues of a numerical Jacobian of the whole flow, give the same largest stable τ.
func TestLargestStableTauOfSlowLateralDecay(t *testing.T) {
	eachProblem(t, long.Or(15, 60), func(t *testing.T, rng *rand.Rand) {
		k, n := 2+rng.IntN(3), 5
		g, gains := make([]float64, n), make([]float64, k)
		for i := range g {
			g[i] = 0.1 + rng.Float64()
		}
		slices.Sort(g)
		slices.Reverse(g)
		for i := range gains {
			gains[i] = 0.5 + rng.Float64()
		}
		slices.Sort(gains)
		slices.Reverse(gains)
		epsilon := []float64{0, 0.03, 0.1, 0.3, 0.6, 0.9}[rng.IntN(6)]
		p := theory.FixedPoint{Network: withDecay(circuit.IfPSP, epsilon), Spectrum: g, Gains: gains}
		tau, err := p.LargestStableTau()
		if err != nil {
			t.Fatal(err)
		}
		want := math.Inf(1)
		for i := range k {
			for j := i + 1; j < k; j++ {
				want = min(want, pairTau(g[j]/g[i], gains[i], gains[j], epsilon))
			}
		}
		if math.Abs(tau/want-1) > 1e-9 {
			t.Errorf("ε = %v: τ_c = %v, want %v", epsilon, tau, want)
		}
		for _, c := range []struct{ factor, sign float64 }{{0.97, -1}, {1.03, 1}} {
			if rate := slowestSymmetric(t, p, c.factor*tau); !(rate*c.sign > 0) {
				t.Errorf("ε = %v, gains %v, eigenvalues %v: the largest real part at %g τ_c is %v", epsilon, gains, g, c.factor, rate)
			}
		}
	})
}

// pairTau is τ_c of a pair by another way of writing it, with r = m_j/m_i: 2ce/(h(c+e)+f+√((h(c+e)+f)²−4ceh²)).
func pairTau(r, gainI, gainJ, epsilon float64) float64 {
	a := 1 - r
	h := a * a / r
	c := gainI*gainI/r + gainJ*gainJ*r + epsilon*gainI*gainJ
	e := r*r*gainJ*gainJ + gainI*gainI/(r*r) - h*c
	f := a / r * (gainI*gainI - r*gainJ*gainJ - epsilon*gainI*gainJ*a)
	b := h*(c+e) + f
	return min(2*c*e/(b+math.Sqrt(b*b-4*c*e*h*h)), c/h)
}

// slowestSymmetric returns the largest real part of the numerical Jacobian's eigenvalues, on symmetric M.
func slowestSymmetric(t *testing.T, p theory.FixedPoint, tau float64) float64 {
	whole, v := jacobian(p, tau)
	d, k, offset := v.n*v.k, v.k, v.n*v.k
	size := d + k*(k+1)/2
	j := mat.NewDense(size, size, nil)
	place := func(at int) (first, second int) { // in the whole, of a coordinate of symmetric M
		if at < d {
			return at, at
		}
		at -= d
		for i := range k {
			for l := i; l < k; l++ {
				if at == 0 {
					return offset + i*k + l, offset + l*k + i
				}
				at--
			}
		}
		panic("no such coordinate")
	}
	for row := range size {
		r, _ := place(row)
		for column := range size {
			first, second := place(column)
			value := whole.At(r, first)
			if second != first {
				value += whole.At(r, second)
			}
			j.Set(row, column, value)
		}
	}
	var eigen mat.Eigen
	if !eigen.Factorize(j, mat.EigenNone) {
		t.Fatal("no eigenvalues")
	}
	slowest := math.Inf(-1)
	for _, x := range eigen.Values(nil) {
		slowest = max(slowest, real(x))
	}
	return slowest
}
