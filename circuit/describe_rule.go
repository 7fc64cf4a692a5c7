package circuit

import (
	"fmt"
	"strings"

	"twophase/neuron"
	"twophase/synapse"
)

// RuleIn returns how the weights of a projection change, in mathematics and in the names of the graph: i is the postsynaptic neuron, and j
// the presynaptic one. A projection without a rule is fixed, and one that is tied is the transpose of another.
func (g Graph) RuleIn(projection string) string {
	switch p := g.projection(projection); {
	case p.Tied != "":
		return "the transpose of " + p.Tied
	case p.Rule == nil:
		return "fixed"
	default:
		return g.formula(p, p.Pace)
	}
}

// formula returns the rule of a projection that learns at a pace.
func (g Graph) formula(p *ProjectionSpec, pace Pace) string {
	r, ok := p.Rule.(synapse.Factored)
	if !ok {
		return p.Rule.Formula()
	}
	post, pre := g.variable(p.To, neuron.Final), g.variable(p.From, neuron.Final)
	return r.In(synapse.Symbols{Weight: strings.TrimSuffix(string(g.weights(p.Name)), "_o"), Post: string(post), Pre: string(pre), Rate: pace.symbol()})
}

// ScaleRuleIn returns how the scales of a population change, in mathematics and in the names of the graph.
func (g Graph) ScaleRuleIn(population string) string {
	p, pace := g.population(population), Pace{OverTau: true}
	if paced := g.projection(p.Paced); paced != nil {
		pace = paced.Pace
	}
	return g.scaleFormula(p, pace)
}

func (g Graph) scaleFormula(p *PopulationSpec, pace Pace) string {
	return p.Scale.Formula(string(g.variable(p.Name, neuron.Final)), pace.symbol())
}

// symbol returns a pace as it is written in an equation: a where it has a learning rate of its own.
func (p Pace) symbol() string {
	switch {
	case len(p.Rate.segments) > 0:
		return "a"
	case p.OverTau && p.Times != 0 && p.Times != 1:
		return fmt.Sprintf("(%vα/τ)", p.Times)
	case p.OverTau:
		return "(α/τ)"
	case p.Times != 0 && p.Times != 1:
		return fmt.Sprintf("%vα", p.Times)
	}
	return "α"
}
