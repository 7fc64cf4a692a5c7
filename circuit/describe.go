package circuit

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"twophase/internal/text/wording"
	"twophase/neuron"
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

	c.describeNeurons(&b)
	c.describeProjections(&b)

	table := wording.Columns(&b)
	fmt.Fprintf(&b, "\nSchedule, for every stimulus x\n")
	for i, phase := range c.Schedule() {
		p := SignatureIn(phase, n.Graph)
		mark := map[Answer]string{No: " (non-local)", NotKnown: " (not known to be local)"}[p.Local]
		if far := n.Graph.Reach(p); far != "" {
			mark += " (" + far + ")"
		}
		fmt.Fprintf(table, "  %d\t%s%s\t%s\treads %s\twrites %s\n", i+1, p.Name, mark, p.Equation, variables(p.Reads), variables(p.Writes))
	}
	table.Flush()
	_, err := io.WriteString(w, b.String())
	return err
}

// describeNeurons prints the populations.
func (c *Circuit) describeNeurons(b *strings.Builder) {
	fmt.Fprintf(b, "\nNeurons\n")
	table := wording.Columns(b)
	for _, n := range c.nodes {
		fmt.Fprintf(table, "  %s\t%s\t%s\n", n.Name(), c.describeSize(n), strings.Join(c.describeNode(n), "; "))
	}
	table.Flush()
	c.describeHeldNeurons(b)
}

// describeProjections prints the projections and what learns in them and in the neurons.
func (c *Circuit) describeProjections(b *strings.Builder) {
	g := c.spec.Network.Graph
	signs := slices.ContainsFunc(c.links, func(l *link) bool { return l.spec.Sign != usualSign(l) })
	fmt.Fprintf(b, "\nProjections and plasticity\n")
	table := wording.Columns(b)
	row := func(name, where, number, sign string, learning ...string) {
		cells := []string{name, where, number}
		if signs {
			cells = append(cells, sign)
		}
		fmt.Fprintf(table, "  %s\n", strings.TrimRight(strings.Join(append(cells, learning...), "\t"), "\t"))
	}
	for _, l := range c.links {
		sign := l.spec.Sign.String()
		switch rule := l.spec.Rule; {
		case l.back:
			row(l.name, l.pre.Name()+" → "+l.to.Name(), "the synapses of "+l.synapses.Name()+", from their other end", sign)
		case l.synapses.Wiring() == synapse.Unconnected:
		case rule == nil:
			row(l.name, describeEnds(l), describeWiring(l), sign, "fixed")
		default:
			row(l.name, describeEnds(l), describeWiring(l), sign, g.formula(&l.spec, l.spec.Pace), c.describePace(l), ruleName(rule))
		}
		if u := c.unlearning; u != nil && l.synapses == c.among {
			row("for unlearning", describeEnds(l), wording.Count(u.among.Len(), "synapse"), sign, "as "+l.name, c.describePace(l), ruleName(l.spec.Rule))
		}
	}
	for _, n := range c.nodes {
		if rule := n.ScaleRule(); !n.spec.Input && !rule.IsFixed() {
			rate, pace := "at α/τ", Pace{OverTau: true}
			if n.paced != nil {
				rate, pace = c.describePace(n.paced), n.paced.spec.Pace
			}
			name, where := n.Name()+".scale", "within a neuron"
			if n.Name() == g.OutputName() {
				name, where = "scale", "within an output"
			}
			row(name, where, wording.Count(n.Len(), "variable"), "", g.scaleFormula(&n.spec, pace), rate, rule.Name)
		}
	}
	for _, n := range c.nodes {
		for _, q := range n.spec.Further {
			if q.From == neuron.OwnVariable {
				row(n.Name()+"."+q.Name, "within a neuron", wording.Count(n.Len(), "variable"), "", g.ChangeIn(n.Name(), q), "", "from "+startText(q.Start))
			}
		}
	}
	for _, b := range g.Broadcasts {
		row(b.Name, "from "+b.Of+" to all", "1 broadcast", "", b.Name+" = Σ_i "+neuron.In(b.Sum, string(g.Variable(b.Of, neuron.Final)), "i"))
	}
	for _, name := range g.Signals {
		row(name, "to all", "1 signal", "", "a column of the stimulus")
	}
	table.Flush()
	if c.UsesRate() {
		fmt.Fprintf(table, "  α\t%v\n", c.rate)
	}
	if c.UsesTau() {
		fmt.Fprintf(table, "  τ\t%v\n", c.tau)
	}
	table.Flush()
	for _, p := range c.Projections() {
		if lesioned, frozen := held(p); lesioned+frozen > 0 {
			fmt.Fprintf(b, "  %s: %s lesioned, %d frozen\n", p.Name(), wording.Count(lesioned, "synapse"), frozen)
		}
	}
}

// ChangeIn returns how a variable of a population changes, in mathematics and in the names of the graph.
func (g Graph) ChangeIn(population string, q neuron.Further) string {
	if q.Change == nil {
		return "constant"
	}
	return "Δ" + q.Name + "_i = " + neuron.In(q.Change, string(g.Variable(population, neuron.Final)), "i")
}

// startText returns where a variable starts.
func startText(start []float64) string {
	if len(start) == 0 {
		return "0"
	}
	return list(start)
}

// usualSign is the sign that needs no mention: a projection adds, but to its own population it subtracts.
func usualSign(l *link) Sign {
	if l.pre == l.to {
		return Subtracts
	}
	return Adds
}

// describeEnds names the populations that a projection connects.
func describeEnds(l *link) string {
	if l.pre == l.to && l.spec.Wiring == synapse.Ordered {
		return "earlier → later " + l.to.Name()
	}
	return l.pre.Name() + " → " + l.to.Name()
}

// describeSize says how many neurons a population has: N where it is all inputs, and K where it is the outputs.
func (c *Circuit) describeSize(n *node) string {
	switch {
	case n.spec.Input && n.Len() == c.spec.Inputs:
		return fmt.Sprintf("N = %d", n.Len())
	case n.Population == c.outputs:
		return fmt.Sprintf("K = %d", n.Len())
	}
	return wording.Count(n.Len(), "neuron")
}

// describeNode says what the neurons of a population carry, and what is special about them.
func (c *Circuit) describeNode(n *node) (says []string) {
	g := c.spec.Network.Graph
	first, last := g.Variable(n.Name(), neuron.Provisional), g.Variable(n.Name(), neuron.Final)
	switch {
	case n.spec.Input && string(last) == n.Name():
		says = append(says, "carry the stimulus")
	case c.signatures.write(first):
		says = append(says, fmt.Sprintf("activity %s, then %s, on one axon", first, last))
	case string(last) != n.Name():
		says = append(says, fmt.Sprintf("activity %s", last))
	}
	if n.Population == c.outputs && n.Name() != "outputs" {
		says = append(says, "the outputs")
	}
	if f := n.Activation(); !f.IsLinear() {
		text := f.String()
		if f.Local() != nil {
			text = strings.ReplaceAll(neuron.In(f.Local(), "v", "i"), "v_i", "v")
		}
		says = append(says, text)
	}
	if !n.spec.Input {
		says = append(says, c.describeScales(n)...)
	}
	if gains := n.Gains(); gains != nil && (slices.ContainsFunc(gains, func(v float64) bool { return v != 1 }) || n.Population == c.outputs && c.spec.Network.Gains != NoGains) {
		says = append(says, "gains λ = "+list(gains))
	}
	if n.spec.Previous {
		says = append(says, "keep their previous activity")
	}
	if n.spec.Mean != nil {
		says = append(says, "keep a mean of "+n.spec.Mean.String())
	}
	if says == nil {
		says = append(says, n.Activation().String())
	}
	return says
}

// describeScales says what the neurons divide by, and what else their scales do.
func (c *Circuit) describeScales(n *node) []string {
	start := fmt.Sprintf("= %v at the start", c.initialScale(n.spec))
	if c.spec.Initial[n.Name()+".scale"] != nil {
		start = "as given at the start"
	}
	switch rule, fixed := n.ScaleRule(), n.Scales()[0]; {
	case rule.NoLeak:
		return []string{"no leak"}
	case rule.IsFixed() && n.Name() == "outputs": // whose divisors equations call M_d
		return []string{fmt.Sprintf("M_d = %v I", fixed)}
	case rule.IsFixed() && fixed != 1:
		return []string{fmt.Sprintf("divide by %v", fixed)}
	case rule.IsFixed():
		return nil
	case rule.Multiplies:
		return []string{"multiply what they send by their scale"}
	case rule.Metaplastic:
		return []string{"cumulative activity Ŷ " + start + ", which sets how fast synapses learn", "M_d = I"}
	}
	return []string{"scale m_ii " + start}
}

// ruleName returns the name of a rule, or "" where that is its formula.
func ruleName(r synapse.Rule) string {
	if name := fmt.Sprint(r); name != r.Formula() {
		return name
	}
	return ""
}

// describeWiring says how many synapses a projection has, and which.
func describeWiring(l *link) string {
	text := wording.Count(l.synapses.Len(), "synapse")
	if l.rewiring != nil {
		text = fmt.Sprintf("%s at %s", wording.Count(l.synapses.Len()-l.synapses.Gone(), "synapse"), wording.Count(l.synapses.Len(), "place"))
	}
	switch p := l.spec; {
	case p.OneToOne:
		text += ", one to one"
	case p.Probability != 0:
		text += fmt.Sprintf(", each with probability %v", p.Probability)
	case p.Start == StartListed:
		text += ", as listed with their weights"
	case p.Pairs != nil:
		text += ", as listed"
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

// describeHeldNeurons prints the clamped neurons and the numbers of frozen scales and variables.
func (c *Circuit) describeHeldNeurons(b *strings.Builder) {
	for _, p := range c.Populations() {
		for i := range p.Len() {
			if v, clamped := p.Clamped(i); clamped {
				fmt.Fprintf(b, "  %v is clamped to %v\n", p.Neuron(i), v)
			}
		}
	}
	for _, p := range c.Populations() {
		frozen := func(name string, of func(i int) neuron.Variable) {
			n := 0
			for i := range p.Len() {
				if of(i).Frozen() {
					n++
				}
			}
			if n > 0 {
				fmt.Fprintf(b, "  %s: %d frozen\n", name, n)
			}
		}
		if p.Scales() != nil {
			name := p.Name() + ".scale"
			if name == "outputs.scale" {
				name = "scale"
			}
			frozen(name, func(i int) neuron.Variable { return p.Output(i).OwnScale() })
		}
		for _, name := range p.Variables() {
			frozen(p.Name()+"."+name, func(i int) neuron.Variable { return p.Neuron(i).Own(name) })
		}
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
	post, pre := g.Variable(p.To, neuron.Final), g.Variable(p.From, neuron.Final)
	return r.In(synapse.Symbols{Weight: strings.TrimSuffix(string(g.Weights(p.Name)), "_o"), Post: string(post), Pre: string(pre), Rate: pace.symbol()})
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
	return p.Scale.Formula(string(g.Variable(p.Name, neuron.Final)), pace.symbol())
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

// Reach names the third factors and broadcasts that a phase reads, "" if there are none: they reach all neurons, and no single one
// knows them by itself.
func (g Graph) Reach(s Signature) string {
	var far []string
	if g.readsBroadcast(s) {
		for _, b := range g.Broadcasts {
			far = append(far, "broadcast "+b.Name)
		}
	}
	for _, name := range g.Signals {
		if slices.Contains(s.Reads, Variable(name)) {
			far = append(far, "third factor "+name)
		}
	}
	return strings.Join(far, ", ")
}
