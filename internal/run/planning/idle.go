package planning

import (
	"fmt"
	"slices"

	"twophase/circuit"
	"twophase/internal/experiment"
	"twophase/internal/text/wording"
	"twophase/synapse"
)

// Oddities says in sentences what is suspicious about a plan whose stimuli are surveyed: about the
// stimuli, and what was given and does nothing.
func (p *Plan) Oddities() []string { return slices.Concat(p.Stimuli.Oddities(), p.idle) }

// findIdle finds what was given and does nothing, and what a circuit of a file has and does not use.
func (p *Plan) findIdle(c *circuit.Circuit) (err error) {
	if p.idle, err = p.idleKeys(c); err != nil || p.Experiment.Circuit == nil {
		return err
	}
	p.idle = slices.Concat(p.Spec.Network.Idle(), p.idle)
	for _, of := range c.Populations() {
		if n := c.Unheard(of); n > 0 && of != c.Inputs() && of.Scales() != nil {
			drawn := ""
			if p.Spec.Network.DrawsWiring() {
				drawn = ", in trial 0"
			}
			p.idle = append(p.idle, fmt.Sprintf("%d of %s of %s %s no synapse to receive through, so that their activity stays as it is without input%s", n, wording.Count(of.Len(), "neuron"), of.Name(), has(n), drawn))
		}
	}
	return nil
}

func has(n int) string {
	if n == 1 {
		return "has"
	}
	return "have"
}

// idleKeys names the keys of the experiment that its circuit does not use, and that differ from their
// defaults: a manifest has all defaults.
func (p *Plan) idleKeys(c *circuit.Circuit) (all []string, err error) {
	e, s := p.Experiment, p.Spec
	usual, err := circuit.ParseRate(p.Stimuli.Rate(s.Network))
	if err != nil {
		return nil, err
	}
	say := func(is bool, format string, values ...any) {
		if is {
			all = append(all, fmt.Sprintf(format, values...))
		}
	}
	g := s.Network.Graph
	rate := c.UsesRate()
	scale, random := p.startsByKeys()
	for _, p := range g.Projections {
		learns := p.Tied == "" && p.Wiring != synapse.Unconnected && p.Rule != nil
		rate = rate || learns && p.Pace.Rate.String() == e.Rate.String()
	}
	or := func(advice string) string { // for a circuit that can be written otherwise
		if e.Circuit == nil {
			return ""
		}
		return ", or " + advice
	}
	say(!rate && e.Rate.String() != usual.String(), "rate is %v, and nothing learns at the rate alpha: leave it out", e.Rate)
	say(!c.UsesTau() && e.Tau != s.Network.Tau, "tau is %v, and nothing learns at alpha/tau: leave it out%s", e.Tau, or("give a projection rate: alpha/tau"))
	say(!scale && e.InitialM != 0 && e.InitialM != s.Network.InitialScale, "initial_m is %v, and no scale starts there: leave it out%s", e.InitialM, or("give a population a scale that learns"))
	say(!random && e.InitialW != 0 && e.InitialW != experiment.DefaultInitialW, "initial_w is %v, and no weights start at random numbers of a size: leave it out", e.InitialW)
	for _, one := range e.Rates {
		say(hasNoRule(g, one.Name), "rates has %[1]s, and projection %[1]s has no rule: its weights are fixed", one.Name)
	}
	for _, one := range e.Taus {
		of := projection(g, one.Name)
		say(of != nil && (of.Rule == nil || !of.Pace.OverTau), "taus has %[1]s, and projection %[1]s does not learn at alpha/tau: leave it out%[2]s", one.Name, or("give it rate: alpha/tau"))
	}
	if e.Circuit != nil {
		for _, of := range e.Circuit.Projections {
			say(of.Rate != "" && hasNoRule(g, of.Name), "projection %s has a rate and no rule: its weights are fixed", of.Name)
		}
	}
	return all, nil
}

func projection(g circuit.Graph, name string) *circuit.ProjectionSpec {
	i := slices.IndexFunc(g.Projections, func(p circuit.ProjectionSpec) bool { return p.Name == name })
	if i < 0 {
		return nil
	}
	return &g.Projections[i]
}

func hasNoRule(g circuit.Graph, name string) bool {
	p := projection(g, name)
	return p != nil && p.Rule == nil
}
