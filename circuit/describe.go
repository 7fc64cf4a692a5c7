package circuit

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"twophase/internal/phrase"
	"twophase/synapse"
)

// Describe prints the present circuit: its neurons, its projections with their rules in
// mathematics, and its phases in order with what each one reads and writes.
func (c *Circuit) Describe(w io.Writer) error {
	n := c.spec.Network
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", n.Name, n.Summary)
	if n.Reference != "" && n.Reference != paperReference {
		fmt.Fprintf(&b, "%s\n", n.Reference)
	}

	if n.Notes != "" {
		fmt.Fprintf(&b, "%s\n", n.Notes)
	}

	if n.Graph != nil {
		c.describeGraph(&b)
	} else {
		c.describeTwoPopulations(&b)
	}

	table := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintf(&b, "\nSchedule, for every stimulus x\n")
	for i, phase := range c.Schedule() {
		p := n.Shape().signature(phase)
		mark := map[Answer]string{No: " (non-local)", NotKnown: " (not known to be local)"}[p.Local]
		fmt.Fprintf(table, "  %d\t%s%s\t%s\treads %s\twrites %s\n", i+1, p.Name, mark, p.Equation, variables(p.Reads), variables(p.Writes))
	}
	table.Flush()
	_, err := io.WriteString(w, b.String())
	return err
}

// describeTwoPopulations prints the neurons and projections of a circuit of the paper's shape.
func (c *Circuit) describeTwoPopulations(b *strings.Builder) {
	n, g := c.spec.Network, c.spec.Network.Shape()
	fmt.Fprintf(b, "\nNeurons\n")
	table := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	fmt.Fprintf(table, "  inputs\tN = %d\tactivity x\n", c.inputs.Len())
	fmt.Fprintf(table, "  outputs\tK = %d\tactivity ỹ, then y, on one axon%s%s\n", c.outputs.Len(), c.describeScale(), c.describeGains())
	table.Flush()
	c.describeHeldNeurons(b)

	fmt.Fprintf(b, "\nProjections and plasticity\n")
	fmt.Fprintf(table, "  feedforward\tinputs → outputs\t%s\t%s\tat α\t%s\n", phrase.Count(c.feedforward.Len(), "synapse"), g.RuleIn("feedforward"), n.Feedforward)
	switch n.Wiring {
	case synapse.AllToAll:
		fmt.Fprintf(table, "  lateral\toutputs → outputs\t%s\t%s\tat α/τ\t%s\n", phrase.Count(c.lateral.Len(), "synapse"), g.RuleIn("lateral"), n.Lateral)
	case synapse.Ordered:
		fmt.Fprintf(table, "  lateral\tearlier → later outputs\t%s\t%s\tat α/τ\t%s\n", phrase.Count(c.lateral.Len(), "synapse"), g.RuleIn("lateral"), n.Lateral)
	}
	if u := c.unlearning; u != nil {
		fmt.Fprintf(table, "  for unlearning\toutputs → outputs\t%s\tas lateral\tat α/τ\t%s\n", phrase.Count(u.lateral.Len(), "synapse"), n.Lateral)
	}
	if !n.Scale.IsFixed() {
		fmt.Fprintf(table, "  scale\twithin an output\t%s\t%s\tat α/τ\t%s\n", phrase.Count(c.outputs.Len(), "variable"), g.ScaleRuleIn("outputs"), n.Scale.Name)
	}
	table.Flush()
	fmt.Fprintf(table, "  α\t%v\n", c.rate)
	if c.UsesTau() {
		fmt.Fprintf(table, "  τ\t%v\n", c.tau)
	}
	table.Flush()
	for _, p := range c.Projections() {
		if lesioned, frozen := held(p); lesioned+frozen > 0 {
			fmt.Fprintf(b, "  %s: %s lesioned, %d frozen\n", p.Name(), phrase.Count(lesioned, "synapse"), frozen)
		}
	}
}

// describeScale describes the scales of the outputs.
func (c *Circuit) describeScale() string {
	switch n := c.spec.Network; {
	case n.Scale.IsFixed():
		return fmt.Sprintf("; M_d = %v I", c.spec.InitialScale)
	case n.Scale.Metaplastic:
		return fmt.Sprintf("; cumulative activity Ŷ = %v at the start, which sets how fast synapses learn; M_d = I", c.spec.InitialScale)
	}
	return fmt.Sprintf("; scale m_ii = %v at the start", c.spec.InitialScale)
}

// describeGains prints the gains, if the network has any.
func (c *Circuit) describeGains() string {
	if c.spec.Network.Gains == NoGains {
		return ""
	}
	return "; gains λ = " + list(c.outputs.Gains())
}
