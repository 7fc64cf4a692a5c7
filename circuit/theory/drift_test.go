package theory_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"twophase/circuit"
	"twophase/circuit/theory"
)

func driftOf(t testing.TB, n circuit.Network, spectrum, gains []float64, alpha, sigma float64) (*theory.Drift, *theory.Linearisation) {
	t.Helper()
	l, err := theory.FixedPoint{Network: n, Spectrum: spectrum, Gains: gains}.Linearise(n.Tau)
	if err != nil {
		t.Fatal(err)
	}
	return theory.NewDrift(l, alpha, sigma), l
}

var smallSpectrum = []float64{1, 0.75, 0.5, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2}

// With equal gains the rotation of a pair is the only thing that has no rate. Its left
// eigenvector, which TestStimuliDoNotTurn's comment derives from the block, says how far noise
// turns it: l ∝ (1, −1/a, τ(1−a)/a), with l·(m_j, −m_i, m_j−m_i) = 1 for the turn by an angle 1.
func TestDiffusionOfEqualGains(t *testing.T) {
	const alpha, sigma, tau = 1e-3, 1e-3, 0.5
	d, _ := driftOf(t, circuit.PSP, smallSpectrum, []float64{1, 1, 1}, alpha, sigma)
	want, m := 0.0, smallSpectrum[:3]
	for i := range m {
		for j := i + 1; j < len(m); j++ {
			a := m[j] / m[i]
			l := []float64{1, -1 / a, tau * (1 - a) / a}
			turn := l[0]*m[j] - l[1]*m[i] + l[2]*(m[j]-m[i])
			angle := sigma * sigma * (l[0]*l[0] + l[1]*l[1] + l[2]*l[2]) / (turn * turn) // ⟨θ²⟩ in a step
			want += 2 * angle / 2 / float64(len(m))                                      // both rows turn
		}
	}
	if got := d.Diffusion(); math.Abs(got-want) > 1e-9*want {
		t.Errorf("diffusion %v, want %v", got, want)
	}
	early, _ := d.Autocorrelation(1e5)
	late, _ := d.Autocorrelation(2e5)
	if decay := math.Log(early / late); math.Abs(decay-1e5*want) > 2e-3 { // rows turn at different rates
		t.Errorf("ln C falls by %v in 1e5 steps, want %v", decay, 1e5*want)
	}
}

// A stimulus kicks a pair by b = (φ_i, φ_j, φ_iφ_j/τ), which l is orthogonal to: 1 − 1/a +
// (1−a)/a = 0. So without synaptic noise no network drifts to first order.
func TestStimuliDoNotTurn(t *testing.T) {
	for _, gains := range [][]float64{{1, 1, 1}, {1, 0.85, 0.7}} {
		d, _ := driftOf(t, circuit.PSP, smallSpectrum, gains, 1e-3, 0)
		if got := d.Diffusion(); got > 1e-20 {
			t.Errorf("gains %v: diffusion %v", gains, got)
		}
		early, _ := d.Autocorrelation(1e6)
		late, _ := d.Autocorrelation(1e7)
		if math.Abs(early-late) > 1e-12 {
			t.Errorf("gains %v: the autocorrelation falls from %v to %v", gains, early, late)
		}
	}
}

// At a long lag the difference is twice the stationary covariance C of the blocks, which
// solves J C + C Jᵀ + Q/α = 0: here by the 9 linear equations themselves.
func TestWobbleIsTheStationaryCovariance(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		network := rapid.SampledFrom([]circuit.Network{circuit.PSP, circuit.IfPSW, circuit.CascadePSP}).Draw(rt, "network")
		m := []float64{1, rapid.Float64Range(0.4, 0.9).Draw(rt, "second")}
		gains := []float64{1, rapid.Float64Range(0.5, 0.9).Draw(rt, "gain")}
		const alpha, sigma = 1e-3, 3e-4
		d, l := driftOf(t, network, m, gains, alpha, sigma)
		if l.Stability() != theory.Stable {
			rt.Skip("not stable")
		}
		p, phi := l.Pairs[0], l.Point.Amplitudes()
		j := p.Block()
		kick := []float64{phi[0], phi[1], phi[0] * phi[1] / l.Tau}
		system, right := mat.NewDense(9, 9, nil), mat.NewVecDense(9, nil)
		for a := range 3 {
			for b := range 3 {
				at := 3*a + b
				for c := range 3 {
					system.Set(at, 3*c+b, system.At(at, 3*c+b)+j.At(a, c))
					system.Set(at, 3*a+c, system.At(at, 3*a+c)+j.At(b, c))
				}
				q := alpha * alpha * m[0] * m[1] * kick[a] * kick[b]
				if a == b {
					q += sigma * sigma
				}
				right.SetVec(at, -q/alpha)
			}
		}
		var c mat.VecDense
		if err := c.SolveVec(system, right); err != nil {
			rt.Skip(err.Error())
		}
		want := 0.0
		for i, v := range [][]float64{{1, 0, -phi[1]}, {0, 1, -phi[0]}} {
			if network.Name == circuit.CascadePSP.Name && i == 0 {
				v[2] = 0
			}
			variance := 0.0
			for a := range 3 {
				for b := range 3 {
					variance += v[a] * v[b] * c.AtVec(3*a+b)
				}
			}
			want += math.Exp(-variance/(m[i]*phi[i])/(m[i]*phi[i])) / 2
		}
		got, within := d.Autocorrelation(1e9)
		if got != within { // both directions are held
			rt.Fatalf("%v and within %v", got, within)
		}
		if math.Abs(got-want) > 1e-9 {
			rt.Fatalf("%s, m %v, gains %v: %v, want %v", network.Name, m, gains, got, want)
		}
	})
}
