package settlingbudget

import (
	"fmt"
	"slices"

	"twophase/circuit"
)

// Case is one way to run the neural dynamics of a network.
type Case struct {
	Network   string  // PSP or PSW: how it learns, and its fixed points
	Method    string  // two-phase, cascade, exact, jacobi, gauss-seidel or euler
	Start     string  // of the settling: cold (from rest) or warm (from the last y); empty if nothing settles
	Sweeps    int     // allowed per stimulus; 2 for two-phase, 1 for cascade, 0 for exact
	Tolerance float64 // settling stops at max|r| ≤ Tolerance·max|ỹ|; 0: all sweeps are made

	network circuit.Network
	settle  circuit.Settle
}

// Names of a Case's methods that do not settle, and of its starts.
const (
	TwoPhase = "two-phase"
	Cascade  = "cascade"
	Exact    = "exact"
	Cold     = "cold"
	Warm     = "warm"
)

// TimeStep is the time step of Euler settling. A neuron at scale m_ii = 1 relaxes halfway in one
// sweep.
const TimeStep = 0.5

// Tolerance is that of the cases that settle to a tolerance, and maxSweeps their largest
// number of sweeps.
const (
	Tolerance = 1e-4
	maxSweeps = 100
)

// budgets are the numbers of sweeps allowed per stimulus; 0 stands for settling to the tolerance.
// Each list is long enough to show where a method is as good as exact.
var budgets = []struct {
	method circuit.Method
	start  string
	sweeps []int
}{
	{circuit.Jacobi, Cold, []int{1, 2, 3, 4, 6, 8, 16, 0}},
	{circuit.Jacobi, Warm, []int{1, 2, 3, 4, 6, 8, 0}},
	{circuit.GaussSeidel, Cold, []int{1, 2, 3, 4, 0}},
	{circuit.GaussSeidel, Warm, []int{1, 2, 3, 4, 0}},
	{circuit.Euler, Cold, []int{1, 2, 4, 8, 16, 0}},
	{circuit.Euler, Warm, []int{1, 2, 4, 8, 16}},
}

// pairs group the networks by what they learn: the paper's with two phases, the cascade, and the
// paper's recurrent one.
var pairs = []struct{ twoPhase, cascade, recurrent circuit.Network }{
	{circuit.IfPSP, circuit.CascadePSP, circuit.PSP},
	{circuit.IfPSW, circuit.CascadePSW, circuit.PSW},
}

// allCases returns all cases, in the order of the tables.
func allCases() []Case {
	var all []Case
	for _, p := range pairs {
		name := p.recurrent.Name
		all = append(all,
			Case{Network: name, Method: TwoPhase, Sweeps: 2, network: p.twoPhase},
			Case{Network: name, Method: Cascade, Sweeps: 1, network: p.cascade},
			Case{Network: name, Method: Exact, network: p.recurrent})
		for _, b := range budgets {
			for _, sweeps := range b.sweeps {
				all = append(all, settlingCase(p.recurrent, b.method, b.start, sweeps))
			}
		}
	}
	return all
}

// settlingCase returns the case of a recurrent network that settles.
func settlingCase(n circuit.Network, method circuit.Method, start string, sweeps int) Case {
	s := circuit.Settle{Method: method, Sweeps: sweeps, Warm: start == Warm}
	if method == circuit.Euler {
		s.TimeStep = TimeStep
	}
	if sweeps == 0 {
		s.Sweeps, s.Tolerance = maxSweeps, Tolerance
	}
	network, err := n.Settling(s)
	if err != nil {
		panic(err) // the constants above are wrong
	}
	return Case{n.Name, method.String(), start, s.Sweeps, s.Tolerance, network, s}
}

// settles reports whether the case has sweeps.
func (c Case) settles() bool { return c.Start != "" }

// Budget returns the allowed sweeps as text for the tables: a number, tol for settling to the
// tolerance, ∞ for the exact network.
func (c Case) Budget() string {
	switch {
	case c.Method == Exact:
		return "∞"
	case c.Tolerance > 0:
		return "tol"
	}
	return fmt.Sprint(c.Sweeps)
}

// budgetNames are the places on the horizontal axis.
var budgetNames = []string{"1", "2", "3", "4", "6", "8", "16", "tol"}

// place returns the position of a case on the horizontal axis.
func (c Case) place() float64 { return float64(slices.Index(budgetNames, c.Budget())) }

// operations returns the number of signals that the synapses of a network with n inputs and k
// outputs carry for one stimulus with a number of sweeps. It is n·k in the feedforward projection.
// In the lateral one it is k(k−1) for each sweep whose axons are not silent. They are silent at
// rest, so the first sweep of a cold start costs nothing, or half where neurons move in order. An
// exact solution is not an operation of synapses, and counts the feedforward projection alone. A
// cascade has half of the lateral synapses, and each carries one signal.
func (c Case) operations(n, k int, sweeps float64) float64 {
	lateral := sweeps
	switch {
	case c.Method == Exact:
		lateral = 0
	case c.Method == TwoPhase:
		lateral = 1
	case c.Method == Cascade:
		lateral = 0.5
	case c.Start == Cold && c.settle.Method == circuit.GaussSeidel:
		lateral -= 0.5
	case c.Start == Cold:
		lateral--
	}
	return float64(n*k) + max(0, lateral)*float64(k*(k-1))
}
