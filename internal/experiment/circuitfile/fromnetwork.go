package circuitfile

import (
	"fmt"
	"reflect"
	"slices"

	"twophase/circuit"
	"twophase/neuron"
	"twophase/synapse"
)

// Of returns a network as a circuit of a file, by the given name. The error says what cannot be
// written.
func Of(n circuit.Network, name string) (*Circuit, error) {
	g := n.Graph
	if what := beyondNetworks(g); what != "" {
		return nil, fmt.Errorf("%s of %s cannot be written from the network: the file that describes it has them", what, n.Name)
	}
	c := &Circuit{Name: name, Summary: n.Summary, Output: g.Output, Whitens: n.Whitens, Spans: n.Spans, MostOutputs: n.MostOutputs}
	if n.Finds != usuallyFinds(g) {
		c.Finds = n.Finds.String()
	}
	if n.Gains != circuit.NoGains {
		c.Gains = n.Gains.String()
	}
	for _, p := range g.Populations {
		own, err := populationOf(p)
		if err != nil {
			return nil, fmt.Errorf("population %s of %s: %w", p.Name, n.Name, err)
		}
		c.Populations = append(c.Populations, own)
	}
	if c.Output == "" {
		c.Output = "outputs"
	}
	if c.Output == c.withoutOutput() {
		c.Output = ""
	}
	for _, p := range g.Projections {
		if p.Wiring == synapse.Unconnected {
			continue
		}
		own, err := projectionOf(p)
		if err != nil {
			return nil, fmt.Errorf("projection %s of %s: %w", p.Name, n.Name, err)
		}
		c.Projections = append(c.Projections, own)
	}
	for _, phase := range n.Schedule {
		own, err := phaseOf(phase, g)
		if err != nil {
			return nil, err
		}
		c.Schedule = append(c.Schedule, own)
	}
	return c, nil
}

// beyondNetworks names what networks in Go do not have, and Of does not write; "" if there is nothing.
func beyondNetworks(g circuit.Graph) string {
	switch {
	case g.Signals != nil:
		return "the signals"
	case g.Broadcasts != nil:
		return "the broadcasts"
	case slices.ContainsFunc(g.Populations, func(p circuit.PopulationSpec) bool { return p.Further != nil }):
		return "what neurons know beyond their activity"
	case slices.ContainsFunc(g.Projections, func(p circuit.ProjectionSpec) bool { return p.Carries != nil }):
		return "what axons carry"
	case slices.ContainsFunc(g.Projections, func(p circuit.ProjectionSpec) bool { return p.Wiring == synapse.WithSelf }):
		return "synapses of neurons onto themselves"
	}
	return ""
}

// withoutOutput returns the output of the circuit if none is named.
func (c Circuit) withoutOutput() string {
	c.Output = ""
	return c.output()
}

func populationOf(p circuit.PopulationSpec) (own Population, err error) {
	own = Population{
		Name: p.Name, Input: p.Input, Size: p.Size, InitialScale: p.InitialScale, Paced: p.Paced, NormOf: p.NormOf, Distinct: p.Distinct,
		Previous: p.Previous, Mean: windowOf(p.Mean),
	}
	if !p.Activation.IsLinear() {
		own.Activation = p.Activation.String()
	}
	if reflect.DeepEqual(p.Scale, neuron.ScaleRule{}) || p.Input {
		return own, nil
	}
	for _, k := range knownScales {
		if reflect.DeepEqual(k.rule, p.Scale) {
			own.Scale.Named = k.name
			return own, nil
		}
	}
	r := p.Scale
	own.Scale.Custom = &ScaleRule{Title: r.Name, Equation: r.Equation, Metaplastic: r.Metaplastic, Multiplies: r.Multiplies, UnitRate: r.UnitRate}
	for _, f := range []struct {
		to *string
		of neuron.Factor
	}{{&own.Scale.Custom.Drive, r.Drive}, {&own.Scale.Custom.Decay, r.Decay}, {&own.Scale.Custom.Drain, r.Drain}} {
		if *f.to, err = textFor(f.of, p.Name); err != nil {
			return own, err
		}
	}
	return own, nil
}

// textFor returns a factor as an expression, "" for 0.
func textFor(f neuron.Factor, population string) (string, error) {
	if f == nil || isZero(f) {
		return "", nil
	}
	text, ok := textOf(f, population)
	if !ok {
		return "", fmt.Errorf("the factor %v is a function in Go without an expression: give neuron.Function one", f)
	}
	return text, nil
}

func isZero(f neuron.Factor) bool {
	constant, ok := f.(neuron.Constant)
	return ok && constant == 0
}

func windowOf(w *neuron.Window) *Window {
	if w == nil {
		return nil
	}
	return &Window{Steps: w.Steps, Grows: w.Grows}
}

func projectionOf(p circuit.ProjectionSpec) (own Projection, err error) {
	own = Projection{Name: p.Name, From: p.From, To: p.To, Tied: p.Tied, Start: string(p.Start), CurrentMean: windowOf(p.MeanCurrent)}
	if p.Sign != circuit.Adds {
		own.Sign = p.Sign.String()
	}
	switch {
	case p.OneToOne:
		own.Wiring.Named = oneToOne
	case p.Wiring == synapse.Ordered:
		own.Wiring.Named = ordered
	}
	own.Wiring.Random = p.Probability
	for _, pair := range p.Pairs {
		listed := Pair{Post: pair.Post, Pre: pair.Pre}
		if p.Start == circuit.StartListed {
			listed.Weight, own.Start = &pair.Weight, ""
		}
		own.Wiring.Pairs = append(own.Wiring.Pairs, listed)
	}
	if p.Tied != "" || p.Rule == nil {
		return own, nil
	}
	if own.Rate, err = paceText(p.Pace); err != nil {
		return own, err
	}
	if own.Rate == "alpha" {
		own.Rate = ""
	}
	for _, k := range knownRules {
		if reflect.DeepEqual(k.rule, p.Rule) {
			own.Rule.Named = k.name
			return own, nil
		}
	}
	if r, ok := p.Rule.(synapse.Pairwise); ok && r.Text != "" {
		own.Rule.Formula = r.Text
		return own, nil
	}
	r, ok := p.Rule.(synapse.Factored)
	if !ok {
		return own, fmt.Errorf("its rule %v is not a product of what both endpoints contribute", p.Rule)
	}
	own.Rule.Custom = &RuleText{Title: r.Name, Equation: r.Equation, UnitRate: r.UnitRate}
	for _, end := range []struct {
		to     *Endpoint
		drives []neuron.Factor
		decay  neuron.Factor
		of     string
	}{
		{&own.Rule.Custom.Post, []neuron.Factor{r.Post.Drive, r.Also[0].Post, r.Also[1].Post}, r.Post.Decay, p.To},
		{&own.Rule.Custom.Pre, []neuron.Factor{r.Pre.Drive, r.Also[0].Pre, r.Also[1].Pre}, r.Pre.Decay, p.From},
	} {
		for _, f := range end.drives {
			if f == nil {
				break
			}
			text, err := textFor(f, end.of)
			if err != nil {
				return own, err
			}
			end.to.Drive = append(end.to.Drive, orZero(text))
		}
		if end.to.Decay, err = textFor(end.decay, end.of); err != nil {
			return own, err
		}
	}
	return own, nil
}
