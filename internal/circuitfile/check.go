package circuitfile

import (
	"fmt"
	"slices"

	"twophase/circuit"
)

// checkReached returns an error if no projection begins or ends at a population.
func (c *Circuit) checkReached() error {
	for i := range c.Populations {
		p := &c.Populations[i]
		sends := slices.ContainsFunc(c.Projections, func(q Projection) bool { return q.From == p.Name })
		receives := slices.ContainsFunc(c.Projections, func(q Projection) bool { return q.To == p.Name })
		switch {
		case p.Input && !sends:
			return blame(fmt.Errorf("no population receives from %s: add a projection from it, or take it out", p.Name), "populations."+p.Name)
		case !p.Input && !receives:
			return blame(fmt.Errorf("population %s receives from none: add a projection to it", p.Name), "populations."+p.Name)
		case !sends && p.Name != c.output():
			return blame(fmt.Errorf("no population receives from %s, and it is not the output: add a projection from it, name it as output, or take it out", p.Name), "populations."+p.Name)
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

// checkDale returns an error if a population has both excitatory and inhibitory synapses: by
// Dale's law, a neuron has one kind.
func (c *Circuit) checkDale() error {
	kinds := map[string]*Projection{}
	for i := range c.Projections {
		p := &c.Projections[i]
		if p.Sign != circuit.Excitatory.String() && p.Sign != circuit.Inhibitory.String() {
			continue
		}
		if before := kinds[p.From]; before != nil && before.Sign != p.Sign {
			return blame(fmt.Errorf("%s is %s and %s is %s, and both begin at %s: by Dale's law a neuron has one kind of synapses. Let an interneuron turn the sign, or let one of them add or subtract",
				p.Name, p.Sign, before.Name, before.Sign, p.From), "projections."+p.Name+".sign")
		}
		kinds[p.From] = p
	}
	return nil
}
