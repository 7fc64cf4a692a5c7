package circuit

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"twophase/internal/numerics/kernel"
	"twophase/internal/text/wording"
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

var methods = []string{"jacobi", "gauss-seidel", "euler"}

// String returns jacobi, gauss-seidel or euler.
func (m Method) String() string { return wording.NameOf(m, methods) }

// ParseMethod returns the method of a name.
func ParseMethod(name string) (Method, error) {
	return wording.ValueOf[Method]("settling method", name, methods)
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
// TestExecutionDoesNotMatter compares.
type Settle struct {
	Method    Method  `json:"method"`
	Sweeps    int     `json:"sweeps"`              // largest number of sweeps per stimulus, at least 1
	Tolerance float64 `json:"tolerance,omitempty"` // settled when max|r| ≤ Tolerance·max|ỹ|; 0 runs the whole budget
	Damping   float64 `json:"damping,omitempty"`   // in [0, 1), for Jacobi and Gauss–Seidel
	TimeStep  float64 `json:"time_step,omitempty"` // > 0, for Euler
	Warm      bool    `json:"warm,omitempty"`      // start from the previous stimulus's y, not from rest

	// Turn is the turn that every sweep is. It has a base and receives from its own population in the slot
	// that it writes. The zero Turn is LateralAgain.
	Turn Turn `json:"turn,omitzero"`
}

// turn returns the turn that every sweep is.
func (s Settle) turn() Turn {
	if s.Turn == (Turn{}) {
		return LateralAgain
	}
	return s.Turn
}

func (s Settle) checkIn(g Graph) error {
	t := s.turn()
	if err := t.checkIn(g); err != nil {
		return err
	}
	if !t.Base.Given || t.Base.Slot == t.Slot {
		return errors.New("the turn that settles needs a base in another slot")
	}
	if t.InOrder {
		return errors.New("the turn that settles is not in order: choose the method gauss-seidel")
	}
	if s.Warm && t.Population != g.OutputName() {
		return fmt.Errorf("only the outputs, %s, settle from the activity of the stimulus before", g.OutputName())
	}
	return t.checkAmong(g, s.Method == GaussSeidel)
}

func (s Settle) signatureIn(g Graph) Signature {
	t := s.turn()
	of := inOrder(t).signatureIn(g) // which does not read what it writes
	if of.Name = "Settle"; s.Warm {
		of.Reads = append(of.Reads, PreviousY)
	}
	left, right, _ := strings.Cut(of.Equation, " = ")
	right = "(" + right + ")"
	if t == LateralAgain && g.isPair() {
		right = "ỹ − M_d⁻¹ M_o y"
	}
	of.Equation = fmt.Sprintf("r = %s − %s, %s", right, left, s.course(left, string(g.Variable(t.Population, t.Base.Slot)), string(g.scales(t.Population))))
	for i := range of.Signals.Through {
		of.Signals.Through[i].PerSweep = of.Signals.Through[i].Projection == t.among(g)
	}
	return of
}

// Validate returns an error that names the first field that is out of range.
func (s Settle) Validate() error {
	switch {
	case s.Method < Jacobi || s.Method > Euler:
		return fmt.Errorf("settling method %d does not exist: choose jacobi, gauss-seidel or euler", s.Method)
	case s.Method == Euler && s.Damping != 0:
		return fmt.Errorf("settling damping %v: Euler settling is damped by its time step, so leave damping at 0", s.Damping)
	case s.Method == Euler && !(s.TimeStep > 0 && !math.IsInf(s.TimeStep, 0)):
		return fmt.Errorf("settling time step %v: give a positive number", s.TimeStep)
	case s.Method != Euler && s.TimeStep != 0:
		return fmt.Errorf("settling time step %v: only Euler settling has one", s.TimeStep)
	}
	return checkSweeps(s.Sweeps, s.Tolerance, s.Damping)
}

// checkSweeps returns an error unless neurons can settle by sweeps to that tolerance, with that damping.
func checkSweeps(sweeps int, tolerance, damping float64) error {
	switch {
	case sweeps < 1:
		return fmt.Errorf("settling budget of %d sweeps: give at least 1", sweeps)
	case !(tolerance >= 0) || math.IsInf(tolerance, 0):
		return fmt.Errorf("settling tolerance %v: give 0 or a positive number", tolerance)
	case !(damping >= 0 && damping < 1):
		return fmt.Errorf("settling damping %v: give a number from 0 to below 1", damping)
	}
	return nil
}

// Signature implements Phase. After a given number of sweeps, y is linear in ỹ and, from a
// warm start, in y(t−1). With a tolerance the number of sweeps depends on ỹ, so y is linear
// up to a bounded error: see Circuit.Filter. A sweep carries one signal along each lateral
// synapse.
func (s Settle) Signature() Signature {
	return apart(s, Signature{Name: "Settle", Local: Yes})
}

// course says in the names of the activity, its base and its scales how it changes by r, from where and until when.
func (s Settle) course(y, base, scales string) string {
	step := fmt.Sprintf("%s ← %[1]s + r", y)
	switch {
	case s.Method == Euler:
		step = fmt.Sprintf("%s ← %[1]s + %v %s r", y, s.TimeStep, scales)
	case s.Damping != 0:
		step = fmt.Sprintf("%s ← %[1]s + (1 − %v) r", y, s.Damping)
	}
	until := wording.Count(s.Sweeps, "sweep")
	if s.Tolerance > 0 {
		until = fmt.Sprintf("at most %s or max|r| ≤ %v max|%s|", until, s.Tolerance, base)
	}
	start := "rest"
	if s.Warm {
		start = y + "(t−1)"
	}
	return fmt.Sprintf("%s; %v from %s, %s", step, s.Method, start, until)
}

// Run implements Phase. A y that does not settle is not an error: see Circuit.Settling.
func (s Settle) Run(c *Circuit) error { return s.bind(c)() }

// sweeper is what a settling uses of a circuit.
type sweeper struct {
	Settle
	c                       *Circuit
	n                       *node
	among                   *link
	outside                 []*link
	slots                   []neuron.Slot // of the outside ones
	slot                    neuron.Slot
	base, signals, divisors []float64 // base is nil if the turn has none
	received                []float64 // from outside; nil if nothing is
}

func (s Settle) bind(c *Circuit) func() error { return s.sweeper(c).settle }

func (s Settle) sweeper(c *Circuit) *sweeper {
	t := s.turn()
	n := c.node(t.Population)
	w := &sweeper{Settle: s, c: c, n: n, slot: t.Slot, signals: n.Signals(t.Slot), divisors: n.Divisors()}
	if t.Base.Given {
		w.base = n.Signals(t.Base.Slot)
	}
	among := t.among(c.spec.Network.Graph)
	for _, r := range t.Receives.List() {
		if l := c.link(r.Through); r.Through == among {
			w.among = l
		} else {
			w.outside, w.slots = append(w.outside, l), append(w.slots, r.sent())
		}
	}
	if w.outside != nil {
		w.received = make([]float64, n.Len())
	}
	return w
}

// begin receives from outside, and brings the neurons to rest unless the start is warm.
func (w *sweeper) begin() {
	if !w.Warm {
		clear(w.signals)
	}
	w.n.Impose(w.slot)
	clear(w.received)
	for i, l := range w.outside {
		w.c.carry(w.n.current, l, w.slots[i])
		addSigned(w.received, w.n.current, l.subtracts())
	}
}

// settle sweeps until the tolerance or the budget is reached.
func (w *sweeper) settle() error {
	w.begin()
	size := kernel.MaxAbs(w.base)
	report := Settling{}
	worst := 0.0
	for report.Sweeps < w.Sweeps && !report.Settled {
		if w.Method == GaussSeidel {
			worst = w.sweepInOrder()
		} else {
			worst = w.sweepAtOnce()
		}
		report.Sweeps++
		if worst-worst != 0 {
			break // not finite: the circuit reports it
		}
		report.Settled = w.Tolerance > 0 && worst <= float64(w.Tolerance*size)
	}
	if worst != 0 {
		report.Residual = worst / size
	}
	if w.Tolerance == 0 {
		report.Settled = worst-worst == 0
	}
	w.c.settled(report)
	return nil
}

// sweepAtOnce moves all neurons from the activity before the sweep, and
// returns max|r|.
func (w *sweeper) sweepAtOnce() float64 {
	w.c.carry(w.n.current, w.among, w.slot)
	worst := 0.0
	for i, current := range w.n.current {
		worst = max(worst, w.move(i, current))
	}
	return worst
}

// sweepInOrder moves one neuron after another, and returns max|r|.
func (w *sweeper) sweepInOrder() float64 {
	worst := 0.0
	for i := range w.signals {
		worst = max(worst, w.move(i, w.c.receive(w.among.synapses, i, w.among.signals(w.slot))))
		if worst-worst != 0 {
			break // no other neuron may receive what is not a number
		}
	}
	return worst
}

// move corrects one neuron, unless it is clamped, and returns |r|, or +Inf if its activity
// is not finite.
func (w *sweeper) move(i int, current float64) float64 {
	if _, clamped := w.n.Clamped(i); clamped {
		return 0
	}
	if w.among.subtracts() {
		current = -current
	}
	if w.received != nil {
		current += w.received[i]
	}
	y := w.signals
	target := current / w.divisors[i]
	if w.base != nil {
		target = w.base[i] + target
	}
	target = w.n.Activated(i, target)
	r := target - y[i]
	switch {
	case w.Method == Euler:
		y[i] = math.FMA(float64(w.TimeStep*w.divisors[i]), r, y[i])
	case w.Damping == 0:
		y[i] = target
	default:
		y[i] = math.FMA(1-w.Damping, r, y[i])
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
