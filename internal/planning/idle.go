package planning

import (
	"fmt"
	"slices"

	"twophase/circuit"
	"twophase/internal/experiment"
	"twophase/internal/phrase"
	"twophase/synapse"
)

// Oddities says in sentences what is suspicious about a plan whose stimuli are surveyed: about the
// stimuli, and what was given and does nothing.
func (p *Plan) Oddities() []string { return slices.Concat(p.Stimuli.Oddities(), p.idle) }

// findIdle finds what a circuit of a file has and does not use.
func (p *Plan) findIdle() error {
	if p.Experiment.Circuit == nil {
		return nil
	}
	unused, err := p.idleKeys()
	if err != nil {
		return err
	}
	p.idle = slices.Concat(p.Spec.Network.Idle(), unused)
	c, err := circuit.New(p.Spec)
	if err != nil {
		return err
	}
	for _, of := range c.Populations() {
		if n := c.Unheard(of); n > 0 && of != c.Inputs() && of.Scales() != nil {
			drawn := ""
			if p.Spec.Network.DrawsWiring() {
				drawn = ", in trial 0"
			}
			p.idle = append(p.idle, fmt.Sprintf("%d of %s of %s %s no synapse to receive through, so that their activity stays as it is without input%s", n, phrase.Count(of.Len(), "neuron"), of.Name(), has(n), drawn))
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
func (p *Plan) idleKeys() (all []string, err error) {
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
	g := s.Network.Shape()
	own := func(p circuit.ProjectionSpec) bool {
		_, has := s.Rates[p.Name]
		return has || p.Pace.Rate.String() != ""
	}
	rate, tau, scale, random := false, false, false, false // what the circuit uses
	for _, p := range g.Populations {
		learns := p.Scale.Drive != nil && !p.Scale.IsFixed()
		if of := projection(g, p.Paced); learns {
			rate, tau = rate || of == nil || !own(*of), tau || of == nil || of.Pace.OverTau
		}
		scale = scale || !p.Input && p.InitialScale == 0 && (learns || s.Network.Graph == nil)
	}
	for _, p := range g.Projections {
		if p.Tied != "" || p.Wiring == synapse.Unconnected {
			continue
		}
		if p.Rule != nil {
			rate, tau = rate || !own(p) || p.Pace.Rate.String() == e.Rate.String(), tau || p.Pace.OverTau
		}
		start := p.Start
		random = random || start == circuit.StartRandom || start == circuit.StartPositive || start == circuit.StartDefault && p.From != p.To
	}
	say(!rate && e.Rate.String() != usual.String(), "rate is %v, and nothing learns at the rate alpha: leave it out", e.Rate)
	say(!tau && e.Tau != s.Network.Tau, "tau is %v, and nothing learns at alpha/tau: leave it out, or give a projection rate: alpha/tau", e.Tau)
	say(!scale && e.InitialM != 0 && e.InitialM != s.Network.InitialScale, "initial_m is %v, and no scale starts there: leave it out, or give a population a scale that learns", e.InitialM)
	say(!random && e.InitialW != 0 && e.InitialW != experiment.DefaultInitialW, "initial_w is %v, and no weights start at random numbers: leave it out", e.InitialW)
	for _, one := range e.Rates {
		say(hasNoRule(g, one.Name), "rates has %[1]s, and projection %[1]s has no rule: its weights are fixed", one.Name)
	}
	for _, one := range e.Taus {
		of := projection(g, one.Name)
		say(of != nil && (of.Rule == nil || !of.Pace.OverTau), "taus has %[1]s, and projection %[1]s does not learn at alpha/tau: give it rate: alpha/tau", one.Name)
	}
	for _, of := range e.Circuit.Projections {
		say(of.Rate != "" && hasNoRule(g, of.Name), "projection %s has a rate and no rule: its weights are fixed", of.Name)
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
