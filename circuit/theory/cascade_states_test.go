package theory_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"twophase/circuit"
	"twophase/circuit/theory"
	"twophase/internal/testkit/long"
)

// This file holds docs/cascade.md to what it says of the fixed points of a cascade far from the
// wanted one. The equations are written again here, apart from the package.

// A cascadeProblem is the fixed-point equations of a cascade in the eigenbasis of G. The unknowns z
// are F [K×n], row by row, and the lower triangle of M, row by row.
type cascadeProblem struct {
	whitens bool
	g       []float64 // eigenvalues [n]
	gains   []float64 // λ [K]
}

func (p cascadeProblem) size() int { k := len(p.gains); return k*len(p.g) + k*(k+1)/2 }

// parts returns F_i and M_ij of the unknowns.
func (p cascadeProblem) parts(z []float64) (f func(i int) []float64, m func(i, j int) float64) {
	n := len(p.g)
	triangle := z[len(p.gains)*n:]
	return func(i int) []float64 { return z[i*n : (i+1)*n] }, func(i, j int) float64 { return triangle[i*(i+1)/2+j] }
}

// residual returns L F − F G and what dM/ds is proportional to, all 0 at a fixed point.
func (p cascadeProblem) residual(z []float64) (r []float64) {
	f, m := p.parts(z)
	for i := range p.gains {
		for c, g := range p.g {
			sum := -g * f(i)[c]
			for j := range i + 1 {
				sum += m(i, j) * f(j)[c]
			}
			r = append(r, sum)
		}
	}
	for i, gain := range p.gains {
		for j := range i + 1 {
			sum := 0.
			for c, g := range p.g {
				sum += g * f(i)[c] * f(j)[c]
			}
			switch {
			case !p.whitens:
				sum -= gain * p.gains[j] * m(i, j)
			case i == j:
				sum -= gain * gain
			}
			r = append(r, sum)
		}
	}
	return r
}

// solve moves z to a root by Newton's method with a numerical Jacobian and shortened steps, and
// reports whether it has arrived.
func (p cascadeProblem) solve(z []float64) bool {
	size := p.size()
	for range 60 {
		r := p.residual(z)
		length := norm(r)
		if length < 1e-12 {
			return true
		}
		jacobian := mat.NewDense(size, size, nil)
		for k := range z {
			old, h := z[k], 1e-6
			z[k] = old + h
			ahead := p.residual(z)
			z[k] = old - h
			behind := p.residual(z)
			z[k] = old
			for i := range ahead {
				jacobian.Set(i, k, (ahead[i]-behind[i])/(2*h))
			}
		}
		var step mat.VecDense
		if step.SolveVec(jacobian, mat.NewVecDense(size, r)) != nil {
			return false
		}
		before := slices.Clone(z)
		for share := 1.; ; share /= 2 {
			for k := range z {
				z[k] = before[k] - share*step.AtVec(k)
			}
			if norm(p.residual(z)) < length {
				break
			}
			if share < 1e-6 {
				return false
			}
		}
	}
	return norm(p.residual(z)) < 1e-10
}

func norm(v []float64) float64 { return mat.Norm(mat.NewVecDense(len(v), v), 2) }

// lateral returns the largest |M_ij| beside the diagonal, and the smallest scale.
func (p cascadeProblem) lateral(z []float64) (most, scale float64) {
	_, m := p.parts(z)
	scale = math.Inf(1)
	for i := range p.gains {
		scale = min(scale, m(i, i))
		for j := range i {
			most = max(most, math.Abs(m(i, j)))
		}
	}
	return most, scale
}

// randomCascade draws a problem, with gains that do not increase or with any.
func randomCascade(r *rand.Rand, whitens, increasing bool) (p cascadeProblem) {
	k := 2 + r.IntN(3)
	p.whitens = whitens
	for range k + r.IntN(2) {
		p.g = append(p.g, 0.05+r.Float64())
	}
	for range k {
		p.gains = append(p.gains, 0.3+r.Float64())
	}
	slices.Sort(p.g)
	slices.Reverse(p.g)
	if increasing || whitens {
		return p
	}
	slices.Sort(p.gains)
	slices.Reverse(p.gains)
	if r.IntN(4) == 0 {
		p.gains[1] = p.gains[0] // equal gains count as not increasing
	}
	return p
}

// roots searches the roots with positive scales of many random problems, from random starts, and
// returns how many it finds, and how many of these have lateral synapses.
func roots(problems int, whitens, increasing bool, each func(cascadeProblem, []float64)) (found, lateral int) {
	r := rand.New(rand.NewPCG(1, 2))
	for range problems {
		p := randomCascade(r, whitens, increasing)
		for range 8 {
			z := make([]float64, p.size())
			for i := range z {
				z[i] = r.NormFloat64()
			}
			for i := range p.gains {
				z[len(p.gains)*len(p.g)+i*(i+1)/2+i] = 0.1 + r.Float64()
			}
			if !p.solve(z) {
				continue
			}
			most, scale := p.lateral(z)
			if scale < 1e-3 { // a silent neuron has no scale
				continue
			}
			found++
			if most > 1e-5 {
				lateral++
			}
			each(p, z)
		}
	}
	return found, lateral
}

// With gains that do not increase (PSP), or with any gains (PSW), every fixed point of a cascade that
// a root search finds has M_o = 0, and each row of F along an eigenvector of its own. The same
// search finds lateral fixed points where gains increase.
func TestCascadeHasNoLateralFixedPoints(t *testing.T) {
	long.SkipShort(t)
	problems := long.Or(20, 200)
	for _, whitens := range []bool{false, true} {
		found, lateral := roots(problems, whitens, false, func(p cascadeProblem, z []float64) {
			f, m := p.parts(z)
			taken := map[int]bool{}
			for i := range p.gains {
				c := 0
				for j, v := range f(i) {
					if math.Abs(v) > math.Abs(f(i)[c]) {
						c = j
					}
				}
				others := norm(f(i))*norm(f(i)) - f(i)[c]*f(i)[c]
				if taken[c] || others > 1e-8 || math.Abs(m(i, i)-p.g[c]) > 1e-5 {
					t.Errorf("%+v: row %d of F is %v, its scale %v", p, i, f(i), m(i, i))
				}
				taken[c] = true
			}
		})
		if lateral > 0 || found < problems {
			t.Errorf("whitens %v: of %d fixed points %d are lateral", whitens, found, lateral)
		}
	}
	if found, lateral := roots(problems, false, true, func(cascadeProblem, []float64) {}); lateral == 0 {
		t.Errorf("with gains in any order none of %d fixed points is lateral: the search finds none", found)
	}
}

// repeat returns the lateral fixed point of two outputs whose gains increase: neuron 1 repeats
// component 0, with m_11 = g_1(1 − λ_0/λ_1), M_10 = g_1 c/λ_1 and c² = λ_1² m_11/g_1.
func repeat(p cascadeProblem) (z []float64) {
	g, first, second := p.g[0], p.gains[0], p.gains[1]
	scale := g * (1 - first/second)
	c := second * math.Sqrt(scale/g)
	z = make([]float64, p.size())
	n := len(p.g)
	z[0], z[n] = first, c
	copy(z[2*n:], []float64{g, g * c / second, scale})
	return z
}

// With increasing gains and two outputs neuron 1 can repeat component 0: the closed form is a fixed
// point. It attracts where g_2 < m_11 and τ is small enough, and loses to component 1 where g_2 is
// above m_11.
func TestCascadeWithIncreasingGainsRepeatsAComponent(t *testing.T) {
	long.SkipShort(t)
	long.Draws(t, 30)
	rapid.Check(t, func(t *rapid.T) {
		first := rapid.Float64Range(0.1, 1).Draw(t, "λ_0")
		p := cascadeProblem{g: []float64{1, 0.3, 0.05}, gains: []float64{first, first * rapid.Float64Range(1.1, 4).Draw(t, "λ_1/λ_0")}}
		if r := norm(p.residual(repeat(p))); r > 1e-12 {
			t.Fatalf("%+v: the residual is %v", p, r)
		}
	})
	gains := []float64{0.5, 1}
	want := repeat(cascadeProblem{g: []float64{1, 0.3, 0.05}, gains: gains})
	if m := want[6:]; math.Abs(m[1]-math.Sqrt(0.5)) > 1e-12 || m[2] != 0.5 {
		t.Fatalf("M is %v, want M_10 = 0.707 and m_11 = 0.5", m)
	}
	for second, repeats := range map[float64]bool{0.3: true, 0.7: false} { // m_11 = 0.5 is between them
		for start := range 12 {
			m := flowed(t, theory.FlowSpec{Network: circuit.CascadePSP, Spectrum: []float64{1, second, 0.05}, Gains: gains, Tau: 0.1, Rate: 0.02}, start, 20000)
			lateral, scale := math.Abs(m.At(1, 0)), m.At(1, 1)
			if repeats && (math.Abs(lateral-math.Sqrt(0.5)) > 1e-6 || math.Abs(scale-0.5) > 1e-6) {
				t.Errorf("g_2 = %v, start %d: M_10 = %v and m_11 = %v", second, start, lateral, scale)
			}
			if !repeats && (lateral > 1e-6 || math.Abs(scale-second) > 1e-6) {
				t.Errorf("g_2 = %v, start %d: M_10 = %v and m_11 = %v, want 0 and g_2", second, start, lateral, scale)
			}
		}
	}
}

// flowed returns M after some steps of a flow from a random start.
func flowed(t interface{ Fatal(...any) }, s theory.FlowSpec, start, steps int) *mat.Dense {
	r := rand.New(rand.NewPCG(uint64(start), 3))
	for range len(s.Gains) * len(s.Spectrum) {
		s.InitialWeights = append(s.InitialWeights, r.NormFloat64()/math.Sqrt(float64(len(s.Spectrum))))
	}
	flow, err := theory.NewFlow(s)
	if err != nil {
		t.Fatal(err)
	}
	if err := flow.Run(steps); err != nil {
		t.Fatal(err)
	}
	return flow.M()
}

// The ordered fixed point of a cascade is stable for τ below the smallest bound of its pairs, with
// R = m_i/m_j for i before j: (λ_i²R + λ_iλ_j)/(R − 1) for PSP, λ_i²R/(m_i(R − 1)) for PSW.
func TestLargestTauOfACascade(t *testing.T) {
	long.Draws(t, 30)
	bound := func(p theory.FixedPoint) float64 {
		least, m := math.Inf(1), p.Scales()
		for j := range p.Gains {
			for i := range j {
				ratio, first, second := m[i]/m[j], p.Gains[i], p.Gains[j]
				b := (first*first*ratio + first*second) / (ratio - 1)
				if p.Network.Whitens {
					b = first * first * ratio / (m[i] * (ratio - 1))
				}
				least = min(least, b)
			}
		}
		return least
	}
	for network, want := range map[string]float64{"cascadePSP": 2.7, "cascadePSW": 2} {
		n, err := circuit.LookupNetwork(network)
		if err != nil {
			t.Fatal(err)
		}
		if got := bound(point(n, small())); math.Abs(got-want) > 1e-9 {
			t.Errorf("%s on the small problem: τ < %v, want %v", network, got, want)
		}
		rapid.Check(t, func(t *rapid.T) {
			k := rapid.IntRange(2, 5).Draw(t, "K")
			s := setup{spectrum: []float64{1}, gains: []float64{1}}
			for range k {
				s.spectrum = append(s.spectrum, s.spectrum[len(s.spectrum)-1]*rapid.Float64Range(0.2, 0.95).Draw(t, "ratio"))
			}
			for range k - 1 {
				s.gains = append(s.gains, s.gains[len(s.gains)-1]*rapid.Float64Range(0.5, 1).Draw(t, "gain"))
			}
			p := point(n, s)
			got, err := p.LargestStableTau()
			if err != nil {
				t.Fatal(err)
			}
			if want := bound(p); math.Abs(got/want-1) > 1e-9 {
				t.Fatalf("%+v: stable for τ < %v, want %v", s, got, want)
			}
		})
	}
}

// Neuron 0 of cascadePSP hears no other. With a single component, b = ln m and u = ln(w²/m³), its
// flow lowers V = 2(b + g e^{−b}) + (g e^u − λ²u)/τ at the rate 3(g e^u − λ²)²/τ², from any w ≠ 0 and
// m > 0, for every τ.
func TestLyapunovFunctionOfNeuron0(t *testing.T) {
	long.Draws(t, 20)
	rapid.Check(t, func(t *rapid.T) {
		g, lambda := rapid.Float64Range(0.1, 2).Draw(t, "g"), rapid.Float64Range(0.5, 2).Draw(t, "λ")
		tau, m0 := rapid.Float64Range(0.1, 3).Draw(t, "τ"), rapid.Float64Range(0.2, 3).Draw(t, "m")
		w := rapid.Float64Range(0.1, 3).Draw(t, "w")
		rate := 1e-7 / max(1, g*w*w/(10*m0*m0*m0)) // so that the drive g e^u hardly changes in a step
		flow, err := theory.NewFlow(theory.FlowSpec{
			Network: circuit.CascadePSP, Spectrum: []float64{g}, Gains: []float64{lambda},
			Tau: tau, Rate: rate, InitialScale: m0, InitialWeights: []float64{w},
		})
		if err != nil {
			t.Fatal(err)
		}
		value := func() (v, slope float64) {
			w, m := flow.Weights().At(0, 0), flow.M().At(0, 0)
			b, u := math.Log(m), math.Log(w*w/(m*m*m))
			drive := g*math.Exp(u) - lambda*lambda
			return 2*(b+g*math.Exp(-b)) + (g*math.Exp(u)-lambda*lambda*u)/tau, -3 * drive * drive / (tau * tau)
		}
		before, slope := value()
		if err := flow.Step(); err != nil {
			t.Fatal(err)
		}
		after, next := value()
		if got, want := (after-before)/rate, (slope+next)/2; math.Abs(got-want) > 1e-3*math.Abs(want)+1e-5*(1+math.Abs(after)) {
			t.Fatalf("V changes at the rate %v, want %v", got, want)
		}
		end := flowed(t, theory.FlowSpec{
			Network: circuit.CascadePSP, Spectrum: []float64{g}, Gains: []float64{lambda}, Tau: tau, Rate: 0.01 * min(1, tau), InitialScale: m0,
		}, 1, int(4e4/min(1, tau)))
		if m := end.At(0, 0); math.Abs(m-g) > 1e-6*g {
			t.Fatalf("the flow ends at m = %v, want g = %v", m, g)
		}
	})
}

// From random starts the flow of a cascade gets to the ordered components: five and ten outputs on
// the largest eigenvalues of Fashion-MNIST.
func TestCascadeFlowsToTheOrderedComponents(t *testing.T) {
	long.SkipShort(t)
	spectrum := []float64{1, 0.611, 0.207, 0.171, 0.132, 0.119, 0.081, 0.066, 0.046, 0.045, 0.03, 0.02}
	for _, k := range []int{5, 10} {
		for start := range long.Or(2, 12) {
			m := flowed(t, theory.FlowSpec{Network: circuit.CascadePSP, Spectrum: spectrum, Gains: circuit.LinearGains(k, 1, 0.7), Rate: 0.02}, start, 30000)
			for i := range k {
				if math.Abs(m.At(i, i)-spectrum[i]) > 1e-4 {
					t.Errorf("K = %d, start %d: m_%d is %v, want %v", k, start, i, m.At(i, i), spectrum[i])
				}
			}
		}
	}
}
