// Package selection names parts of a circuit in a line of text: synapses,
// scales and neurons, to be recorded, lesioned, frozen, clamped or made noisy.
//
// A Selection is a value that needs no circuit. Check tells whether a circuit
// of a Size has what it names; Synapses, Scales and Neurons return the handles
// of a Circuit, and Row, which allocates nothing, the places in one row of weights.
// The package knows neurons and synapses but not package circuit, whose phases use
// it.
//
//	written      in the paper   elements
//	feedforward  W              synapses W_ij
//	lateral      M_o            synapses M_ij, i ≠ j
//	scale        M_d            scales m_ii
//	weights      W, M           all three
//	outputs      y              output neurons
//	inputs       x              input neurons
package selection
