package circuit

import (
	"fmt"
	"slices"

	"twophase/neuron"
	"twophase/synapse"
)

// Trains reports whether a phase of a schedule has a projection learn, or the scales of a population,
// by NAME.scale, if these have a rule.
func (s Schedule) Trains(name string) bool {
	return slices.ContainsFunc(s, func(phase Phase) bool {
		l, some := phase.(Learn)
		return Learns(phase) || !isKnown(phase) || some && slices.Contains(l.Of.List(), name)
	})
}

// IsFixed reports whether no phase changes the weights of a projection, of a network without phases of a program's own.
func (n Network) IsFixed(projection string) bool {
	g := n.Graph
	return !g.signatures(n.Schedule).write(g.Weights(projection)) && !n.Schedule.hasUnknown()
}

// Computes reports whether a phase of a schedule writes a slot of a population of a graph.
func (s Schedule) Computes(g Graph, population string, slot neuron.Slot) bool {
	return g.signatures(s).write(g.Variable(population, slot)) || s.hasUnknown()
}

// Idle says in sentences which populations and projections of the network do nothing, or do not
// learn although they have a rule.
func (n Network) Idle() (all []string) {
	g, s := n.Graph, n.Schedule
	say := func(format string, names ...any) { all = append(all, fmt.Sprintf(format, names...)) }
	averages := slices.Contains(s, Phase(Average{})) || s.hasUnknown()
	for _, name := range g.Signals {
		if !g.knows(neuron.Signal, name) {
			say("no rule and no variable uses the signal %s: use it, or take it out", name)
		}
	}
	for _, b := range g.Broadcasts {
		if !g.knows(neuron.Broadcast, b.Name) {
			say("no rule and no variable uses the broadcast %s: use it, or take it out", b.Name)
		}
	}
	for _, p := range g.Populations {
		if p.Mean != nil && !averages {
			say("population %s keeps a mean, and no phase updates it: add the phase average to the schedule, or take mean out", p.Name)
		}
		if !p.Input && !s.Computes(g, p.Name, neuron.Final) {
			say("no phase computes population %s, so that its activity stays 0: add a turn of it to the schedule, or take it out", p.Name)
		}
		if p.Scale.Learns() && !s.Trains(p.Name+".scale") {
			say("the scales of %s have a rule, and no phase has them learn: add plasticity to the schedule", p.Name)
		}
	}
	for _, p := range g.Projections {
		if p.MeanCurrent != nil && !averages {
			say("projection %s keeps a mean of its current, and no phase updates it: add the phase average to the schedule, or take current_mean out", p.Name)
		}
		isOf := func(q ProjectionSpec) bool {
			return (q.Name == p.Name || q.Tied == p.Name) && s.Delivers(g, q.Name)
		}
		switch {
		case p.Tied == "" && p.Wiring == synapse.Unconnected:
			continue // as in networks whose outputs do not receive one another
		case p.Tied != "" && !s.Delivers(g, p.Name):
			say("no phase delivers signals through %s: add it to what a turn receives, or take it out", p.Name)
		case p.Tied == "" && !slices.ContainsFunc(g.Projections, isOf) && !g.seesCurrent(p.Name):
			say("no phase delivers signals through %s, so that its weights change no activity: add it to what a turn receives, or take it out", p.Name)
		}
		if f, factored := p.Rule.(synapse.Factored); factored && isZero(f.Post.Decay) != isZero(f.Pre.Decay) {
			say("the rule of %s has a decay at one endpoint, and its product with the other, 0, is 0: give the other decay: 1, or take it out", p.Name)
		}
		if p.Rule != nil && p.Tied == "" && !s.Trains(p.Name) {
			say("projection %s has a rule, and no phase has it learn: add plasticity to the schedule, or take the rule out", p.Name)
		}
	}
	return all
}

func isZero(f neuron.Factor) bool { return f == nil || f == neuron.Constant(0) }

// UsesRate reports whether some weights or scales learn at the circuit's rate α_t, and not all at rates of
// their own. Phases of a user's own may use it too.
func (c *Circuit) UsesRate() bool {
	return c.further.alpha != nil || c.learnsWhere(func(l *link) bool { return c.scheduleOf(l) == &c.rate })
}

// UsesTau reports whether some weights or scales learn at a rate over the circuit's τ.
func (c *Circuit) UsesTau() bool {
	return c.learnsWhere(func(l *link) bool { return l.spec.Pace.OverTau && l.tau == 0 })
}

// learnsWhere reports whether weights learn through a projection that is so, or scales at its pace, or at α/τ.
func (c *Circuit) learnsWhere(is func(*link) bool) bool {
	return c.schedule.hasUnknown() || slices.ContainsFunc(c.links, func(l *link) bool {
		return !l.back && l.spec.Rule != nil && l.spec.Wiring != synapse.Unconnected && is(l)
	}) || slices.ContainsFunc(c.nodes, func(n *node) bool {
		return !n.spec.Input && !n.ScaleRule().IsFixed() && (n.paced == nil || is(n.paced))
	})
}

// Unheard returns how many neurons of a population receive through no synapse, of those that
// receive through the projections of the schedule.
func (c *Circuit) Unheard(population *neuron.Population) (n int) {
	g := c.spec.Network.Graph
	received := slices.DeleteFunc(slices.Clone(c.links), func(l *link) bool {
		return l.to != population || !c.schedule.Delivers(g, l.name)
	})
	for i := range population.Len() {
		heard := slices.ContainsFunc(received, func(l *link) bool {
			for j := range l.pre.Len() {
				if !l.back && l.synapses.Has(i, j) || l.back && l.synapses.Has(j, i) {
					return true
				}
			}
			return false
		})
		if !heard {
			n++
		}
	}
	return n
}
