package circuit

import (
	"slices"
	"strings"

	"twophase/internal/text/wording"
	"twophase/neuron"
)

// Phase is one entry of a schedule. A phase is a value without state: the circuit owns all
// that it reads and writes.
type Phase interface {
	// Signature describes the phase.
	Signature() Signature
	// Run runs the phase. An error stops the circuit.
	Run(c *Circuit) error
}

// Signature describes a phase. Linear, Local and Signals are not known unless they are set.
// Then Circuit.Filter and the measures that need it return an error, and the network's
// locality and cost are not known. A phase that embeds another one inherits its Signature,
// and must return its own if it computes anything else.
type Signature struct {
	Name     string
	Equation string
	Reads    []Variable
	Writes   []Variable
	Parts    []neuron.Part // parts of the change of W that the phase notes with synapse.Projection.AlterPart

	// Linear says whether, for given weights and scales, the signals after the phase are a
	// linear map of the signals before it. A phase that does not change signals is linear.
	// Clamped neurons do not count.
	Linear Answer
	// Local says whether the phase uses only what single neurons and synapses can know.
	Local Answer
	// Signals is the number of signals that synapses carry in the phase for one stimulus.
	Signals Signals
}

// silent returns the signature of a local phase that sends no signals and does not change what axons carry.
func silent(name, equation string) Signature {
	return Signature{Name: name, Equation: equation, Linear: Yes, Local: Yes, Signals: Signals{Known: true}}
}

// Answer says whether a phase has a property. The zero Answer is NotKnown.
type Answer int

const (
	NotKnown Answer = iota
	Yes
	No
)

var answers = []string{"not known", "yes", "no"}

// String returns not known, yes or no.
func (a Answer) String() string { return wording.NameOf(a, answers) }

// linearIf returns Yes or No.
func linearIf(is bool) Answer {
	if is {
		return Yes
	}
	return No
}

// and returns No if a or b is No, Yes if both are Yes, and NotKnown otherwise.
func (a Answer) and(b Answer) Answer {
	switch {
	case a == No || b == No:
		return No
	case a == Yes && b == Yes:
		return Yes
	}
	return NotKnown
}

// Signals counts the signals that synapses carry for one stimulus. Solve uses no signals.
// The zero Signals is not known.
type Signals struct {
	Known   bool
	Through []Carried
}

// Carried counts one signal for each synapse of a projection, once or in every sweep.
type Carried struct {
	Projection string
	PerSweep   bool
	Back       bool // it travels against the synapse, which is not local
}

// Schedule is the ordered list of phases that runs for every stimulus.
type Schedule []Phase

// String returns the names of the phases in order.
func (s Schedule) String() string {
	names := make([]string, len(s))
	for i, phase := range s {
		names[i] = phase.Signature().Name
	}
	return strings.Join(names, " → ")
}

// Variable names what phases read and write: a constant of this package in the circuits of
// the paper. In others, the final activity of a population has the population's name, its
// provisional one NAME~, its trace NAME̅, and its scales NAME.scale; the weights of a
// projection have the projection's name. The outputs are y and the only inputs x everywhere.
type Variable string

const (
	X           Variable = "x"      // stimulus, on the input axons
	Provisional Variable = "ỹ"      // output axons, first turn
	Y           Variable = "y"      // output axons, second turn
	PreviousY   Variable = "y(t−1)" // y of the previous step
	Late        Variable = "ỹ(t−1)" // output axons, their first turn for the previous stimulus
	W           Variable = "W"      // weights from inputs to outputs
	Mo          Variable = "M_o"    // weights among outputs
	Md          Variable = "M_d"    // scales
)

// plus returns the signals of both, not known unless both are.
func (s Signals) plus(o Signals) Signals {
	return Signals{s.Known && o.Known, slices.Concat(s.Through, o.Through)}
}

// signatures are those of the phases of a schedule in a circuit.
type signatures []Signature

// read reports whether a phase reads v.
func (all signatures) read(v Variable) bool {
	return slices.ContainsFunc(all, func(s Signature) bool { return slices.Contains(s.Reads, v) })
}

// write reports whether a phase writes v.
func (all signatures) write(v Variable) bool { return all.lastWriter(v) >= 0 }

// lastWriter returns the index of the last phase that writes v, or −1.
func (all signatures) lastWriter(v Variable) int {
	for i := len(all) - 1; i >= 0; i-- {
		if slices.Contains(all[i].Writes, v) {
			return i
		}
	}
	return -1
}
