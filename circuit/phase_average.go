package circuit

import (
	"fmt"
	"strings"

	"twophase/neuron"
)

// Average is a phase that updates every running mean of the circuit: of the final activities
// of populations, and of the currents of projections, that keep one. It stands before the
// plasticity that uses the new means.
type Average struct{}

// Signature implements Phase. No signal is sent.
func (Average) Signature() Signature {
	return Signature{
		Name:     "Average",
		Equation: "μ ← μ + (s − μ)/n of every running mean",
		Linear:   Yes,
		Local:    Yes,
		Signals:  Signals{Known: true},
	}
}

func (Average) checkIn(Graph) error { return nil }

func (a Average) signatureIn(g Graph) Signature {
	s := a.Signature()
	var equations []string
	mean := func(of string, reads ...Variable) {
		mean := "⟨" + of + "⟩"
		s.Reads, s.Writes = append(s.Reads, reads...), append(s.Writes, Variable(mean))
		equations = append(equations, fmt.Sprintf("%s ← %s + (%s − %s)/n", mean, mean, of, mean))
	}
	for _, p := range g.Populations {
		if p.Mean != nil {
			activity := g.variable(p.Name, neuron.Final)
			mean(string(activity), activity)
		}
	}
	for _, p := range g.Projections {
		if p.MeanCurrent != nil {
			activity := g.variable(p.From, neuron.Final)
			mean(fmt.Sprintf("%s %s", g.weightSymbol(p.Name), activity), g.weights(p.Name), activity)
		}
	}
	if equations != nil {
		s.Equation = strings.Join(equations, ", ")
	}
	return s
}

// Run implements Phase.
func (Average) Run(c *Circuit) error {
	for _, n := range c.nodes {
		if c.spec.Executor == Compiled {
			n.Average(c.step)
			continue
		}
		for i := range n.Len() {
			n.Neuron(i).Average(c.step)
		}
	}
	for _, p := range c.projections {
		p.Average(c.step)
	}
	return nil
}
