package circuit

import (
	"fmt"
	"slices"

	"twophase/internal/numerics/dense"
	"twophase/internal/text/wording"
	"twophase/neuron"
	"twophase/synapse"
)

// The setters change the rates, gains and phases of a circuit between two steps. Each one
// checks as New does, and changes nothing if it returns an error.

// SetRate sets the learning-rate schedule. Its t is the number of the circuit's step, from
// 1. It returns an error if the network cannot have that rate.
func (c *Circuit) SetRate(r Rate) error {
	if err := c.spec.Network.CheckRate(r); err != nil {
		return err
	}
	c.rate = r
	return nil
}

// SetTau sets τ > 0. It returns an error if the network cannot have that τ.
func (c *Circuit) SetTau(tau float64) error {
	if err := c.spec.Network.CheckTau(tau); err != nil {
		return err
	}
	c.tau = tau
	return nil
}

// SetGains sets Λ, one gain for each output. It returns an error if the network cannot have
// these gains.
func (c *Circuit) SetGains(gains []float64) error {
	if err := c.spec.Network.Gains.Check(gains, c.outputs.Len()); err != nil {
		return err
	}
	copy(c.outputs.Gains(), gains)        // the fused step reads this memory
	c.segments = c.segmentsOf(c.schedule) // with the factors that follow from the gains
	if c.unlearning != nil {
		copy(c.unlearning.outputs.Gains(), gains)
	}
	return nil
}

// SetSchedule sets the phases that run for every stimulus from now on.
func (c *Circuit) SetSchedule(s Schedule) error {
	if err := s.CheckIn(c.spec.Network.Graph); err != nil {
		return err
	}
	if err := s.checkSize(c.size); err != nil {
		return err
	}
	if c.paced {
		if err := s.checkPaced(); err != nil {
			return err
		}
	}
	c.setSchedule(slices.Clone(s))
	return nil
}

// setSchedule sets the schedule and what depends on it. It keeps the report of the last
// settling if the circuit settles in the same way.
func (c *Circuit) setSchedule(s Schedule) {
	if !slices.Equal(c.schedule.settlings(), s.settlings()) {
		c.settling = Settling{}
	}
	g := c.spec.Network.Graph
	c.schedule, c.signatures, c.late = s, g.signatures(s), nil
	c.written = c.writtenBy(c.signatures)
	for _, n := range c.nodes {
		if !n.spec.Input && c.signatures.read(g.Variable(n.spec.Name, neuron.Late)) {
			c.late = append(c.late, n)
		}
		if c.signatures.write(g.Variable(n.spec.Name, neuron.Trace)) {
			n.KeepTrace()
		}
	}
	c.afterward = nil
	for _, l := range c.links {
		l.parts = [neuron.PartCount]bool{}
		for _, p := range c.signatures {
			for _, part := range p.Parts {
				l.parts[part] = l.parts[part] || slices.Contains(p.Writes, g.Weights(l.name))
			}
		}
	}
	c.setRewiring(s)
	c.runs = c.runsOf(s)
	c.segments = c.segmentsOf(s)
	c.further.unsent = nil
	for _, name := range g.unsent(s) {
		c.further.unsent = append(c.further.unsent, c.link(name))
	}
	switch needed := slices.ContainsFunc(s, unlearns); {
	case !needed:
		c.unlearning = nil
	case c.unlearning == nil:
		c.unlearning = newUnlearning(c)
	}
	if c.unlearning != nil {
		c.unlearning.bind(c)
	}
}

// SetRule changes the rule of a projection to one of Spec.Rules, which is found by its name and
// equation. It returns an error if it is not among them.
func (c *Circuit) SetRule(projection string, r synapse.Rule) error {
	return c.setRule(RuleOf{projection, r}.state())
}

func (c *Circuit) setRule(s RuleState) error {
	i := slices.IndexFunc(c.spec.Rules, func(r RuleOf) bool { return r.state() == s })
	if i < 0 {
		return fmt.Errorf("projection %s has no rule %s: %s to change to: list it in Spec.Rules", s.Projection, s.Rule, s.Equation)
	}
	l := c.link(s.Projection)
	if err := l.synapses.SetRule(c.spec.Rules[i].Rule); err != nil {
		return err
	}
	l.rule, c.ruled = i+1, true
	c.setSchedule(c.schedule) // which routines can run it
	return nil
}

// rules returns the rules of projections that were set in mid-run.
func (c *Circuit) rules() (all []RuleState) {
	for _, l := range c.links {
		if l.rule > 0 {
			all = append(all, c.spec.Rules[l.rule-1].state())
		}
	}
	return all
}

func (c *Circuit) restoreRules(all []RuleState) error {
	for _, s := range all {
		if err := c.setRule(s); err != nil {
			return fmt.Errorf("restore: %w", err)
		}
	}
	return nil
}

// bind makes the twin of a circuit: the same, with M' and its outputs in the place of M and the outputs.
func (u *unlearning) bind(c *Circuit) {
	twin := *c
	u.twin = &twin
	twin.nodes, twin.links, twin.outputs, twin.among = slices.Clone(c.nodes), slices.Clone(c.links), u.outputs, u.among
	for i, n := range twin.nodes {
		if n.Population == c.outputs {
			other := *n
			other.Population = u.outputs
			twin.nodes[i] = &other
		}
	}
	for i, l := range twin.links {
		other := *l
		if other.to = u.outputs; l == c.pair.among {
			other.synapses, other.memory, other.pre = u.among, dense.OfProjection(u.among), u.outputs
		}
		twin.links[i] = &other
	}
	twin.written, u.runs = nil, nil
	for i, run := range twin.runsOf(c.schedule) {
		if !addsNoise(c.schedule[i]) && slices.ContainsFunc(c.written[i], func(w written) bool { return w.population == c.outputs }) {
			u.runs = append(u.runs, run)
		}
	}
}

// A projection may learn at a rate of its own from some step on. The scales of its neurons keep
// theirs: the rate of a projection is not that of the scales.

// RateOf returns the present learning-rate schedule of a projection, without the division by τ.
// It returns an error as SetRateOf does.
func (c *Circuit) RateOf(projection string) (Rate, error) {
	l, err := c.learner(projection)
	if err != nil {
		return Rate{}, err
	}
	factor := 1.0
	if l.spec.Pace.Times != 0 {
		factor = l.spec.Pace.Times
	}
	if l.paced() {
		factor *= l.times
	}
	return c.scheduleOf(l).Times(factor), nil
}

// SetRateOf gives one projection its own α_t from now on, in the place of what SetRateOf or
// MultiplyRate have set before. It is divided by τ if the network's α_t is for this
// projection. SetRateOf returns an error if the circuit has no such projection, if the
// projection has no rule, or if the network cannot have the rate.
func (c *Circuit) SetRateOf(projection string, r Rate) error {
	l, err := c.learner(projection)
	if err != nil {
		return err
	}
	if err := c.spec.Network.CheckRate(r); err != nil {
		return err
	}
	l.ownRate, l.times, c.paced = r, 1, true
	return nil
}

// MultiplyRate sets a factor of the learning rate of one projection, by > 0, from now on. It
// multiplies the rate that Spec or SetRateOf has set, and replaces an earlier factor. The errors
// are those of SetRateOf.
func (c *Circuit) MultiplyRate(projection string, by float64) error {
	l, err := c.learner(projection)
	if err != nil {
		return err
	}
	if err := CheckRateFactor(by); err != nil {
		return err
	}
	if err := c.spec.Network.CheckRate(ConstantRate(1).Times(by)); c.spec.Network.SetsOwnRate() && err != nil {
		return err
	}
	l.times, c.paced = by, true
	return nil
}

// CheckRateFactor returns an error unless v is valid for MultiplyRate, a positive number.
func CheckRateFactor(v float64) error {
	if !positive(v) {
		return fmt.Errorf("a learning rate times %s: give a positive number, or freeze the projection", wording.Format(v))
	}
	return nil
}

// learner returns a projection that can have a rate of its own.
func (c *Circuit) learner(projection string) (*link, error) {
	if err := c.spec.Network.CheckLearner(projection); err != nil {
		return nil, err
	}
	return c.link(projection), c.schedule.checkPaced()
}

// paces returns the rates of projections that were set in mid-run.
func (c *Circuit) paces() (all []PaceState) {
	for _, l := range c.links {
		if l.paced() {
			all = append(all, PaceState{l.name, l.ownRate, l.times})
		}
	}
	return all
}

func (c *Circuit) restorePaces(all []PaceState) error {
	for i, p := range all {
		if slices.ContainsFunc(all[:i], func(q PaceState) bool { return q.Projection == p.Projection }) {
			return fmt.Errorf("restore: the rate of projection %s is given twice", p.Projection)
		}
		if len(p.Rate.segments) > 0 {
			if err := c.SetRateOf(p.Projection, p.Rate); err != nil {
				return fmt.Errorf("restore: %w", err)
			}
		}
		if err := c.MultiplyRate(p.Projection, p.Times); err != nil {
			return fmt.Errorf("restore: %w", err)
		}
	}
	return nil
}
