package circuit

import (
	"fmt"
	"math"

	"twophase/internal/kernel"
	"twophase/internal/phrase"
	"twophase/neuron"
)

// Method is a way of settling recurrent activity.
type Method int

const (
	// Jacobi moves all neurons at once, from the activity before the sweep.
	Jacobi Method = iota
	// GaussSeidel moves the neurons in order, each seeing those before it.
	GaussSeidel
	// Euler integrates the neural dynamics dy/ds = W x − M y by explicit steps.
	Euler
)

// String returns jacobi, gauss-seidel or euler.
func (m Method) String() string {
	switch m {
	case GaussSeidel:
		return "gauss-seidel"
	case Euler:
		return "euler"
	case Jacobi:
		return "jacobi"
	}
	return fmt.Sprintf("Method(%d)", int(m))
}

// ParseMethod returns the method of a name.
func ParseMethod(name string) (Method, error) {
	for _, m := range []Method{Jacobi, GaussSeidel, Euler} {
		if name == m.String() {
			return m, nil
		}
	}
	return 0, fmt.Errorf("settling method %q does not exist: choose jacobi, gauss-seidel or euler", name)
}

// Settle is the neural phase of a recurrent network of neurons: sweeps of
//
//	r_i = ỹ_i − (Σ_{j≠i} M_ij y_j)/m_ii − y_i      what is left to correct
//	y_i ← y_i + (1 − Damping)·r_i                  Jacobi, Gauss–Seidel
//	y_i ← y_i + TimeStep·m_ii·r_i                  Euler
//
// until a tolerance or a budget is reached. The fixed point is that of Solve. From rest,
// one undamped Jacobi sweep gives y = ỹ, and two give Lateral. A clamped output carries
// its signal from the first sweep on.
//
// Both executors call Run. They compute the input currents in two ways, which
// TestLiteralEqualsCompiled compares.
type Settle struct {
	Method    Method  `json:"method"`
	Sweeps    int     `json:"sweeps"`              // largest number of sweeps per stimulus, at least 1
	Tolerance float64 `json:"tolerance,omitempty"` // settled when max|r| ≤ Tolerance·max|ỹ|; 0 runs the whole budget
	Damping   float64 `json:"damping,omitempty"`   // in [0, 1), for Jacobi and Gauss–Seidel
	TimeStep  float64 `json:"time_step,omitempty"` // > 0, for Euler
	Warm      bool    `json:"warm,omitempty"`      // start from the previous stimulus's y, not from rest
}

// Validate returns an error that names the first field that is out of range.
func (s Settle) Validate() error {
	switch {
	case s.Method < Jacobi || s.Method > Euler:
		return fmt.Errorf("settling method %d does not exist: choose jacobi, gauss-seidel or euler", s.Method)
	case s.Sweeps < 1:
		return fmt.Errorf("settling budget of %d sweeps: give at least 1", s.Sweeps)
	case !(s.Tolerance >= 0) || math.IsInf(s.Tolerance, 0):
		return fmt.Errorf("settling tolerance %v: give 0 or a positive number", s.Tolerance)
	case !(s.Damping >= 0 && s.Damping < 1):
		return fmt.Errorf("settling damping %v: give a number from 0 to below 1", s.Damping)
	case s.Method == Euler && s.Damping != 0:
		return fmt.Errorf("settling damping %v: Euler settling is damped by its time step, so leave damping at 0", s.Damping)
	case s.Method == Euler && !(s.TimeStep > 0 && !math.IsInf(s.TimeStep, 0)):
		return fmt.Errorf("settling time step %v: give a positive number", s.TimeStep)
	case s.Method != Euler && s.TimeStep != 0:
		return fmt.Errorf("settling time step %v: only Euler settling has one", s.TimeStep)
	}
	return nil
}

// Signature implements Phase. After a given number of sweeps, y is linear in ỹ and, from a
// warm start, in y(t−1). With a tolerance the number of sweeps depends on ỹ, so y is linear
// up to a bounded error: see Circuit.Filter. A sweep carries one signal along each lateral
// synapse.
func (s Settle) Signature() Signature {
	step := "y ← y + r"
	switch {
	case s.Method == Euler:
		step = fmt.Sprintf("y ← y + %v M_d r", s.TimeStep)
	case s.Damping != 0:
		step = fmt.Sprintf("y ← y + (1 − %v) r", s.Damping)
	}
	until := phrase.Count(s.Sweeps, "sweep")
	if s.Tolerance > 0 {
		until = fmt.Sprintf("at most %s or max|r| ≤ %v max|ỹ|", until, s.Tolerance)
	}
	start, reads := "rest", []Variable{Provisional, Mo, Md}
	if s.Warm {
		start, reads = "y(t−1)", append(reads, PreviousY)
	}
	return Signature{
		Name:     "Settle",
		Equation: fmt.Sprintf("r = ỹ − M_d⁻¹ M_o y − y, %s; %v from %s, %s", step, s.Method, start, until),
		Reads:    reads,
		Writes:   []Variable{Y},
		Linear:   Yes,
		Local:    Yes,
		Signals:  Signals{Known: true, PerSweep: 1},
	}
}

// Run implements Phase. A y that does not settle is not an error: see Circuit.Settling.
func (s Settle) Run(c *Circuit) error {
	y := c.outputs.Signals(neuron.Final)
	if !s.Warm {
		clear(y)
	}
	c.outputs.Impose(neuron.Final)
	size := kernel.MaxAbs(c.outputs.Signals(neuron.Provisional))
	report := Settling{}
	worst := 0.0
	for report.Sweeps < s.Sweeps && !report.Settled {
		if s.Method == GaussSeidel {
			worst = s.sweepInOrder(c, y)
		} else {
			worst = s.sweepAtOnce(c, y)
		}
		report.Sweeps++
		if worst-worst != 0 {
			break // not finite: the circuit reports it
		}
		report.Settled = s.Tolerance > 0 && worst <= float64(s.Tolerance*size)
	}
	if worst != 0 {
		report.Residual = worst / size
	}
	if s.Tolerance == 0 {
		report.Settled = worst-worst == 0
	}
	c.settled(report)
	return nil
}

// sweepAtOnce moves all neurons from the activity before the sweep, and
// returns max|r|.
func (s Settle) sweepAtOnce(c *Circuit, y []float64) float64 {
	c.Transmit(c.currents, c.lateral, neuron.Final)
	worst := 0.0
	for i, current := range c.currents {
		worst = max(worst, s.move(c, y, i, current))
	}
	return worst
}

// sweepInOrder moves one neuron after another, and returns max|r|.
func (s Settle) sweepInOrder(c *Circuit, y []float64) float64 {
	worst := 0.0
	for i := range y {
		worst = max(worst, s.move(c, y, i, c.Receive(c.lateral, i, neuron.Final)))
		if worst-worst != 0 {
			break // no other neuron may receive what is not a number
		}
	}
	return worst
}

// move corrects one neuron, unless it is clamped, and returns |r|, or +Inf if its activity
// is not finite.
func (s Settle) move(c *Circuit, y []float64, i int, current float64) float64 {
	if _, clamped := c.outputs.Clamped(i); clamped {
		return 0
	}
	target := c.corrected(i, current)
	r := target - y[i]
	switch {
	case s.Method == Euler:
		y[i] = math.FMA(float64(s.TimeStep*c.outputs.Divisors()[i]), r, y[i])
	case s.Damping == 0:
		y[i] = target
	default:
		y[i] = math.FMA(1-s.Damping, r, y[i])
	}
	if y[i]-y[i] != 0 {
		return math.Inf(1)
	}
	return math.Abs(r)
}

// MarshalText implements encoding.TextMarshaler in the form of String.
func (m Method) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler by ParseMethod.
func (m *Method) UnmarshalText(text []byte) (err error) {
	*m, err = ParseMethod(string(text))
	return err
}
