package experiment

import (
	"fmt"

	"twophase/circuit"
)

// What settling does unless told otherwise.
const (
	defaultSweeps    = 1000
	defaultTolerance = 1e-9
	defaultTimeStep  = 0.5
)

// apply returns the network with this settling. A budget without a tolerance is
// run to its end; without a budget, settling goes on to a small tolerance.
func (s *Settle) apply(n circuit.Network) (circuit.Network, error) {
	if s.Method == "exact" {
		if *s != (Settle{Method: "exact"}) {
			return n, fmt.Errorf("exact settling has no sweeps, tolerance, damping, time step or warm start: leave them out, or choose jacobi, gauss-seidel or euler")
		}
		if !n.SolvesExactly() {
			return n, fmt.Errorf("network %s does not settle: choose a recurrent one, such as PSP or PSW", n.Name)
		}
		return n, nil
	}
	method, err := circuit.ParseMethod(s.Method)
	if err != nil {
		return n, err
	}
	if s.Sweeps == 0 {
		s.Sweeps = defaultSweeps
		setDefault(&s.Tolerance, defaultTolerance)
	}
	if method == circuit.Euler {
		setDefault(&s.TimeStep, defaultTimeStep)
	}
	return n.Settling(circuit.Settle{
		Method: method, Sweeps: s.Sweeps, Tolerance: s.Tolerance,
		Damping: s.Damping, TimeStep: s.TimeStep, Warm: s.Warm,
	})
}
