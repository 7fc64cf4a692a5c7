package circuit

import (
	"fmt"
	"slices"
	"strings"
)

// Learn is Plasticity of some parts of a circuit, in a given order: projections by their
// name, and the scales of a population as POPULATION.scale. Each part sees the changes of
// the parts before it.
type Learn struct {
	Of Names `json:"of"`
}

// Signature implements Phase. No signal is sent.
func (l Learn) Signature() Signature {
	return Signature{
		Name:     "Learn",
		Equation: fmt.Sprintf("%v learn by their rules, in this order", l.Of),
		Linear:   Yes,
		Local:    Yes,
		Signals:  Signals{Known: true},
	}
}

// Validate returns an error if nothing learns.
func (l Learn) Validate() error {
	if len(l.Of.List()) == 0 {
		return fmt.Errorf("nothing learns: name projections, or the scales of a population as NAME.scale")
	}
	return nil
}

func (l Learn) checkIn(g Graph) error {
	for _, name := range l.Of.List() {
		if of, scale := strings.CutSuffix(name, ".scale"); scale {
			if err := g.CheckPopulation(of); err != nil {
				return err
			}
			if p := g.population(of); p.Input || p.Scale.IsFixed() || p.Scale.Drive == nil {
				return fmt.Errorf("the neurons of %s have no scales that learn", of)
			}
			continue
		}
		if err := g.CheckOwn(name); err != nil {
			return err
		}
		if g.projection(name).Rule == nil {
			return fmt.Errorf("projection %s has no rule: its weights are fixed", name)
		}
	}
	return nil
}

func (l Learn) signatureIn(g Graph) Signature {
	s := l.Signature()
	var projections, scales []string
	for _, name := range l.Of.List() {
		if of, scale := strings.CutSuffix(name, ".scale"); scale {
			scales, s.Writes = append(scales, of), append(s.Writes, g.learntScales(*g.population(of)))
			continue
		}
		projections, s.Writes = append(projections, name), append(s.Writes, g.weights(name))
	}
	s.Reads = g.learningReads(projections, scales)
	s.Reads = append(s.Reads, s.Writes...)
	if len(s.Writes) == 1 {
		s.Equation = learning(s.Writes)
	}
	return s
}

// involves reports whether a projection of a population learns, or its scales.
func (l Learn) involves(g Graph, population string) bool {
	return slices.ContainsFunc(l.Of.List(), func(name string) bool {
		if of, scale := strings.CutSuffix(name, ".scale"); scale {
			return of == population
		}
		p := g.projection(name)
		return p.From == population || p.To == population
	})
}

// Run implements Phase.
func (l Learn) Run(c *Circuit) error {
	for _, name := range l.Of.List() {
		if of, scale := strings.CutSuffix(name, ".scale"); scale {
			c.rescaleNode(c.node(of))
		} else {
			c.learn(c.link(name))
		}
	}
	return nil
}
