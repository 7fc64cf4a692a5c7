package theory_test

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"twophase/circuit"
	"twophase/circuit/subspace"
	"twophase/circuit/theory"
	"twophase/internal/testkit/long"
	"twophase/stimulus"
)

// The fluctuations of circuits about their fixed point, at a constant α, over
// 1500 units of Σα, after 500 for M, which starts at a multiple of I. Over so long
// the mean of E_Pro, a sum of 24 squares of which the slowest are forgotten at a
// rate of 1.2, has a standard error of about 1 %; M_ij², which is forgotten at
// rates from 0.09 on, up to √(2/(1500·0.09)) = 12 %, and M_ij half of it.
func TestNoiseIsThatOfCircuits(t *testing.T) {
	if testing.Short() {
		t.Skip("four million steps")
	}
	const steps, alpha = 1_000_000, 2e-3
	for _, network := range slices.Concat(networks()[:long.Or(1, len(networks()))], withoutGains()[:long.Or(1, len(withoutGains()))]) {
		s := small()
		if network.Gains == circuit.NoGains {
			s.gains = []float64{1, 1, 1}
		}
		t.Run(network.Name, func(t *testing.T) {
			t.Parallel()
			stimuli, err := stimulus.NewGaussian(s.spectrum, 3, 0)
			if err != nil {
				t.Fatal(err)
			}
			directions, err := stimuli.Basis(3)
			if err != nil {
				t.Fatal(err)
			}
			basis := mat.NewDense(10, 3, directions)
			p := point(network, s)
			var start mat.Dense // W = W_eigenbasis Uᵀ
			start.Mul(p.Weights().Slice(0, 3, 0, 3), basis.T())
			c, err := circuit.New(circuit.Spec{
				Network: network, Inputs: 10, Gains: s.gains, Rate: circuit.ConstantRate(alpha), Initial: map[string][]float64{"feedforward": start.RawMatrix().Data},
			})
			if err != nil {
				t.Fatal(err)
			}
			l := linearise(t, p, network.Tau)
			noise := theory.NewNoise(l)
			x := make([]float64, 10)
			var failure, predicted, looks float64
			lateral, want := make([]float64, 3), make([]float64, 3)
			for step := range steps {
				if err := stimuli.Next(x); err != nil {
					t.Fatal(err)
				}
				if err := c.Step(x); err != nil {
					t.Fatal(err)
				}
				if (step+1)%500 != 0 {
					continue
				}
				noise.Advance(500*alpha, 500*alpha*alpha)
				if step < steps/4 { // M starts at a multiple of I
					continue
				}
				filter, err := c.Filter()
				if err != nil {
					t.Fatal(err)
				}
				looks++
				failure += subspace.ProcrustesError(c.Estimate(filter, s.spectrum[:3]), basis)
				predicted += noise.Error()
				m := c.M()
				for i, pair := range l.Pairs {
					v := m[pair.J*3+pair.I]
					lateral[i] += v * v
					want[i] += noise.Weight(i) * noise.Weight(i)
				}
			}
			if ratio := failure / predicted; math.Abs(ratio-1) > 0.03 {
				t.Errorf("mean E_Pro is %.4g, predicted %.4g", failure/looks, predicted/looks)
			}
			if network.Gains == circuit.NoGains {
				return // M_ij wanders as the outputs turn
			}
			for i, pair := range l.Pairs {
				got, want := math.Sqrt(lateral[i]/looks), math.Sqrt(want[i]/looks)
				t.Logf("M_%d%d: %.4g, predicted %.4g", pair.I, pair.J, got, want)
				if math.Abs(got/want-1) > 0.15 {
					t.Errorf("M_%d%d has the standard deviation %.4g, predicted %.4g", pair.I, pair.J, got, want)
				}
			}
		})
	}
}
