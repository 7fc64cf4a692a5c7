package circuitfile

import (
	"fmt"
	"slices"

	"twophase/circuit"
	"twophase/internal/text/document"
	"twophase/neuron"
	"twophase/synapse"
)

// checkUses returns an error if a rule uses what no phase of the schedule computes, so that it would
// read 0 for ever.
func (c *builder) checkUses(g circuit.Graph, s circuit.Schedule) error {
	for i, p := range g.Projections {
		if err := c.checkUsesOf(&c.Projections[i], p, g, s, "projections."+p.Name+".rule"); err != nil {
			return err
		}
	}
	for _, p := range g.Projections {
		if why := missing(g, s, p.Carries, p.From, ""); why != "" {
			return document.Blame(fmt.Errorf("what %s carries uses %s", p.Name, why), "projections."+p.Name+".carries")
		}
	}
	for _, p := range g.Populations {
		for _, q := range p.Further {
			if why := missing(g, s, q.Change, p.Name, ""); why != "" {
				return document.Blame(fmt.Errorf("the change of %s.%s uses %s", p.Name, q.Name, why), "populations."+p.Name+".variables."+q.Name+".change")
			}
		}
		for _, f := range []neuron.Factor{p.Scale.Drive, p.Scale.Decay, p.Scale.Drain} {
			if why := missing(g, s, f, p.Name, ""); why != "" {
				return document.Blame(fmt.Errorf("the scale of %s uses %s", p.Name, why), "populations."+p.Name+".scale")
			}
		}
	}
	return nil
}

// checkUsesOf is checkUses for the rule of a projection, which has a key.
func (c *builder) checkUsesOf(own *Projection, p circuit.ProjectionSpec, g circuit.Graph, s circuit.Schedule, key string) error {
	r, factored := p.Rule.(synapse.Factored)
	if _, pairwise := p.Rule.(synapse.Pairwise); pairwise {
		f, err := c.formula(own)
		if err != nil {
			return document.Blame(err, key)
		}
		r.Post.Drive, r.Pre.Drive = f.end(ofPost), f.end(ofPre)
	} else if !factored {
		return nil
	}
	for _, end := range []struct {
		key, of string
		factors []neuron.Factor
	}{
		{".post", p.To, []neuron.Factor{r.Post.Drive, r.Also[0].Post, r.Also[1].Post, r.Post.Decay}},
		{".pre", p.From, []neuron.Factor{r.Pre.Drive, r.Also[0].Pre, r.Also[1].Pre, r.Pre.Decay}},
	} {
		for _, f := range end.factors {
			if why := missing(g, s, f, end.of, p.Name); why != "" {
				return document.Blame(fmt.Errorf("the rule of %s uses %s", p.Name, why), key+end.key, key)
			}
		}
	}
	return nil
}

// missing says which quantity of a factor no phase computes, and what to do; "" if there is none. The
// factor is that of a neuron of a population, which may be postsynaptic in a projection.
func missing(g circuit.Graph, s circuit.Schedule, f neuron.Factor, population, projection string) string {
	averages := func() bool {
		for _, phase := range s {
			if phase == circuit.Phase(circuit.Average{}) {
				return true
			}
		}
		return false
	}
	switch {
	case usesAny(f, current, currentMean) && !s.Delivers(g, projection):
		return fmt.Sprintf("the current that %s receives through %s, and no phase delivers signals through %s: it would be 0 for ever. Let a turn of %s receive from %s", population, projection, projection, population, projection)
	case usesAny(f, mean, currentMean) && !averages():
		return "a running mean, and no phase updates it: it would be 0 for ever. Add the phase average to the schedule, before plasticity"
	case usesAny(f, trace) && !s.Computes(g, population, neuron.Trace):
		return fmt.Sprintf("the trace of %s, and no phase updates it: it would be 0 for ever. Add the phase {trace: [%s]} to the schedule, before plasticity", population, population)
	case usesAny(f, provisional) && !s.Computes(g, population, neuron.Provisional):
		return fmt.Sprintf("the provisional activity of %s, and no phase computes it: it would be 0 for ever. Let a first turn of %s write it, with slot: provisional", population, population)
	}
	return ""
}

// checkReached returns an error if no projection begins or ends at a population.
func (c *Circuit) checkReached() error {
	for i := range c.Populations {
		p := &c.Populations[i]
		sends := slices.ContainsFunc(c.Projections, func(q Projection) bool { return q.From == p.Name })
		receives := slices.ContainsFunc(c.Projections, func(q Projection) bool { return q.To == p.Name })
		switch {
		case p.Input && !sends:
			return document.Blame(fmt.Errorf("no population receives from %s: add a projection from it, or take it out", p.Name), "populations."+p.Name)
		case !p.Input && !receives:
			return document.Blame(fmt.Errorf("population %s receives from none: add a projection to it", p.Name), "populations."+p.Name)
		case !sends && p.Name != c.output():
			return document.Blame(fmt.Errorf("no population receives from %s, and it is not the output: add a projection from it, name it as output, or take it out", p.Name), "populations."+p.Name)
		}
	}
	return nil
}

// output returns the name of the output population.
func (c *Circuit) output() string {
	if c.Output != "" {
		return c.Output
	}
	for _, p := range c.Populations {
		if !p.Input {
			return p.Name
		}
	}
	return ""
}
