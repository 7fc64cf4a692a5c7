package circuit

import "twophase/neuron"

// Fire is the neural phase of outputs without lateral signals: y = ỹ. Both executors call
// Run.
type Fire struct{}

// Signature implements Phase. No synapse carries a signal.
func (Fire) Signature() Signature {
	return Signature{
		Name:     "Fire",
		Equation: "y = ỹ",
		Reads:    []Variable{Provisional},
		Writes:   []Variable{Y},
		Linear:   Yes,
		Local:    Yes,
		Signals:  Signals{Known: true},
	}
}

// Run implements Phase.
func (Fire) Run(c *Circuit) error {
	copy(c.outputs.Signals(neuron.Final), c.outputs.Signals(neuron.Provisional))
	return nil
}
