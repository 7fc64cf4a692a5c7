package circuitfile

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"twophase/circuit"
	"twophase/internal/text/document"
	"twophase/internal/text/wording"
	"twophase/neuron"
	"twophase/synapse"
)

// Network returns the network that the circuit describes. Errors name the keys to blame, from
// the circuit on.
func (c *Circuit) Network() (circuit.Network, error) { return c.builder().network() }

// builder is a circuit whose network is built.
type builder struct {
	*Circuit
	further map[string][]neuron.Further // what the neurons of each population know, as far as expressions use it
}

func (c *Circuit) builder() *builder { return &builder{c, map[string][]neuron.Further{}} }

func (c *builder) network() (circuit.Network, error) {
	g, err := c.graph()
	if err != nil {
		return circuit.Network{}, err
	}
	n := circuit.Network{
		Name: c.Name, Summary: c.Summary, Reference: "described in a file",
		Whitens: c.Whitens, Spans: c.Spans, MostOutputs: c.MostOutputs,
		Tau: 1, InitialScale: 1,
		Finds: usuallyFinds(g),
		Gains: circuit.NoGains,
	}
	if n.Summary == "" {
		n.Summary = "a circuit of your own"
	}
	if i := slices.Index(findings, c.Finds); i >= 0 {
		n.Finds = circuit.Findings(i)
	}
	if i := slices.Index(gainUses, c.Gains); i >= 0 {
		n.Gains = circuit.GainUse(i)
	}
	if err := c.checkDale(); err != nil {
		return n, err
	}
	for i, p := range c.Schedule {
		phase, err := p.phase(g)
		if err != nil {
			return n, document.Blame(fmt.Errorf("phase %d: %w", i+1, err), fmt.Sprintf("schedule[%d]", i), "schedule")
		}
		n.Schedule = append(n.Schedule, phase)
	}
	if err := c.checkEnforced(); err != nil {
		return n, err
	}
	n.Schedule = c.enforced(n.Schedule)
	keepCurrents(g, n.Schedule)
	if err := n.Schedule.CheckIn(g); err != nil {
		var wrong *circuit.PhaseError
		if errors.As(err, &wrong) {
			return n, document.Blame(err, fmt.Sprintf("schedule[%d]", wrong.Phase), "schedule")
		}
		return n, document.Blame(err, "schedule")
	}
	if err := c.checkCurrents(g, n.Schedule); err != nil {
		return n, err
	}
	if err := c.checkUses(g, n.Schedule); err != nil {
		return n, err
	}
	n.Graph = g.AsPair() // of the names and the shape of the paper's: with its random numbers and its step in one piece
	return n, nil
}

// usuallyFinds returns what a circuit finds that does not say it: components, where all neurons are linear and no signal is late.
func usuallyFinds(g circuit.Graph) circuit.Findings {
	if slices.ContainsFunc(g.Populations, func(p circuit.PopulationSpec) bool { return !p.Activation.IsLinear() || p.Delays > 0 }) {
		return circuit.Nothing
	}
	return circuit.Components
}

// keepCurrents has the projections keep what the turns of a schedule use again.
func keepCurrents(g circuit.Graph, s circuit.Schedule) {
	for _, phase := range s {
		turn, ok := phase.(circuit.Turn)
		if !ok {
			continue
		}
		for _, r := range turn.Receives.List() {
			if i := slices.IndexFunc(g.Projections, func(p circuit.ProjectionSpec) bool { return p.Name == r.Through }); i >= 0 && r.Again {
				g.Projections[i].Current = true
			}
		}
	}
}

// graph returns the populations and projections of the circuit.
func (c *builder) graph() (g circuit.Graph, err error) {
	if err := c.beginFurther(); err != nil {
		return g, err
	}
	for i := range c.Populations {
		p := &c.Populations[i]
		spec, err := c.populationSpec(p)
		if err != nil {
			return g, document.Within(err, "populations."+p.Name)
		}
		g.Populations = append(g.Populations, spec)
	}
	if g.Output = c.Output; g.Output == "" {
		i := slices.IndexFunc(c.Populations, func(p Population) bool { return !p.Input })
		if i < 0 {
			return g, document.Blame(errors.New("all populations are inputs: add one that receives from them"), "populations")
		}
		g.Output = c.Populations[i].Name
	}
	for i := range c.Projections {
		p := &c.Projections[i]
		spec, err := c.projectionSpec(p)
		if err != nil {
			return g, document.Within(err, "projections."+p.Name)
		}
		g.Projections = append(g.Projections, spec)
	}
	if err := c.setFurther(&g); err != nil {
		return g, err
	}
	if err := g.Validate(); err != nil {
		return g, c.Locate(err)
	}
	return g, c.checkReached()
}

// Locate adds to an error of package circuit the keys of the part of the circuit that its text
// begins with.
func (c *Circuit) Locate(err error) error {
	if err == nil {
		return nil
	}
	for _, p := range c.Populations {
		if strings.HasPrefix(err.Error(), "population "+p.Name+":") || strings.HasPrefix(err.Error(), "population "+p.Name+" ") {
			return document.Blame(err, "populations."+p.Name)
		}
	}
	for _, p := range c.Projections {
		if strings.HasPrefix(err.Error(), "projection "+p.Name+":") || strings.HasPrefix(err.Error(), "projection "+p.Name+" ") {
			return document.Within(p.Wiring.locate(err), "projections."+p.Name)
		}
	}
	if strings.HasPrefix(err.Error(), "output") {
		return document.Blame(err, "output", "populations")
	}
	return document.Blame(err, "populations", "projections")
}

func (c *builder) populationSpec(p *Population) (s circuit.PopulationSpec, err error) {
	s = circuit.PopulationSpec{
		Name: p.Name, Input: p.Input, Size: p.Size, InitialScale: p.InitialScale,
		Paced: p.Paced, NormOf: p.NormOf, Distinct: p.Distinct, Previous: p.Previous, Mean: window(p.Mean), Delays: c.delays(p.Name),
	}
	if slices.Contains(quantityNames[:], p.Name) {
		return s, document.Blame(fmt.Errorf("expressions use the name %s for what a neuron knows: choose another", p.Name))
	}
	if s.Activation, err = c.activationOf(p); err != nil {
		return s, document.Blame(err, "activation")
	}
	s.Scale, err = c.scaleRule(p)
	return s, err
}

// window returns the memory of a running mean, nil for none.
func window(w *Window) *neuron.Window {
	if w == nil {
		return nil
	}
	return &neuron.Window{Steps: w.Steps, Grows: w.Grows}
}

func (c *builder) scaleRule(p *Population) (r neuron.ScaleRule, err error) {
	for _, k := range knownScales {
		if k.name == p.Scale.Named {
			return k.rule, nil
		}
	}
	own := p.Scale.Custom
	if own == nil {
		return r, nil
	}
	r = neuron.ScaleRule{Name: own.Title, Equation: own.Equation, Metaplastic: own.Metaplastic, Multiplies: own.Multiplies, UnitRate: own.UnitRate}
	v := c.view(p, nil)
	for _, f := range []struct {
		to        *neuron.Factor
		key, text string
	}{{&r.Drive, "drive", own.Drive}, {&r.Decay, "decay", own.Decay}, {&r.Drain, "drain", own.Drain}} {
		if *f.to, err = v.factor(f.text); err != nil {
			return r, document.Blame(err, "scale."+f.key, "scale")
		}
	}
	if r.Name == "" {
		r.Name = "own"
	}
	return r, nil
}

func (c *builder) projectionSpec(p *Projection) (s circuit.ProjectionSpec, err error) {
	s = circuit.ProjectionSpec{Name: p.Name, From: p.From, To: p.To, Tied: p.Tied, Start: circuit.Start(p.Start), MeanCurrent: window(p.CurrentMean)}
	s.Current = p.CurrentMean != nil
	for _, end := range []struct{ key, name string }{{"from", p.From}, {"to", p.To}} {
		if c.population(end.name) == nil {
			var names []string
			for _, p := range c.Populations {
				names = append(names, p.Name)
			}
			return s, document.Blame(wording.Unknown("population", end.name, names), end.key)
		}
	}
	if s.Sign, err = circuit.ParseSign(p.Sign); err != nil {
		return s, document.Blame(err, "sign")
	}
	if s.Pace, err = parsePace(p.Rate); err != nil {
		return s, document.Blame(err, "rate")
	}
	if err := setWiring(&s, p.Wiring); err != nil {
		return s, document.Blame(err, "wiring")
	}
	if p.Self {
		if w := p.Wiring; w.Named != "" && w.Named != allToAll || w.Random != 0 || w.Pairs != nil {
			return s, document.Blame(errors.New("self joins all neurons, each to itself too: leave wiring out"), "self", "wiring")
		}
		s.Wiring = synapse.WithSelf
	}
	if p.Carries != "" {
		if s.Carries, err = c.senderView(c.population(p.From)).factor(p.Carries); err != nil {
			return s, document.Blame(err, "carries")
		}
	}
	return s, c.setRule(&s, p)
}

// setWiring says which synapses a projection has.
func setWiring(s *circuit.ProjectionSpec, w Wiring) error {
	switch w.Named {
	case ordered:
		s.Wiring = synapse.Ordered
	case none:
		s.Wiring = synapse.Unconnected
	case oneToOne:
		s.OneToOne = true
	}
	s.Probability = w.Random
	for i, pair := range w.Pairs {
		listed := circuit.Pair{Post: pair.Post, Pre: pair.Pre}
		switch {
		case (pair.Weight != nil) != (w.Pairs[0].Weight != nil):
			return fmt.Errorf("pair %d and the first pair differ: give all of them a weight, or none", i+1)
		case pair.Weight != nil && s.Start != circuit.StartDefault:
			return fmt.Errorf("its synapses are listed with weights, at which they start, and its start is %s: leave start or the weights out", s.Start)
		case pair.Weight != nil:
			listed.Weight = *pair.Weight
		}
		s.Pairs = append(s.Pairs, listed)
	}
	if len(w.Pairs) > 0 && w.Pairs[0].Weight != nil {
		s.Start = circuit.StartListed
	}
	return nil
}

// setRule gives a projection its rule, and makes it keep the currents that the rule uses.
func (c *builder) setRule(s *circuit.ProjectionSpec, p *Projection) error {
	for _, k := range knownRules {
		if k.name == p.Rule.Named {
			s.Rule = k.rule
			return nil
		}
	}
	if p.Rule.Formula == "" && p.Rule.Custom == nil {
		return nil
	}
	if p.Rule.Custom != nil {
		return c.setFactored(s, p, p.Rule.Custom)
	}
	f, err := c.formula(p)
	if err != nil {
		return document.Blame(err, "rule")
	}
	if text, factors := f.rule(); factors && c.setFactored(s, p, &text) == nil { // its factors may be too long
		withoutVainDecay(s)
		return nil
	}
	s.Rule = f.pairwise(s)
	s.Current = s.Current || usesAny(f.end(ofPost), current, currentMean)
	return nil
}

// withoutVainDecay takes the decay from a rule if its product is 0, as where a constant of a formula is 0.
func withoutVainDecay(s *circuit.ProjectionSpec) {
	r := s.Rule.(synapse.Factored)
	if isZero(r.Post.Decay) || isZero(r.Pre.Decay) {
		r.Post.Decay, r.Pre.Decay = neuron.Constant(0), neuron.Constant(0)
		s.Rule = r
	}
}

// setFactored gives a projection a rule of what both neurons contribute.
func (c *builder) setFactored(s *circuit.ProjectionSpec, p *Projection, own *RuleText) error {
	r := synapse.Factored{Name: own.Title, Equation: own.Equation, UnitRate: own.UnitRate}
	terms := len(own.Post.Drive)
	if terms != len(own.Pre.Drive) {
		return document.Blame(fmt.Errorf("post has a drive for %s, and pre for %d: give both one for each term", wording.Count(terms, "term"), len(own.Pre.Drive)), "rule.pre.drive", "rule")
	}
	if most := 1 + len(r.Also); terms > most {
		return document.Blame(fmt.Errorf("a rule of %d terms: at most %d are possible", terms, most), "rule.post.drive", "rule")
	}
	for _, end := range []struct {
		key string
		of  *Endpoint
		to  *synapse.Endpoint
		see *view
	}{
		{"post", &own.Post, &r.Post, c.view(c.population(p.To), p)},
		{"pre", &own.Pre, &r.Pre, c.preView(p)},
	} {
		var err error
		if end.to.Decay, err = end.see.factor(end.of.Decay); err != nil {
			return document.Blame(err, "rule."+end.key+".decay", "rule")
		}
		for i, text := range end.of.Drive {
			f, err := end.see.factor(text)
			if err != nil {
				return document.Blame(err, fmt.Sprintf("rule.%s.drive[%d]", end.key, i), "rule."+end.key+".drive", "rule")
			}
			s.Current = s.Current || usesAny(f, current, currentMean)
			switch {
			case i == 0:
				end.to.Drive = f
			case end.key == "post":
				r.Also[i-1].Post = f
			default:
				r.Also[i-1].Pre = f
			}
		}
		s.Current = s.Current || usesAny(end.to.Decay, current, currentMean)
	}
	if r.Name == "" {
		r.Name = "own"
	}
	s.Rule = r
	return nil
}
