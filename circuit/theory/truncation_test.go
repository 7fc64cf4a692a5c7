package theory_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"twophase/circuit"
	"twophase/circuit/subspace"
	"twophase/internal/numerics/random"
)

// Outputs after S simultaneous turns differ from the settled ones, M⁻¹Wx, by an error of order S in M_o: for two
// phases O(‖M_o‖²), as the paper says. Seen in random circuits whose lateral weights are made smaller.
func TestTurnsLeaveOutPowers(t *testing.T) {
	for _, turns := range []int{2, 3, 4} {
		large, small := truncated(t, turns, 3e-3), truncated(t, turns, 1e-3)
		if order := math.Log(large/small) / math.Log(3); math.Abs(order-float64(turns)) > 0.01 {
			t.Errorf("%d turns: the error is of order %.3f in M_o", turns, order)
		}
	}
}

// truncated returns the relative error, over isotropic stimuli, of a random circuit with a ratio ‖M_o‖/‖M‖.
func truncated(t *testing.T, turns int, ratio float64) float64 {
	const n, k = 100, 10
	network := circuit.PSP
	network.Schedule = circuit.Schedule{circuit.Feedforward, circuit.Settle{Method: circuit.Jacobi, Sweeps: turns}, circuit.Plasticity{}}
	c, err := circuit.New(circuit.Spec{Network: network, Inputs: n, Gains: circuit.PaperGains(k), Rate: circuit.ConstantRate(1), Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	scales, lateral := make([]float64, k), make([]float64, k*k)
	random.New(1, 0, "scales").Uniforms(scales, 0)
	random.New(1, 0, "lateral").Normals(lateral, 0)
	var diagonal, off float64
	for i := range k {
		scales[i] += 0.5
		diagonal += scales[i] * scales[i]
		for j := range i {
			off += 2 * lateral[i*k+j] * lateral[i*k+j]
		}
	}
	size := ratio * math.Sqrt(diagonal/((1-ratio*ratio)*off))
	for i := range k {
		c.Outputs().Output(i).SetScale(scales[i])
		for j := range i {
			c.Among().Synapse(i, j).Set(size * lateral[i*k+j])
			c.Among().Synapse(j, i).Set(size * lateral[i*k+j])
		}
	}
	filter, err := c.Filter()
	if err != nil {
		t.Fatal(err)
	}
	exact, err := subspace.ExactFilter(mat.NewDense(k, n, c.Forward().Weights()), mat.NewDense(k, k, c.M()))
	if err != nil {
		t.Fatal(err)
	}
	return subspace.SettlingError(filter, exact, nil)
}
