package circuit_test

import (
	"twophase/circuit"
	"twophase/neuron"
	"twophase/synapse"
)

// withRule returns a network with another rule of one projection.
func withRule(n circuit.Network, projection string, r synapse.Rule) circuit.Network {
	return n.WithProjection(projection, func(p *circuit.ProjectionSpec) { p.Rule = r })
}

// withScale returns a network with another rule of the scales of one population.
func withScale(n circuit.Network, population string, r neuron.ScaleRule) circuit.Network {
	return n.WithPopulation(population, func(p *circuit.PopulationSpec) { p.Scale = r })
}

// withWiring returns a network with another wiring of one projection.
func withWiring(n circuit.Network, projection string, w synapse.Wiring) circuit.Network {
	return n.WithProjection(projection, func(p *circuit.ProjectionSpec) { p.Wiring = w })
}
