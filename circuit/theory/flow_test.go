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

func newFlow(t interface{ Fatal(...any) }, s theory.FlowSpec) *theory.Flow {
	f, err := theory.NewFlow(s)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// One iteration against the equations, written out with gonum.
func TestFlowIsTheMeanOfPlasticity(t *testing.T) {
	s := small()
	k, n := len(s.gains), len(s.spectrum)
	g := mat.NewDiagDense(n, s.spectrum)
	for _, network := range networks() {
		f := newFlow(t, theory.FlowSpec{Network: network, Spectrum: s.spectrum, Gains: s.gains, Rate: 0.07, InitialWeights: weights(3, k, n)})
		w, m := mat.NewDense(k, n, weights(3, k, n)), mat.NewDense(k, k, nil)
		for i := range k {
			m.Set(i, i, network.InitialScale)
		}
		for range 5 {
			var filter, fg, y mat.Dense
			switch {
			case network.SolvesExactly():
				filter.Solve(m, w)
			case cascades(network):
				filter.Solve(lower(m), w)
			default:
				response := mat.DenseCopyOf(m)
				response.Apply(func(i, j int, v float64) float64 {
					if i == j {
						return 1 / v
					}
					return -v / (m.At(i, i) * m.At(j, j))
				}, m)
				filter.Mul(response, w)
			}
			fg.Mul(&filter, g)
			y.Mul(&fg, filter.T())
			w.Apply(func(i, j int, v float64) float64 { return v + 0.07*(fg.At(i, j)-v) }, w)
			m.Apply(func(i, j int, v float64) float64 {
				decay := s.gains[i] * v * s.gains[j]
				if network.Whitens {
					decay = 0
					if i == j {
						decay = s.gains[i] * s.gains[i]
					}
				}
				return v + 0.07/network.Tau*(y.At(i, j)-decay)
			}, m)
			if err := f.Step(); err != nil {
				t.Fatal(err)
			}
		}
		if got := f.Weights(); !mat.EqualApprox(got, w, 1e-13) {
			t.Errorf("%s: W is\n%v, want\n%v", network.Name, mat.Formatted(got), mat.Formatted(w))
		}
		if cascades(network) {
			m = lower(m)
		}
		if got := f.M(); !mat.EqualApprox(got, m, 1e-13) || !cascades(network) && !mat.Equal(got, got.T()) {
			t.Errorf("%s: M is\n%v, want\n%v", network.Name, mat.Formatted(got), mat.Formatted(m))
		}
	}
}

// The flow is equivariant: with G = U G̃ Uᵀ in another basis, and W0 there, it is
// the flow in the eigenbasis that starts at W0·U. So is the flow without the
// directions that no weight uses.
func TestFlowInTheEigenbasisIsTheFlowInAnyBasis(t *testing.T) {
	for _, s := range []setup{small(), large()} {
		k, n := len(s.gains), len(s.spectrum)
		u := rotation(5, n)
		w0 := mat.NewDense(k, n, weights(6, k, n))
		var inEigenbasis mat.Dense
		inEigenbasis.Mul(w0, u)
		for _, network := range networks() {
			spec := theory.FlowSpec{Network: network, Gains: s.gains}
			dense, diagonal := spec, spec
			dense.Covariance, dense.InitialWeights = covariance(u, s.spectrum), w0.RawMatrix().Data
			diagonal.Spectrum, diagonal.InitialWeights = s.spectrum, inEigenbasis.RawMatrix().Data
			a, b := newFlow(t, dense), newFlow(t, diagonal)
			for range 4 {
				if err := a.Run(50); err != nil {
					t.Fatal(err)
				}
				if err := b.Run(50); err != nil {
					t.Fatal(err)
				}
				if ea, eb := a.Error(), b.Error(); math.Abs(ea-eb) > 1e-9*ea {
					t.Errorf("%s, %s after %d iterations: E_Pro %.12g in a random basis, %.12g in the eigenbasis", s.name, network.Name, a.StepCount(), ea, eb)
				}
				var w mat.Dense
				w.Mul(a.Weights(), u)
				if !mat.EqualApprox(&w, b.Weights(), 1e-10) || !mat.EqualApprox(a.M(), b.M(), 1e-10) {
					t.Errorf("%s, %s: W·U or M differ after %d iterations", s.name, network.Name, a.StepCount())
				}
			}
		}
	}
}

// Where the tail of the spectrum is flat, directions are left out. A spectrum
// whose tail is not quite flat leaves none out, and must move alike.
func TestFlatTail(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := rapid.IntRange(1, 4).Draw(t, "K")
		n := k + rapid.IntRange(0, 9).Draw(t, "N − K")
		flat := rapid.IntRange(1, n).Draw(t, "equal eigenvalues")
		spectrum := make([]float64, n)
		for i := range spectrum {
			spectrum[i] = 1 - 0.8*float64(min(i, n-flat))/float64(n)
		}
		nearly := slices.Clone(spectrum)
		for i := range nearly {
			nearly[i] += 1e-13 * float64(n-i)
		}
		gains := circuit.LinearGains(k, 1, 0.7)
		network := rapid.SampledFrom(networks()).Draw(t, "network")
		w := weights(rapid.Uint64().Draw(t, "seed"), k, n)
		a := newFlow(t, theory.FlowSpec{Network: network, Spectrum: spectrum, Gains: gains, Rate: 0.02, InitialWeights: w})
		b := newFlow(t, theory.FlowSpec{Network: network, Spectrum: nearly, Gains: gains, Rate: 0.02, InitialWeights: w})
		errA, errB := a.Run(30), b.Run(30)
		if errA != nil || errB != nil {
			t.Skip("diverged")
		}
		if !mat.EqualApprox(a.Weights(), b.Weights(), 1e-8) || !mat.EqualApprox(a.M(), b.M(), 1e-8) {
			t.Errorf("with and without the left-out directions:\n%v\n%v", mat.Formatted(a.Weights()), mat.Formatted(b.Weights()))
		}
	})
}

// A long flow ends at round-off, far below the 1e-15 at which the expanded
// formula of E_Pro cancels: the paper's Table II says below 1e-18.
func TestLongFlowsReachRoundOff(t *testing.T) {
	s := small()
	for _, network := range networks() {
		f := newFlow(t, theory.FlowSpec{Network: network, Spectrum: s.spectrum, Gains: s.gains, InitialWeights: weights(1, 3, 10)})
		if err := f.Run(50_000); err != nil {
			t.Fatal(err)
		}
		if e := f.Error(); !(e < 1e-28) {
			t.Errorf("%s: E_Pro = %.3g after %d iterations", network.Name, e, f.StepCount())
		}
		// The weights outside have decayed by e^{−3000}: they are 0, not denormal.
		if outside := f.Weights().Slice(0, 3, 3, 10); mat.Norm(outside, 2) != 0 {
			t.Errorf("%s: weights outside the subspace are\n%v", network.Name, mat.Formatted(outside))
		}
	}
}

func TestFlowsThatDiverge(t *testing.T) {
	s := small()
	f := newFlow(t, theory.FlowSpec{Network: circuit.IfPSP, Spectrum: s.spectrum, Gains: s.gains, Rate: 50, InitialWeights: weights(1, 3, 10)})
	err := f.Run(1000)
	if err == nil || !strings.Contains(err.Error(), "mean-field flow of ifPSP after iteration") {
		t.Errorf("error %v", err)
	}
	if e := f.Error(); !math.IsNaN(e) {
		t.Errorf("E_Pro %v after divergence, want NaN", e)
	}
}

func TestFlowSpecsThatAreWrong(t *testing.T) {
	s := small()
	good := theory.FlowSpec{Network: circuit.PSW, Spectrum: s.spectrum, Gains: s.gains, InitialWeights: weights(1, 3, 10)}
	settling, err := circuit.PSP.Settling(circuit.Settle{Sweeps: 3})
	if err != nil {
		t.Fatal(err)
	}
	for want, change := range map[string]func(*theory.FlowSpec){
		"the network is missing":                    func(s *theory.FlowSpec) { s.Network = circuit.Network{} },
		"is not known here where settling is cut":   func(s *theory.FlowSpec) { s.Network = settling },
		"give one of them":                          func(s *theory.FlowSpec) { s.Covariance = mat.NewSymDense(10, nil) },
		"eigenvalue 2 of the spectrum is 2, larger": func(s *theory.FlowSpec) { s.Spectrum = []float64{1, 2} },
		"eigenvalue 1 of the spectrum is NaN":       func(s *theory.FlowSpec) { s.Spectrum = []float64{math.NaN()} },
		"no outputs":                                func(s *theory.FlowSpec) { s.Gains = nil },
		"3 outputs for 2 inputs":                    func(s *theory.FlowSpec) { s.Spectrum = []float64{1, 0.5} },
		"gain λ_1 = -1":                             func(s *theory.FlowSpec) { s.Gains = []float64{-1, 1, 1} },
		"τ = -1":                                    func(s *theory.FlowSpec) { s.Tau = -1 },
		"α = +Inf":                                  func(s *theory.FlowSpec) { s.Rate = math.Inf(1) },
		"initial scale NaN":                         func(s *theory.FlowSpec) { s.InitialScale = math.NaN() },
		"0 initial weights: W has 3 outputs × 10":   func(s *theory.FlowSpec) { s.InitialWeights = nil },
		"weights are not finite":                    func(s *theory.FlowSpec) { s.InitialWeights = slices.Repeat([]float64{math.Inf(1)}, 30) },
		"the covariance is not finite": func(s *theory.FlowSpec) {
			s.Spectrum, s.Covariance = nil, mat.NewSymDense(10, slices.Repeat([]float64{math.NaN()}, 100))
		},
	} {
		spec := good
		change(&spec)
		if _, err := theory.NewFlow(spec); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
	if _, err := theory.NewFlow(good); err != nil {
		t.Error(err)
	}
}

// The part of W that vanishes is left out of the work, and nowhere else: the flow
// by its spectrum ends where the flow by its covariance does, with W of all inputs.
func TestVanishedWeights(t *testing.T) {
	s := small()
	k, n := len(s.gains), len(s.spectrum)
	for _, network := range networks() {
		spec := theory.FlowSpec{Network: network, Gains: s.gains, InitialWeights: weights(3, k, n)}
		spec.Spectrum = s.spectrum
		reduced, err := theory.NewFlow(spec)
		if err != nil {
			t.Fatal(err)
		}
		spec.Spectrum, spec.Covariance = nil, mat.NewDiagDense(n, s.spectrum)
		whole, err := theory.NewFlow(spec)
		if err != nil {
			t.Fatal(err)
		}
		for _, steps := range []int{260, 8000} { // 0.94ᵗ is 1e-7, and below 1e-160
			for _, f := range []*theory.Flow{reduced, whole} {
				if err := f.Run(steps - f.StepCount()); err != nil {
					t.Fatal(err)
				}
			}
			if !mat.EqualApprox(reduced.Weights(), whole.Weights(), 1e-12) || !mat.EqualApprox(reduced.M(), whole.M(), 1e-12) {
				t.Errorf("%s: W or M differs after %d steps", network.Name, steps)
			}
		}
		filter, err := reduced.Filter()
		if err != nil {
			t.Fatal(err)
		}
		if rows, columns := filter.Dims(); rows != k || columns != n || filter.At(0, n-1) != 0 {
			t.Errorf("%s: F is %d×%d, its last column %v", network.Name, rows, columns, mat.Col(nil, n-1, filter))
		}
		if e := reduced.Error(); !(e < 1e-25) {
			t.Errorf("%s: E_Pro = %v", network.Name, e)
		}
	}
}

// A circuit that learns offline takes the steps of the flow.
func TestFlowIsThatOfAnOfflineCircuit(t *testing.T) {
	s, u := small(), rotation(7, 10)
	g := covariance(u, s.spectrum)
	for _, network := range networks() {
		w := weights(3, 3, 10)
		f := newFlow(t, theory.FlowSpec{Network: network, Covariance: g, Gains: s.gains, Tau: 0.8, Rate: 0.05, InitialWeights: w})
		offline, err := network.Offline()
		if err != nil {
			t.Fatal(err)
		}
		c, err := circuit.New(circuit.Spec{Network: offline, Inputs: 10, Gains: s.gains, Tau: 0.8, Rate: circuit.ConstantRate(0.05), Initial: map[string][]float64{"feedforward": w}})
		if err != nil {
			t.Fatal(err)
		}
		if err := c.SetMoments(mat.DenseCopyOf(g).RawMatrix().Data); err != nil {
			t.Fatal(err)
		}
		for range 200 {
			if err := c.Step(make([]float64, 10)); err != nil {
				t.Fatal(err)
			}
			if err := f.Step(); err != nil {
				t.Fatal(err)
			}
		}
		if !mat.EqualApprox(f.Weights(), mat.NewDense(3, 10, c.Forward().Weights()), 1e-12) || !mat.EqualApprox(f.M(), mat.NewDense(3, 3, c.M()), 1e-12) {
			t.Errorf("%s: the circuit and the flow part", network.Name)
		}
	}
}
