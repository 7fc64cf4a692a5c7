package circuit

import (
	"fmt"
	"strings"

	"twophase/neuron"
)

// Trace is a phase that sets the slot neuron.Trace of some populations to the sum of their
// final activities for this and the previous stimulus,
//
//	s̄ = s(t) + s(t−1).
//
// Rules use it as neuron.Local.Trace. The populations keep their previous activity.
type Trace struct {
	Populations Names `json:"populations"`
}

// Signature implements Phase. No signal is sent.
func (t Trace) Signature() Signature {
	return Signature{
		Name:     "Trace",
		Equation: fmt.Sprintf("s̄ = s(t) + s(t−1) of %v", t.Populations),
		Linear:   Yes,
		Local:    Yes,
		Signals:  Signals{Known: true},
	}
}

func (t Trace) checkIn(g Graph) error {
	for _, name := range t.Populations.List() {
		if err := g.CheckPopulation(name); err != nil {
			return err
		}
		if !g.population(name).Previous {
			return fmt.Errorf("population %s does not keep its previous activity: let it", name)
		}
	}
	return nil
}

func (t Trace) signatureIn(g Graph) Signature {
	s := t.Signature()
	var equations []string
	for _, name := range t.Populations.List() {
		v, trace := g.variable(name, neuron.Final), g.variable(name, neuron.Trace)
		s.Reads, s.Writes = append(s.Reads, v, g.previous(name)), append(s.Writes, trace)
		equations = append(equations, fmt.Sprintf("%s = %s(t) + %s(t−1)", trace, v, v))
	}
	s.Equation = strings.Join(equations, ", ")
	return s
}

// Run implements Phase.
func (t Trace) Run(c *Circuit) error {
	for _, name := range t.Populations.List() {
		p := c.node(name)
		trace, now := p.Signals(neuron.Trace), p.Signals(neuron.Final)
		for i, before := range p.Previous() {
			trace[i] = now[i] + before
		}
	}
	return nil
}
