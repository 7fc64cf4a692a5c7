package series

import (
	"testing"

	"twophase/circuit"
	"twophase/internal/numerics/random"
)

// newCircuit returns a two-phase circuit of n inputs and k outputs.
func newCircuit(t testing.TB, n, k int) *circuit.Circuit {
	t.Helper()
	c, err := circuit.New(circuit.Spec{
		Network: circuit.IfPSP, Inputs: n, Gains: circuit.LinearGains(k, 1, 0.5), Rate: circuit.ConstantRate(0.01),
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// step presents a stimulus to a circuit.
func step(t testing.TB, c *circuit.Circuit) {
	t.Helper()
	x := make([]float64, c.Inputs().Len())
	random.New(1, 0, "stimulus").Normals(x, uint64(c.StepCount()))
	if err := c.Step(x); err != nil {
		t.Fatal(err)
	}
}
