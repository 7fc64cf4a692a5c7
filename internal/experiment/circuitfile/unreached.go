package circuitfile

import (
	"fmt"
	"slices"

	"twophase/internal/text/document"
)

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
