package circuit

import (
	"fmt"
	"slices"

	"twophase/synapse"
)

// RuleOf is a rule to which SetRule may change a projection.
type RuleOf struct {
	Projection string
	Rule       synapse.Rule
}

// RuleState names the rule of Spec.Rules to which SetRule has changed a projection.
type RuleState struct{ Projection, Rule, Equation string }

// is reports whether a state names the rule.
func (r RuleOf) is(s RuleState) bool { return r.state() == s }

func (r RuleOf) state() RuleState { return RuleState{r.Projection, r.Rule.String(), r.Rule.Formula()} }

// SetRule changes the rule of a projection to one of Spec.Rules, which is found by its name and
// equation. It returns an error if it is not among them.
func (c *Circuit) SetRule(projection string, r synapse.Rule) error {
	return c.setRule(RuleOf{projection, r}.state())
}

func (c *Circuit) setRule(s RuleState) error {
	i := slices.IndexFunc(c.spec.Rules, func(r RuleOf) bool { return r.is(s) })
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

// checkRules returns an error unless the projections can change to the rules.
func (s Spec) checkRules() error {
	for i, r := range s.Rules {
		if r.Rule == nil {
			return fmt.Errorf("rule %d of Spec.Rules is missing", i)
		}
		if err := s.Network.CheckRule(r.Projection, r.Rule); err != nil {
			return err
		}
		if slices.ContainsFunc(s.Rules[:i], func(o RuleOf) bool { return o.is(r.state()) }) {
			return fmt.Errorf("two rules of %s have the name %s and the equation %s: give one of them another name", r.Projection, r.Rule, r.Rule.Formula())
		}
	}
	return nil
}

// CheckRule returns an error unless a projection of the network can change to a rule.
func (n Network) CheckRule(projection string, r synapse.Rule) error {
	if err := n.CheckLearner(projection); err != nil {
		return err
	}
	if err := r.Validate(); err != nil {
		return err
	}
	if f, factored := r.(synapse.Factored); factored && f.UnitRate && !n.SetsOwnRate() {
		return fmt.Errorf("rule %v holds at learning rate 1 only: the neurons of %s do not set their rate by themselves", r, n.Name)
	}
	return synapse.CheckReplaces(n.Shape().projection(projection).Rule, r)
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
