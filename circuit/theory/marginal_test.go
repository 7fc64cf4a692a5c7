package theory_test

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"twophase/circuit"
	"twophase/circuit/theory"
)

// slowest returns the largest real part of the numerical Jacobian's eigenvalues, and how
// many of them are 0.
func slowest(t *testing.T, p theory.FixedPoint, tau float64) (largest float64, zeros int) {
	numerical, _ := jacobian(p, tau)
	var eigen mat.Eigen
	if !eigen.Factorize(numerical, mat.EigenNone) {
		t.Fatal("no eigenvalues")
	}
	largest = math.Inf(-1)
	for _, x := range eigen.Values(nil) {
		largest = max(largest, real(x))
		if abs(x) < 1e-7 {
			zeros++
		}
	}
	return largest, zeros
}

// With Λ = I every pair turns freely, whatever τ is: one eigenvalue 0 each, and for PSW one
// more of the antisymmetric M. Nothing grows below the largest τ, and something does above.
func TestWithoutGainsThePairsAreMarginal(t *testing.T) {
	for _, network := range withoutGains() {
		p := point(network, setup{spectrum: small().spectrum, gains: []float64{1, 1, 1}})
		l := linearise(t, p, network.Tau)
		tau, err := p.LargestBoundedTau()
		if err != nil || math.IsInf(tau, 0) || l.Stability() != theory.Marginal {
			t.Fatalf("%s: %v, bounded for τ < %v, %v", network.Name, l.Stability(), tau, err)
		}
		want := 3
		if network.Whitens {
			want = 6
		}
		for _, at := range []float64{0.5 * tau, 0.999 * tau} {
			if largest, zeros := slowest(t, p, at); largest > 1e-7 || zeros != want {
				t.Errorf("%s: at τ = %v the Jacobian has the real part %g and %d eigenvalues 0, want %d", network.Name, at, largest, zeros, want)
			}
		}
		if largest, _ := slowest(t, p, 1.001*tau); largest < 1e-6 {
			t.Errorf("%s: nothing grows at %v, above the largest τ: %g", network.Name, 1.001*tau, largest)
		}
		if stable, err := p.LargestStableTau(); stable != 0 || err != nil {
			t.Errorf("%s: stable for τ < %v, %v", network.Name, stable, err)
		}
		// Beyond the largest α a step overshoots: |1 + αx| > 1 for an eigenvalue that is not 0.
		worst := 0.
		for _, x := range l.Eigenvalues() {
			if real(x) < 0 {
				worst = max(worst, abs(1+complex(l.LargestBoundedRate(), 0)*x))
			}
		}
		if math.Abs(worst-1) > 1e-12 || l.LargestStableRate() != 0 {
			t.Errorf("%s: at the largest α, %v, |1 + αx| is up to %v", network.Name, l.LargestBoundedRate(), worst)
		}
	}
}

// Where a fixed point is stable, the largest τ and α are those of both names.
func TestBoundedIsStableWhereNothingTurns(t *testing.T) {
	for _, network := range networks() {
		p := point(network, small())
		stable, err := p.LargestStableTau()
		bounded, other := p.LargestBoundedTau()
		if math.Abs(stable/bounded-1) > 1e-11 || err != nil || other != nil {
			t.Errorf("%s: τ < %v and %v, %v, %v", network.Name, stable, bounded, err, other)
		}
	}
}

// From any start the error of the subspace ends as fast as SlowestDecay says, though the
// outputs stay turned into one another.
func TestTheSubspaceIsFoundAtTheSlowestDecay(t *testing.T) {
	for _, network := range withoutGains() {
		p := point(network, setup{spectrum: small().spectrum, gains: []float64{1, 1, 1}})
		const alpha, steps = 0.1, 100
		f := newFlow(t, theory.FlowSpec{Network: network, Spectrum: p.Spectrum, Gains: p.Gains, Rate: alpha, InitialWeights: weights(7, 3, 10)})
		if err := f.Run(400); err != nil {
			t.Fatal(err)
		}
		before := f.Error()
		if err := f.Run(steps); err != nil {
			t.Fatal(err)
		}
		rate, want := math.Log(f.Error()/before)/steps, 2*math.Log1p(alpha*linearise(t, p, network.Tau).SlowestDecay())
		if math.Abs(rate/want-1) > 2e-3 {
			t.Errorf("%s: E_Pro goes as e^%.6g an iteration, want e^%.6g", network.Name, rate, want)
		}
		m := f.M()
		if turned := math.Abs(m.At(0, 1)) + math.Abs(m.At(0, 2)) + math.Abs(m.At(1, 2)); turned < 0.01 {
			t.Errorf("%s: M_o = %g, so that the outputs are not turned", network.Name, turned)
		}
	}
}

// What is refused says what there is a theory of, and does not name what was asked for.
func TestNetworksWithoutATheory(t *testing.T) {
	settling := func(s circuit.Settle) circuit.Network {
		n, err := circuit.PSP.Settling(s)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	for _, test := range []struct {
		network circuit.Network
		want    string
	}{
		{circuit.Foldiak, "the plasticity of network foldiak is not that of PSP or PSW, and there is no theory here of any other: it covers ifPSP, PSP, ifPSW, PSW, cascadePSP, cascadePSW, psp-slow-lateral, similarity-matching-psp and similarity-matching-psw"},
		// Its plasticity is that of PSP; its outputs are rectified.
		{circuit.RectifiedPSP, "there is no theory here of network psp-rectified (population outputs is not linear): it covers ifPSP, "},
		{circuit.APEX, "the plasticity of network apex is not that"},
		{settling(circuit.Settle{Sweeps: 1}), "by at least two sweeps"},
		{settling(circuit.Settle{Sweeps: 3, Damping: 0.5}), "without damping"},
		{settling(circuit.Settle{Method: circuit.Euler, Sweeps: 9, TimeStep: 0.5}), "no theory here of the phases Feedforward → Settle → Plasticity of network PSP"},
		{settling(circuit.Settle{Sweeps: 3, Warm: true}), "from rest"},
	} {
		_, err := point(test.network, setup{spectrum: small().spectrum, gains: []float64{1, 1, 1}}).Linearise(1)
		if err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "choose") {
			t.Errorf("error %v, want %q", err, test.want)
		}
	}
	p := point(circuit.SimilarityMatchingPSP, small())
	if _, err := p.Linearise(1); err == nil || !strings.Contains(err.Error(), "gain λ_2 = 0.85: the network has no gains") {
		t.Errorf("gains for a network without them: error %v", err)
	}
}
