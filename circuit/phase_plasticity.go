package circuit

import (
	"fmt"
	"slices"
	"strings"

	"twophase/synapse"
)

// Plasticity is the phase in which every synapse and every scale learns from final
// activity and its old value: each projection at its Pace, such as α_t, and
// the scales at α_t/τ, or at the rate of a projection.
//
// By default, the compiled executor does not call Run: the fused step changes M_o and M_d
// and prepares the change of W (see synapse.Projection). It calls Run where a rule does not fit
// kernel.TwoPhase, a projection is frozen or changes are kept. Then, and in every schedule
// that is not fused, Projection.Learn computes the factors of a change; the next signals
// make it (internal/numerics/dense). TestExecutionDoesNotMatter compares
// these ways.
type Plasticity struct{}

// Signature implements Phase. No signal is sent: a synapse learns from what it has carried.
func (p Plasticity) Signature() Signature { return apart(p, Signature{}) }

func (Plasticity) checkIn(Graph) error { return nil }

// signatureIn names what learns in that graph: not each projection has synapses, or each population scales
// that change.
func (Plasticity) signatureIn(g Graph) Signature {
	var all []string
	for _, p := range g.Projections {
		if p.Rule != nil && p.Wiring != synapse.Unconnected {
			all = append(all, p.Name)
		}
	}
	for _, p := range g.Populations {
		if p.Scale.Learns() {
			all = append(all, p.Name+".scale")
		}
		for _, q := range p.Further {
			if q.Change != nil {
				all = append(all, p.Name+"."+q.Name)
			}
		}
	}
	s := Learn{NamesOf(all...)}.signatureIn(g)
	if s.Name = "Plasticity"; len(s.Writes) != 1 {
		s.Equation = variables(s.Writes) + " learn by their rules"
	}
	return s
}

// Run implements Phase.
func (Plasticity) Run(c *Circuit) error {
	c.observe()
	for _, n := range c.further.changing {
		n.PrepareVariables("")
	}
	for _, l := range c.links {
		if l.learner == nil || !l.learner.changes(l, c.step) {
			c.learn(l)
		}
	}
	for _, n := range c.nodes { // rules may use the scales before
		if n.learner == nil || !n.learner.learn(c.step) {
			c.rescaleNode(n)
		}
	}
	for _, n := range c.further.changing {
		if err := c.changeVariables(n, ""); err != nil {
			return err
		}
	}
	return nil
}

// Learn is Plasticity of some parts of a circuit, in a given order: projections by their
// name, and the scales and variables of a population as POPULATION.scale and POPULATION.NAME. Each part sees the changes of
// the parts before it.
type Learn struct {
	Of Names `json:"of"`
}

// Signature implements Phase. No signal is sent.
func (l Learn) Signature() Signature { return apart(l, silent("Learn", "")) }

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
			if p := g.population(of); p.Input || !p.Scale.Learns() {
				return fmt.Errorf("the neurons of %s have no scales that learn", of)
			}
			continue
		}
		if _, _, err := g.variableOf(name); err == nil {
			continue
		}
		if err := g.checkLearns(name); err != nil {
			return err
		}
	}
	return nil
}

func (l Learn) signatureIn(g Graph) Signature {
	s := silent("Learn", fmt.Sprintf("%v learn by their rules, in this order", l.Of))
	var projections, scales, changing []string
	for _, name := range l.Of.List() {
		if of, scale := strings.CutSuffix(name, ".scale"); scale {
			scales, s.Writes = append(scales, of), append(s.Writes, g.LearntScales(*g.population(of)))
			continue
		}
		if _, _, err := g.variableOf(name); err == nil {
			changing, s.Writes = append(changing, name), append(s.Writes, Variable(name))
			continue
		}
		projections, s.Writes = append(projections, name), append(s.Writes, g.Weights(name))
	}
	s.Reads = g.learningReads(projections, scales, changing)
	if g.readsBroadcast(s) {
		s.Local = No
	}
	s.Reads = append(s.Reads, s.Writes...)
	if len(s.Writes) == 1 {
		s.Equation = variables(s.Writes) + " learns by its rule"
	}
	return s
}

// involves reports whether a projection of a population learns, or its scales.
func (l Learn) involves(g Graph, population string) bool {
	return slices.ContainsFunc(l.Of.List(), func(name string) bool {
		if of, scale := strings.CutSuffix(name, ".scale"); scale {
			return of == population
		}
		if of, _, err := g.variableOf(name); err == nil {
			return of == population
		}
		p := g.projection(name)
		return p.From == population || p.To == population
	})
}

// Run implements Phase.
func (l Learn) Run(c *Circuit) error {
	c.observe()
	for _, name := range l.Of.List() {
		if of, scale := strings.CutSuffix(name, ".scale"); scale {
			c.rescaleNode(c.node(of))
		} else if of, variable, err := c.spec.Network.Graph.variableOf(name); err == nil {
			n := c.node(of)
			n.PrepareVariables(variable)
			if err := c.changeVariables(n, variable); err != nil {
				return err
			}
		} else {
			c.learn(c.link(name))
		}
	}
	return nil
}
