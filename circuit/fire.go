package circuit

import "twophase/neuron"

// Fire is the neural phase of outputs that do not hear one another: their axons carry
// what they received, y = ỹ.
type Fire struct{}

// Signature implements Phase.
func (Fire) Signature() Signature {
	return Signature{Name: "Fire", Equation: "y = ỹ", Reads: []Variable{Provisional}, Writes: []Variable{Y}}
}

// Run implements Phase.
func (Fire) Run(c *Circuit) error {
	copy(c.outputs.Signals(neuron.Final), c.outputs.Signals(neuron.Provisional))
	return nil
}
