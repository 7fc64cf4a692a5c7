package circuitfile

import (
	"reflect"
	"slices"

	"twophase/circuit"
	"twophase/neuron"
	"twophase/synapse"
)

// withGraph returns the network with the populations and projections of a graph. If they have
// the names and the shape of the paper's, it is a network of that shape: its random numbers are
// the same, and its step may run in one piece.
func withGraph(n circuit.Network, g circuit.Graph) circuit.Network {
	if paper, ok := paperShape(n, g); ok {
		return paper
	}
	n.Graph = &g
	return n
}

// paperShape returns the network without a Graph, if the graph can be left out.
func paperShape(n circuit.Network, g circuit.Graph) (circuit.Network, bool) {
	if len(g.Populations) != 2 || len(g.Projections) < 1 || len(g.Projections) > 2 || g.Projections[0].Rule == nil {
		return n, false
	}
	g.Populations, g.Projections = slices.Clone(g.Populations), slices.Clone(g.Projections)
	scale := &g.Populations[1].Scale
	if reflect.DeepEqual(*scale, neuron.ScaleRule{}) {
		*scale = neuron.NoScale
	}
	n.Scale, n.Feedforward = *scale, g.Projections[0].Rule
	if len(g.Projections) == 2 {
		n.Lateral, n.Wiring = g.Projections[1].Rule, g.Projections[1].Wiring
	} else {
		n.Wiring = synapse.Unconnected
	}
	shape := n.TwoPopulations()
	if len(g.Projections) == 1 {
		g.Projections = append(g.Projections, shape.Projections[1])
	}
	shape.Output = shape.Populations[1].Name
	return n, reflect.DeepEqual(shape, g)
}
