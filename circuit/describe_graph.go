package circuit

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"twophase/internal/phrase"
	"twophase/synapse"
)

// describeGraph prints the populations and projections of a circuit with a graph.
func (c *Circuit) describeGraph(b *strings.Builder) {
	g := c.spec.Network.Shape()
	table := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	fmt.Fprintf(b, "\nNeurons\n")
	for _, n := range c.nodes {
		fmt.Fprintf(table, "  %s\t%s\t%s\n", n.Name(), phrase.Count(n.Len(), "neuron"), strings.Join(c.describeNode(g, n), "; "))
	}
	table.Flush()
	c.describeHeldNeurons(b)

	fmt.Fprintf(b, "\nProjections and plasticity\n")
	for _, l := range c.links {
		from, to := l.pre.Name(), l.to.Name()
		if l.back {
			fmt.Fprintf(table, "  %s\t%s → %s\tthe synapses of %s, from their other end\t%v\t\t\n", l.name, from, to, l.synapses.Name(), l.spec.Sign)
			continue
		}
		rule, rate := "fixed", ""
		if l.spec.Rule != nil {
			rule, rate = g.formula(&l.spec, l.spec.Pace), c.describePace(l)
		}
		fmt.Fprintf(table, "  %s\t%s → %s\t%s\t%v\t%s\t%s\n", l.name, from, to, describeWiring(l), l.spec.Sign, rule, rate)
	}
	for _, n := range c.nodes {
		if rule := n.ScaleRule(); !n.spec.Input && !rule.IsFixed() {
			rate, pace := "at α/τ", Pace{OverTau: true}
			if n.paced != nil {
				rate, pace = c.describePace(n.paced), n.paced.spec.Pace
			}
			fmt.Fprintf(table, "  %s\twithin a neuron\t%s\t\t%s\t%s\n", g.learntScales(n.spec), phrase.Count(n.Len(), "variable"), g.scaleFormula(&n.spec, pace), rate)
		}
	}
	table.Flush()
	if c.UsesRate() {
		fmt.Fprintf(table, "  α\t%v\n", c.rate)
	}
	if c.UsesTau() {
		fmt.Fprintf(table, "  τ\t%v\n", c.tau)
	}
	table.Flush()
}

// describeNode says what is special about the neurons of a population.
func (c *Circuit) describeNode(g Graph, n *node) (says []string) {
	switch rule := n.ScaleRule(); {
	case n.spec.Input:
		says = append(says, "carry the stimulus")
	case rule.NoLeak:
		says = append(says, n.Activation().String(), "no leak")
	case rule.IsFixed():
		says = append(says, n.Activation().String())
		if m := n.Scales()[0]; m != 1 {
			says = append(says, fmt.Sprintf("divide by %v", m))
		}
	case rule.Multiplies:
		says = append(says, n.Activation().String(), "multiply what they send by their scale")
	case rule.Metaplastic:
		says = append(says, n.Activation().String(), "a scale that sets how fast synapses learn")
	default:
		says = append(says, n.Activation().String(), "divide by their scale")
	}
	if n.Name() == g.output() {
		says = append(says, "the outputs")
	}
	if gains := n.Gains(); gains != nil && !allOnes(gains) {
		says = append(says, "gains λ = "+list(gains))
	}
	if n.spec.Previous {
		says = append(says, "keep their previous activity")
	}
	if n.spec.Mean != nil {
		says = append(says, "keep a mean of "+n.spec.Mean.String())
	}
	return says
}

func allOnes(v []float64) bool {
	for _, e := range v {
		if e != 1 {
			return false
		}
	}
	return true
}

// describeWiring says how many synapses a projection has, and which.
func describeWiring(l *link) string {
	text := phrase.Count(l.synapses.Len(), "synapse")
	switch p := l.spec; {
	case p.OneToOne:
		text += ", one to one"
	case p.Probability != 0:
		text += fmt.Sprintf(", each with probability %v", p.Probability)
	case p.Pairs != nil:
		text += ", as listed"
	case l.pre == l.to && p.Wiring != synapse.AllToAll:
		text += ", " + p.Wiring.String()
	}
	if lesioned, frozen := held(l.synapses); lesioned+frozen > 0 {
		text += fmt.Sprintf(" (%d lesioned, %d frozen)", lesioned, frozen)
	}
	return text
}

// describePace says at which rate a projection learns.
func (c *Circuit) describePace(l *link) string {
	rate, pace := "α", l.spec.Pace
	if len(pace.Rate.segments) > 0 {
		rate = "a = " + pace.Rate.String()
	}
	if pace.Times != 0 && pace.Times != 1 {
		rate = fmt.Sprintf("%v %s", pace.Times, rate)
	}
	if pace.OverTau {
		rate += "/τ"
		if l.tau != 0 {
			rate += fmt.Sprintf(", τ = %v", l.tau)
		}
	}
	return "at " + rate
}

// describeHeldNeurons prints the clamped neurons and the number of frozen scales.
func (c *Circuit) describeHeldNeurons(b *strings.Builder) {
	for _, p := range c.Populations() {
		for i := range p.Len() {
			if v, clamped := p.Clamped(i); clamped {
				fmt.Fprintf(b, "  %v is clamped to %v\n", p.Neuron(i), v)
			}
		}
	}
	frozen := 0
	for o := range c.outputs.Outputs() {
		if o.Frozen() {
			frozen++
		}
	}
	if frozen > 0 {
		fmt.Fprintf(b, "  scale: %d frozen\n", frozen)
	}
}

// held counts the lesioned and frozen synapses of a projection.
func held(p *synapse.Projection) (lesioned, frozen int) {
	for s := range p.All() {
		switch {
		case s.Lesioned():
			lesioned++
		case s.Frozen():
			frozen++
		}
	}
	return lesioned, frozen
}

// list prints numbers, without the middle of a long list.
func list(v []float64) string {
	parts := make([]string, len(v))
	for i, e := range v {
		parts[i] = fmt.Sprintf("%.4g", e)
	}
	if len(parts) > 6 {
		parts = []string{parts[0], parts[1], "…", parts[len(parts)-1]}
	}
	return strings.Join(parts, ", ")
}
