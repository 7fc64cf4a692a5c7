package circuit

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"twophase/neuron"
	"twophase/synapse"
)

// Describe writes the circuit as a person reads it: its neurons, its
// projections with their rules in mathematics, and its phases in order with
// what each reads and writes. It shows what is now, after all interventions.
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

	fmt.Fprintf(&b, "\nNeurons\n")
	table := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintf(table, "  inputs\tN = %d\tactivity x\n", c.inputs.Len())
	fmt.Fprintf(table, "  outputs\tK = %d\tactivity ỹ, then y, on one axon%s%s\n", c.outputs.Len(), c.describeScale(), c.describeGains())
	table.Flush()
	c.describeHeldNeurons(&b)

	fmt.Fprintf(&b, "\nProjections and plasticity\n")
	fmt.Fprintf(table, "  feedforward\tinputs → outputs\t%d synapses\t%s\tat α\t%s\n", c.feedforward.Len(), n.Feedforward.Formula(), n.Feedforward)
	switch n.Wiring {
	case synapse.AllToAll:
		fmt.Fprintf(table, "  lateral\toutputs → outputs\t%d synapses\t%s\tat α/τ\t%s\n", c.lateral.Len(), n.Lateral.Formula(), n.Lateral)
	case synapse.Ordered:
		fmt.Fprintf(table, "  lateral\tearlier → later outputs\t%d synapses\t%s\tat α/τ\t%s\n", c.lateral.Len(), n.Lateral.Formula(), n.Lateral)
	}
	if u := c.unlearning; u != nil {
		fmt.Fprintf(table, "  for unlearning\toutputs → outputs\t%d synapses\tas lateral\tat α/τ\t%s\n", u.lateral.Len(), n.Lateral)
	}
	if !n.Scale.IsFixed() {
		fmt.Fprintf(table, "  scale\twithin an output\t%d variables\t%s\tat α/τ\t%s\n", c.outputs.Len(), n.Scale.Equation, n.Scale.Name)
	}
	table.Flush()
	fmt.Fprintf(table, "  α\t%v\n", c.rate)
	if n.Wiring != synapse.Unconnected || !n.Scale.IsFixed() {
		fmt.Fprintf(table, "  τ\t%v\n", c.tau)
	}
	table.Flush()
	for _, p := range c.Projections() {
		if lesioned, frozen := held(p); lesioned+frozen > 0 {
			fmt.Fprintf(&b, "  %s: %d synapses lesioned, %d frozen\n", p.Name(), lesioned, frozen)
		}
	}

	fmt.Fprintf(&b, "\nSchedule, for every stimulus x\n")
	for i, phase := range c.Schedule() {
		p := phase.Signature()
		mark := ""
		if p.NonLocal {
			mark = " (non-local)"
		}
		fmt.Fprintf(table, "  %d\t%s%s\t%s\treads %s\twrites %s\n", i+1, p.Name, mark, p.Equation, variables(p.Reads), variables(p.Writes))
	}
	table.Flush()
	_, err := io.WriteString(w, b.String())
	return err
}

// describeScale says what the scales of the outputs are and do.
func (c *Circuit) describeScale() string {
	switch n := c.spec.Network; {
	case n.Scale.IsFixed():
		return fmt.Sprintf("; M_d = %v I", c.spec.InitialScale)
	case n.Scale.Metaplastic:
		return fmt.Sprintf("; cumulative activity Ŷ = %v at the start, which sets how fast synapses learn; M_d = I", c.spec.InitialScale)
	}
	return fmt.Sprintf("; scale m_ii = %v at the start", c.spec.InitialScale)
}

// describeGains says what the gains are, if there are any.
func (c *Circuit) describeGains() string {
	if c.spec.Network.Gains == NoGains {
		return ""
	}
	return "; gains λ = " + list(c.outputs.Gains())
}

// describeHeldNeurons writes which neurons are clamped, and how many scales do not
// learn.
func (c *Circuit) describeHeldNeurons(b *strings.Builder) {
	for _, p := range []*neuron.Population{c.inputs, c.outputs} {
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

// held counts the synapses of a projection that do not learn.
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

// list prints numbers, the middle of a long list left out.
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

func variables(v []Variable) string {
	if len(v) == 0 {
		return "nothing"
	}
	names := make([]string, len(v))
	for i, e := range v {
		names[i] = string(e)
	}
	return strings.Join(names, ", ")
}
