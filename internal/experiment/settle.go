package experiment

import (
	"errors"
	"fmt"

	"twophase/circuit"
)

// What settling does unless told otherwise.
const (
	defaultSweeps    = 1000
	defaultTolerance = 1e-9
	defaultTimeStep  = 0.5
)

// exact is the method of a network that solves for its outputs.
const exact = "exact"

// String returns what a title says of settling: nothing where there is none.
func (s *Settle) String() string {
	switch {
	case s == nil || s.Method == exact:
		return ""
	case s.Tolerance > 0:
		return fmt.Sprintf(" (%s, at most %d sweeps to %v)", s.Method, s.Sweeps, s.Tolerance)
	}
	return fmt.Sprintf(" (%s, %d sweeps)", s.Method, s.Sweeps)
}

// WithDefaults returns the settling with what was not given filled in, or an
// error that says what is wrong. A budget without a tolerance is run to its end;
// without a budget, settling goes on to a small tolerance.
func (s Settle) WithDefaults() (Settle, error) {
	if s.Method == exact {
		if s != (Settle{Method: exact}) {
			return s, errors.New("exact settling has no sweeps, tolerance, damping, time step or warm start: leave them out, or choose jacobi, gauss-seidel or euler")
		}
		return s, nil
	}
	method, err := circuit.ParseMethod(s.Method)
	if err != nil {
		return s, fmt.Errorf("%w, or exact", err)
	}
	if s.Sweeps == 0 {
		s.Sweeps = defaultSweeps
		setDefault(&s.Tolerance, defaultTolerance)
	}
	if method == circuit.Euler {
		setDefault(&s.TimeStep, defaultTimeStep)
	}
	return s, s.phase().Validate()
}

// phase returns the phase of settling that is not exact.
func (s Settle) phase() circuit.Settle {
	method, _ := circuit.ParseMethod(s.Method) // WithDefaults has looked at it
	return circuit.Settle{
		Method: method, Sweeps: s.Sweeps, Tolerance: s.Tolerance,
		Damping: s.Damping, TimeStep: s.TimeStep, Warm: s.Warm,
	}
}

// apply returns the network with this settling.
func (s Settle) apply(n circuit.Network) (circuit.Network, error) {
	if s.Method != exact {
		return n.Settling(s.phase())
	}
	return n.Exactly()
}
