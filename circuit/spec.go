package circuit

import (
	"twophase/internal/text/wording"
	"twophase/synapse"
)

// Spec describes a circuit to build. It is plain data, which New validates and does not
// change.
type Spec struct {
	Network Network
	Inputs  int       // N
	Gains   []float64 // Λ: λ_1 > … > λ_K > 0, one for each of the K outputs
	Rate    Rate      // α_t

	Tau           float64 // τ; 0 means the network's own
	InitialScale  float64 // M starts at this times I; 0 means the network's own
	InitialSpread float64 // random weights are this times N(0, 1/N); 0 means 1

	// Of the populations and projections of a Network.Graph, by name. A name that is missing
	// has the network's own value.
	Sizes   map[string]int       // the number of neurons of a population
	GainsOf map[string][]float64 // the gains of a population
	Paces   map[string]OwnPace   // the α_t and the τ of a projection

	// Initial holds, by name, the weights of a projection [post×pre], row-major; POPULATION.scale: scales;
	// POPULATION.previous: activities before the first stimulus. What is missing starts as the
	// network does.
	Initial map[string][]float64

	// Rules are further rules that projections may change to, by SetRule. No two of a projection have
	// the same name and equation, by which a State names the present one.
	Rules []RuleOf

	// Seed and Trial key the random numbers of the circuit: its initial weights, its
	// synaptic noise and its failures of transmission.
	Seed, Trial uint64

	Executor Executor
}

// withDefaults returns the spec with defaults in the place of zeros.
func (s Spec) withDefaults() Spec {
	if s.Tau == 0 {
		s.Tau = s.Network.Tau
	}
	if s.InitialScale == 0 {
		s.InitialScale = s.Network.InitialScale
	}
	if s.InitialSpread == 0 {
		s.InitialSpread = 1
	}
	return s
}

// Width returns the number of numbers in a stimulus of the circuit of a spec: N, and one for each signal.
func (s Spec) Width() int { return s.Inputs + len(s.Network.Graph.Signals) }

// OwnPace is the learning rate of one projection: its own α_t, its own τ, or both. The zero Rate, and a τ of 0, are those
// of the network.
type OwnPace struct {
	Rate Rate
	Tau  float64
}

// RuleOf is a rule to which SetRule may change a projection.
type RuleOf struct {
	Projection string
	Rule       synapse.Rule
}

// RuleState names the rule of Spec.Rules to which SetRule has changed a projection.
type RuleState struct{ Projection, Rule, Equation string }

// state returns what names the rule.
func (r RuleOf) state() RuleState { return RuleState{r.Projection, r.Rule.String(), r.Rule.Formula()} }

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

var executors = []string{"compiled", "literal"}

// String returns compiled or literal.
func (e Executor) String() string { return wording.NameOf(e, executors) }

// ParseExecutor returns the executor of a name.
func ParseExecutor(name string) (Executor, error) {
	return wording.ValueOf[Executor]("executor", name, executors)
}
