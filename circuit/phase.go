package circuit

import "twophase/neuron"

// Phase is one step of a schedule. A phase is a value without state: what it
// computes with, and what it leaves behind, is in the circuit.
type Phase interface {
	// Signature tells what the phase is, as a person reads it.
	Signature() Signature
	// Run runs the phase. An error stops the circuit.
	Run(c *Circuit) error
}

// Signature describes a phase.
type Signature struct {
	Name     string
	Equation string
	Reads    []Variable
	Writes   []Variable
	Makes    []neuron.Part // parts of the changes of W that the phase notes with synapse.Projection.AlterPart
	NonLocal bool          // the phase uses what no single neuron or synapse can know
}

// Variable names what phases read and write.
type Variable string

const (
	X           Variable = "x"      // stimulus, on the input axons
	Provisional Variable = "ỹ"      // output axons, first turn
	Y           Variable = "y"      // output axons, second turn
	PreviousY   Variable = "y(t−1)" // y as the previous step left it
	Late        Variable = "ỹ(t−1)" // output axons, what their first turn carried one stimulus before
	W           Variable = "W"      // feedforward weights
	Mo          Variable = "M_o"    // lateral weights
	Md          Variable = "M_d"    // scales
)
