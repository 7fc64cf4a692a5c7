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
func (t Trace) Signature() Signature { return apart(t, silent("Trace", "")) }

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
	s := silent("Trace", "")
	var equations []string
	for _, name := range t.Populations.List() {
		v, trace := g.Variable(name, neuron.Final), g.Variable(name, neuron.Trace)
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

// Average is a phase that updates every running mean of the circuit: of the final activities
// of populations, and of the currents of projections, that keep one. It stands before the
// plasticity that uses the new means.
type Average struct{}

// Signature implements Phase. No signal is sent.
func (a Average) Signature() Signature { return apart(a, Signature{}) }

func (Average) checkIn(Graph) error { return nil }

func (a Average) signatureIn(g Graph) Signature {
	s := silent("Average", "μ ← μ + (s − μ)/n of every running mean")
	var equations []string
	update := func(mean Variable, w *neuron.Window, reads ...Variable) {
		s.Reads, s.Writes = append(append(s.Reads, reads...), mean), append(s.Writes, mean)
		of := strings.Trim(string(mean), "⟨⟩")
		equations = append(equations, fmt.Sprintf("%s ← %s + (%s − %s)/%s", mean, mean, of, mean, divisor(w)))
	}
	for _, p := range g.Populations {
		if p.Mean != nil {
			update(g.mean(p.Name), p.Mean, g.Variable(p.Name, neuron.Final))
		}
	}
	for i := range g.Projections {
		if p := &g.Projections[i]; p.MeanCurrent != nil {
			update(g.meanCurrent(p), p.MeanCurrent, g.Weights(p.Name), g.Variable(p.From, neuron.Final))
		}
	}
	if equations != nil {
		s.Equation = strings.Join(equations, ", ")
	}
	return s
}

// divisor returns what a running mean is updated by, where n is the number of stimuli so far.
func divisor(w *neuron.Window) string {
	switch {
	case w.Steps == 0:
		return "n"
	case w.Grows:
		return fmt.Sprintf("min(n, %d)", w.Steps)
	}
	return fmt.Sprint(w.Steps)
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
