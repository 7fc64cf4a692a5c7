package circuit

import (
	"reflect"
	"slices"

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

// bindable is a phase that names parts of a circuit.
type bindable interface {
	// bind returns a function that runs the phase, with the parts that it names looked up.
	bind(c *Circuit) func() error
}

// bind returns a function for each phase that runs it.
func (c *Circuit) bind(s Schedule) []func() error {
	runs := make([]func() error, len(s))
	for i, phase := range s {
		if b, ok := phase.(bindable); ok && isKnown(phase) { // a type that embeds one has its own Run
			runs[i] = b.bind(c)
		} else {
			runs[i] = func() error { return phase.Run(c) }
		}
	}
	return runs
}

// signatureOf returns the signature of a phase. If a phase of another type has the name of
// a phase of this package, it inherited the signature by embedding. It may compute
// anything, so Linear, Local and Signals are not known.
func signatureOf(phase Phase) Signature {
	s := phase.Signature()
	of := reflect.TypeOf(phase)
	if of.Kind() == reflect.Pointer {
		of = of.Elem()
	}
	own := slices.ContainsFunc(knownPhases, func(k Phase) bool { return reflect.TypeOf(k) == of })
	if !own && slices.ContainsFunc(knownPhases, func(k Phase) bool { return k.Signature().Name == s.Name }) {
		s.Linear, s.Local, s.Signals = NotKnown, NotKnown, Signals{}
	}
	return s
}
