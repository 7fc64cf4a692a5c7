package circuitfile

import "twophase/circuit"

// withGraph returns the network with the populations and projections of a graph. If they have
// the names and the shape of the paper's, it is a network of that shape: its random numbers are
// the same, and its step may run in one piece.
func withGraph(n circuit.Network, g circuit.Graph) circuit.Network {
	g = g.AsPair()
	n.Graph = g
	return n
}
