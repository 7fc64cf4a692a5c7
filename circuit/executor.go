package circuit

import "fmt"

// Executor is the way in which a circuit carries out its phases: how synapses carry
// signals, how synapses and scales learn, and how other phases change weights. Both
// executors give the same bits.
//
// Their agreement is no evidence for the code that they share: the elimination of Solve and
// its divisors; the random numbers; the change of one weight by SynapticNoise, Quantise and
// SignConstraint; the means of MeanField; the division by the scale; r and its size in Settle;
// clamps; α_t; and the part of a change that a phase before Plasticity makes.
type Executor int

const (
	// Compiled works on the dense rows of a projection. It runs the two-phase schedule and
	// that of a cascade as one fused step.
	Compiled Executor = iota
	// Literal walks the synapse objects one by one.
	Literal
)

// String returns compiled or literal.
func (e Executor) String() string {
	switch e {
	case Compiled:
		return "compiled"
	case Literal:
		return "literal"
	}
	return fmt.Sprintf("Executor(%d)", int(e))
}

// ParseExecutor returns the executor of a name.
func ParseExecutor(name string) (Executor, error) {
	for _, e := range []Executor{Compiled, Literal} {
		if name == e.String() {
			return e, nil
		}
	}
	return 0, fmt.Errorf("executor %q does not exist: choose compiled or literal", name)
}
