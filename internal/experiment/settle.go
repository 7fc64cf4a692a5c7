package experiment

import (
	"errors"
	"fmt"

	"twophase/circuit"
	"twophase/circuit/intervention"
	"twophase/internal/text/document"
	"twophase/internal/text/wording"
)

// Settle says how a recurrent network settles.
type Settle struct {
	Method    string  `json:"method"` // exact, jacobi, gauss-seidel or euler
	Sweeps    int     `json:"sweeps,omitempty"`
	Tolerance float64 `json:"tolerance,omitempty"`
	Damping   float64 `json:"damping,omitempty"`
	TimeStep  float64 `json:"time_step,omitempty"`
	Warm      bool    `json:"warm,omitempty"`
}

// exact is the method of a network that solves for its outputs.
const exact = "exact"

// Ways to compute y from ỹ that an intervention can choose, beside those of Settle.
var (
	twoPhase = intervention.TwoPhase.String()
	stale    = intervention.Stale.String()
	cascade  = intervention.Cascading.String()
)

// Defaults of the section settle. Those of the phase equilibrate, in a circuit's own schedule, are
// others: package circuitfile.
const (
	settleSweeps    = 1000
	settleTolerance = 1e-9
	settleTimeStep  = 0.5
)

// String returns the settling for a title, empty where there is none.
func (s *Settle) String() string {
	switch {
	case s == nil || s.Method == exact:
		return ""
	case s.Tolerance > 0:
		return fmt.Sprintf(" (%s, at most %s to %v)", s.Method, wording.Count(s.Sweeps, "sweep"), s.Tolerance)
	}
	return fmt.Sprintf(" (%s, %s)", s.Method, wording.Count(s.Sweeps, "sweep"))
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

// dynamics returns the edit that changes how the outputs settle, and the settling with its
// defaults.
func (s Settle) dynamics() (Settle, intervention.Edit, error) {
	switch s.Method {
	case twoPhase, stale, cascade, exact:
		if s != (Settle{Method: s.Method}) {
			return s, nil, fmt.Errorf("%s has no sweeps, tolerance, damping, time step or warm start: leave them out", s.Method)
		}
		dynamics, err := intervention.ParseDynamics(s.Method)
		return s, intervention.SetSchedule{Dynamics: dynamics}, err
	}
	s, err := s.WithDefaults()
	return s, intervention.SetSchedule{Dynamics: intervention.Settling, Settle: s.phase()}, err
}

// settleSection returns the keys of settling, by further methods too.
func settleSection(s *Settle, further ...string) *document.Section {
	methods := append(further, exact, circuit.Jacobi.String(), circuit.GaussSeidel.String(), circuit.Euler.String())
	return &document.Section{Keys: []document.Key{
		{Name: "method", About: "METHOD by which the outputs settle", Example: "jacobi", Default: "the network's", Value: document.Choice(&s.Method, methods...), Required: true, Flag: document.Flag{Name: "settle", Group: OfCircuit}},
		{Name: "sweeps", About: "largest number S of settling sweeps for each stimulus", Example: "3", Default: defaultText(settleSweeps) + ", with a tolerance of " + defaultText(settleTolerance), Value: document.Integer(&s.Sweeps, 1, maxCount), Flag: document.Flag{Name: "sweeps", Group: OfCircuit}},
		{Name: "tolerance", About: "relative residual R at which settling stops", Example: "1e-6", Default: defaultText(settleTolerance) + ", or none if sweeps are given", Value: document.Positive(&s.Tolerance), Flag: document.Flag{Name: "tolerance", Group: OfCircuit}},
		{Name: "damping", About: "fraction D of the old activity that a sweep keeps", Example: "0.1", Default: defaultText(0), Value: document.Number(&s.Damping, document.Range{Max: 1, BelowMax: true}), Flag: document.Flag{Name: "damping", Group: OfCircuit}},
		{Name: "time_step", About: "time step H of euler", Example: "0.5", Default: defaultText(settleTimeStep), Value: document.Positive(&s.TimeStep), Flag: document.Flag{Name: "time-step", Group: OfCircuit}},
		{Name: "warm", About: "settle from the outputs of the previous stimulus, not from rest", Example: "true", Default: defaultText(false), Value: document.Bool(&s.Warm, false), Flag: document.Flag{Name: "warm", Group: OfCircuit}},
	}}
}
