package experiment

import (
	"errors"
	"fmt"

	"twophase/circuit"
	"twophase/internal/phrase"
)

// exact is the method of a network that solves for its outputs.
const exact = "exact"

// String returns the settling for a title, empty where there is none.
func (s *Settle) String() string {
	switch {
	case s == nil || s.Method == exact:
		return ""
	case s.Tolerance > 0:
		return fmt.Sprintf(" (%s, at most %s to %v)", s.Method, phrase.Count(s.Sweeps, "sweep"), s.Tolerance)
	}
	return fmt.Sprintf(" (%s, %s)", s.Method, phrase.Count(s.Sweeps, "sweep"))
}

// WithDefaults returns the settling with its defaults, or an error that says what is wrong.
// With a number of sweeps and no tolerance, all sweeps are run. Without a number of sweeps,
// settling continues to a small tolerance.
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
		s.Sweeps = settleSweeps
		SetDefault(&s.Tolerance, settleTolerance)
	}
	if method == circuit.Euler {
		SetDefault(&s.TimeStep, settleTimeStep)
	}
	return s, s.phase().Validate()
}

// phase returns the phase of a settling that is not exact.
func (s Settle) phase() circuit.Settle {
	method, _ := circuit.ParseMethod(s.Method) // WithDefaults has checked it
	return circuit.Settle{
		Method: method, Sweeps: s.Sweeps, Tolerance: s.Tolerance,
		Damping: s.Damping, TimeStep: s.TimeStep, Warm: s.Warm,
	}
}

// Apply returns the network with this settling.
func (s Settle) Apply(n circuit.Network) (circuit.Network, error) {
	if s.Method != exact {
		return n.Settling(s.phase())
	}
	return n.Exactly()
}

// Schedule returns the phases that run for every stimulus, until an intervention
// changes them.
func (e Experiment) Schedule() (circuit.Schedule, error) {
	n, err := e.SettledNetwork()
	return n.Schedule, err
}

// SettledNetwork is LookupNetwork with the experiment's turns, settling and way of learning.
func (e Experiment) SettledNetwork() (circuit.Network, error) {
	n, err := e.LookupNetwork()
	if err == nil {
		n, err = e.Turned(n)
	}
	if err == nil && e.Settle != nil {
		var s Settle
		if s, err = e.Settle.WithDefaults(); err == nil {
			n, err = s.Apply(n)
		}
	}
	if err == nil && e.Offline {
		return n.Offline()
	}
	return n, err
}
