package theory_test

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/diff/fd"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"twophase/circuit"
	"twophase/circuit/theory"
)

// velocity returns dW/ds [K×N] and dM/ds [K×K] of the mean-field flow in the
// eigenbasis of G, as the equations say it, for any M.
func velocity(p theory.FixedPoint, tau float64, w, m *mat.Dense) (dw, dm *mat.Dense) {
	var filter, fg, y mat.Dense
	if cascades(p.Network) {
		m = lower(m)
	}
	settle, settles := settling(p.Network)
	switch {
	case settles && settle.Tolerance == 0:
		sweep(&filter, settle, w, m)
	case settles || p.Network.SolvesExactly() || cascades(p.Network):
		if err := filter.Solve(m, w); err != nil {
			panic(err)
		}
	default:
		var response mat.Dense // M_d⁻¹ − M_d⁻¹ M_o M_d⁻¹
		response.Apply(func(i, j int, v float64) float64 {
			if i == j {
				return 1 / v
			}
			return -v / (m.At(i, i) * m.At(j, j))
		}, m)
		filter.Mul(&response, w)
	}
	fg.Mul(&filter, mat.NewDiagDense(len(p.Spectrum), p.Spectrum))
	y.Mul(&fg, filter.T())
	dw, dm = new(mat.Dense), new(mat.Dense)
	dw.Sub(&fg, w)
	dm.Apply(func(i, j int, v float64) float64 {
		switch {
		case cascades(p.Network) && i < j:
			return 0
		case !p.Network.Whitens:
			v -= p.Gains[i] * m.At(i, j) * p.Gains[j] * decayOf(p.Network, i, j)
		case i == j:
			v -= p.Gains[i] * p.Gains[i]
		}
		return v / tau
	}, &y)
	return dw, dm
}

// settling returns the phase of a network that settles.
func settling(n circuit.Network) (s circuit.Settle, ok bool) {
	for _, p := range n.Schedule {
		if s, ok = p.(circuit.Settle); ok {
			return s, true
		}
	}
	return s, false
}

// sweep sets F to the response after sweeps from rest, neuron by neuron: Jacobi's hear
// the others as they were before the sweep.
func sweep(filter *mat.Dense, s circuit.Settle, w, m *mat.Dense) {
	k, n := w.Dims()
	filter.ReuseAs(k, n)
	for range s.Sweeps {
		heard := filter
		if s.Method == circuit.Jacobi {
			heard = mat.DenseCopyOf(filter)
		}
		for i := range k {
			for x := range n {
				v := w.At(i, x)
				for j := range k {
					if j != i {
						v -= m.At(i, j) * heard.At(j, x)
					}
				}
				filter.Set(i, x, v/m.At(i, i))
			}
		}
	}
}

// variables says where W_ik and M_ij are in a vector of all K(N+K) variables.
type variables struct{ k, n int }

func (v variables) w(i, k int) int { return i*v.n + k }
func (v variables) m(i, j int) int { return v.k*v.n + i*v.k + j }

// jacobian returns the numerical derivative of the whole flow at the fixed point.
func jacobian(p theory.FixedPoint, tau float64) (*mat.Dense, variables) {
	k, n := len(p.Gains), len(p.Spectrum)
	at := slices.Concat(p.Weights().RawMatrix().Data, p.M().RawMatrix().Data)
	flow := func(y, x []float64) {
		x = slices.Clone(x)
		dw, dm := velocity(p, tau, mat.NewDense(k, n, x[:k*n]), mat.NewDense(k, k, x[k*n:]))
		copy(y, dw.RawMatrix().Data)
		copy(y[k*n:], dm.RawMatrix().Data)
	}
	j := mat.NewDense(len(at), len(at), nil)
	fd.Jacobian(j, flow, at, &fd.JacobianSettings{Formula: fd.Central})
	return j, variables{k, n}
}

// drawPoint draws a fixed point of any network, with components and gains in any
// order and, often, gains that are equal.
func drawPoint(t *rapid.T) theory.FixedPoint {
	n := rapid.IntRange(1, 6).Draw(t, "N")
	k := rapid.IntRange(1, min(n, 4)).Draw(t, "K")
	p := theory.FixedPoint{Network: rapid.SampledFrom(slices.Concat(networks(), withoutGains(), settlings(), slowLaterals())).Draw(t, "network")}
	p.Spectrum = rapid.SliceOfN(rapid.Float64Range(0.1, 2), n, n).Draw(t, "spectrum")
	slices.SortFunc(p.Spectrum, func(a, b float64) int { return -int(math.Copysign(1, a-b)) })
	p.Gains = rapid.SliceOfN(rapid.OneOf(rapid.Float64Range(0.4, 1.5), rapid.Just(1.)), k, k).Draw(t, "gains")
	if p.Network.Gains == circuit.NoGains {
		p.Gains = slices.Repeat([]float64{1}, k)
	}
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	p.Components = rapid.Permutation(all).Draw(t, "components")[:k]
	return p
}

// The velocity is what Flow integrates.
func TestVelocityIsThatOfTheFlow(t *testing.T) {
	s := small()
	for _, network := range networks() {
		p := theory.FixedPoint{Network: network, Spectrum: s.spectrum, Gains: s.gains}
		f := newFlow(t, theory.FlowSpec{Network: network, Spectrum: s.spectrum, Gains: s.gains, Tau: 0.8, Rate: 0.05, InitialWeights: weights(2, 3, 10)})
		for range 5 {
			w, m := f.Weights(), f.M()
			dw, dm := velocity(p, 0.8, w, m)
			dw.Scale(0.05, dw)
			dm.Scale(0.05, dm)
			w.Add(w, dw)
			m.Add(m, dm)
			if err := f.Step(); err != nil {
				t.Fatal(err)
			}
			if !mat.EqualApprox(w, f.Weights(), 1e-13) || !mat.EqualApprox(m, f.M(), 1e-13) {
				t.Errorf("%s: a step is not α times the velocity", network.Name)
			}
		}
	}
}

func TestFixedPointsDoNotMove(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPoint(t)
		dw, dm := velocity(p, 1, p.Weights(), p.M())
		if speed := math.Max(mat.Norm(dw, 2), mat.Norm(dm, 2)); speed > 1e-13 {
			t.Errorf("the flow has the velocity %g at %+v", speed, p)
		}
	})
}

// The whole Jacobian consists of the blocks, and of nothing else.
func TestJacobianSplitsIntoTheBlocks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPoint(t)
		tau := rapid.Float64Range(0.2, 3).Draw(t, "τ")
		l, err := p.Linearise(tau)
		if err != nil {
			t.Fatal(err)
		}
		numerical, at := jacobian(p, tau)
		take := func(row, column int) float64 {
			v := numerical.At(row, column)
			numerical.Set(row, column, 0) // what is left over must be nothing
			return v
		}
		near := func(what string, got, want float64) {
			if math.Abs(got-want) > 2e-6*(1+math.Abs(want)) {
				t.Errorf("%s: %.10g, want %.10g", what, got, want)
			}
		}
		held := func(i int) int { return p.Components[i] }
		for _, pair := range l.Pairs {
			i, j := pair.I, pair.J
			// In W_ij, W_ji, the symmetric part of M, and the antisymmetric.
			rows := [][]int{{at.w(i, held(j))}, {at.w(j, held(i))}, {at.m(i, j), at.m(j, i)}}
			if cascades(p.Network) { // which has M_ji alone
				rows[2] = rows[2][1:]
			}
			block := pair.Block()
			var cross [3][3]float64
			var driven [3]float64
			var antisymmetric float64
			for a, ra := range rows {
				for b, rb := range rows {
					for x, row := range ra {
						for y, column := range rb {
							v := take(row, column)
							cross[a][b] += v / float64(len(ra))
							if a == 2 {
								// The difference of M_ij and M_ji …
								sign := float64(1 - 2*x)
								driven[b] += sign * v
								if b == 2 { // … and what it is driven by itself.
									antisymmetric += sign * float64(1-2*y) * v / 2
								}
							}
						}
					}
				}
			}
			for a := range 3 {
				for b := range 3 {
					near("block entry", block.At(a, b), cross[a][b])
				}
			}
			if cascades(p.Network) {
				continue
			}
			for _, v := range driven {
				near("drive of the antisymmetric part", v, 0)
			}
			near("antisymmetric rate", pair.Antisymmetric, antisymmetric)
		}
		for i, s := range l.Scales {
			w, m := at.w(i, held(i)), at.m(i, i)
			a, b, c, d := take(w, w), take(w, m), take(m, w), take(m, m)
			near("sum of a neuron's own rates", real(s[0]+s[1]), a+d)
			near("their product", real(s[0]*s[1]), a*d-b*c)
		}
		for i := range p.Gains {
			for k := range p.Spectrum {
				if !slices.Contains(p.Components, k) {
					near("rate outside", l.Outside(i, k), take(at.w(i, k), at.w(i, k)))
					// Its M is driven by F G Fᵀ to second order only.
				}
			}
		}
		if rest := mat.Max(numerical); rest > 1e-6 || mat.Min(numerical) < -1e-6 {
			t.Errorf("outside the blocks the Jacobian has entries from %g to %g", mat.Min(numerical), rest)
		}
	})
}

// The full spectrum against the eigenvalues of the numerical Jacobian, at the
// paper's problem.
func TestFullSpectrumIsThatOfTheJacobian(t *testing.T) {
	s := small()
	for _, network := range networks() {
		p := theory.FixedPoint{Network: network, Spectrum: s.spectrum, Gains: s.gains}
		l, err := p.Linearise(network.Tau)
		if err != nil {
			t.Fatal(err)
		}
		got := l.Eigenvalues()
		numerical, _ := jacobian(p, network.Tau)
		var eigen mat.Eigen
		if !eigen.Factorize(numerical, mat.EigenNone) {
			t.Fatal("no eigenvalues")
		}
		want := eigen.Values(nil)
		absent := 0 // M_ij of a cascade, each with a 0 in the Jacobian
		if cascades(network) {
			absent = 3
		}
		if len(got)+absent != len(want) || len(want) != 3*(10+3) {
			t.Fatalf("%d eigenvalues, want %d", len(got), len(want)-absent)
		}
		// Each has a partner: multiple ones may differ in their order.
		for _, x := range got {
			nearest := slices.MinFunc(want, func(a, b complex128) int {
				return int(math.Copysign(1, abs(a-x)-abs(b-x)))
			})
			if abs(nearest-x) > 1e-6 {
				t.Errorf("%s: %v is not an eigenvalue of the Jacobian; the nearest is %v", network.Name, x, nearest)
			}
			want = slices.Delete(want, slices.Index(want, nearest), slices.Index(want, nearest)+1)
		}
	}
}

func abs(x complex128) float64 { return math.Hypot(real(x), imag(x)) }

// A long flow ends at the fixed point that Linearise calls stable, the top K in
// order, up to the signs of its rows, and as fast as the slowest eigenvalue says.
func TestLongFlowsEndAtTheFixedPoint(t *testing.T) {
	s := small()
	for _, network := range networks() {
		p := theory.FixedPoint{Network: network, Spectrum: s.spectrum, Gains: s.gains}
		f := newFlow(t, theory.FlowSpec{Network: network, Spectrum: s.spectrum, Gains: s.gains, InitialWeights: weights(7, 3, 10)})
		distance := func() float64 {
			w, want := f.Weights(), p.Weights()
			for i := range 3 {
				if w.At(i, i) < 0 { // the sign of a row is free
					for k := range 10 {
						w.Set(i, k, -w.At(i, k))
					}
				}
			}
			w.Sub(w, want)
			return mat.Norm(w, 2)
		}
		away, steps := 3000, 1000
		if cascades(network) { // which is there by then
			away, steps = 500, 200
		}
		if err := f.Run(away); err != nil {
			t.Fatal(err)
		}
		before := distance()
		if err := f.Run(steps); err != nil {
			t.Fatal(err)
		}
		l, err := p.Linearise(network.Tau)
		if err != nil {
			t.Fatal(err)
		}
		slowest := real(l.Eigenvalues()[0])
		for _, x := range l.Eigenvalues() {
			if x != 0 { // that of an antisymmetric M
				slowest = real(x)
				break
			}
		}
		// Forward Euler multiplies by 1 + αx where the flow does by e^{αx}.
		rate, want := math.Log(distance()/before)/float64(steps), math.Log1p(0.1*slowest)
		if math.Abs(rate/want-1) > 1e-3 {
			t.Errorf("%s: decays by e^%.8g an iteration, want e^%.8g", network.Name, rate, want)
		}
		if err := f.Run(20_000); err != nil {
			t.Fatal(err)
		}
		if d := distance(); d > 1e-12 || !mat.EqualApprox(f.M(), p.M(), 1e-12) {
			t.Errorf("%s: ends at the distance %g, with M\n%v", network.Name, d, mat.Formatted(f.M()))
		}
	}
}

// Two phases and the exact solution have one linearisation.
func TestNeuralPhasesDoNotMatterAtTheFixedPoint(t *testing.T) {
	for _, pair := range [][2]circuit.Network{{circuit.IfPSP, circuit.PSP}, {circuit.IfPSW, circuit.PSW}} {
		s := small()
		a, _ := jacobian(theory.FixedPoint{Network: pair[0], Spectrum: s.spectrum, Gains: s.gains}, 0.7)
		b, _ := jacobian(theory.FixedPoint{Network: pair[1], Spectrum: s.spectrum, Gains: s.gains}, 0.7)
		if !mat.EqualApprox(a, b, 1e-6) {
			t.Errorf("%s and %s differ", pair[0].Name, pair[1].Name)
		}
	}
}
