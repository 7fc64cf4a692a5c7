package circuitfile

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"twophase/circuit"
	"twophase/internal/text/document"
	"twophase/internal/text/wording"
	"twophase/synapse"
)

// Given reports whether there is a rule.
func (r Rule) Given() bool { return r.Named != "" || r.Formula != "" || r.Custom != nil }

// WithRules returns a network of inputs, outputs and two projections as a circuit with other
// rules for its synapses. A rule that is not given stays that of the network. Errors name the
// key rule or lateral_rule, or a key in it.
func WithRules(n circuit.Network, feedforward, lateral Rule) (*Circuit, error) {
	if !n.IsPair() {
		return nil, document.Blame(fmt.Errorf("%s has other projections than feedforward and lateral: twophase describe %s --as-file writes it as a circuit, in which each projection has its rule", n.Name, n.Name), "rule", "lateral_rule")
	}
	c, err := Of(n, n.Name+"-own-rule")
	if err != nil {
		return nil, document.Blame(err, "rule", "lateral_rule")
	}
	c.Summary = n.Name + " with another rule"
	for _, new := range []struct {
		key, name string
		rule      Rule
	}{{"rule", "feedforward", feedforward}, {"lateral_rule", "lateral", lateral}} {
		if !new.rule.Given() {
			continue
		}
		i := slices.IndexFunc(c.Projections, func(p Projection) bool { return p.Name == new.name })
		if i < 0 {
			return nil, document.Blame(fmt.Errorf("%s has no %s synapses", n.Name, new.name), new.key)
		}
		c.Projections[i].Rule = new.rule
		if _, err := c.Network(); err != nil {
			return nil, renamed(err, "projections."+new.name+".rule", new.key)
		}
	}
	return c, nil
}

// RuleOf returns a rule to which a projection of the circuit may change in mid-run. It may use only
// what the projection keeps from the start. Errors name keys from rule on.
func (c *Circuit) RuleOf(projection string, r Rule) (synapse.Rule, error) {
	i := slices.IndexFunc(c.Projections, func(p Projection) bool { return p.Name == projection })
	if i < 0 {
		var names []string
		for _, p := range c.Projections {
			names = append(names, p.Name)
		}
		return nil, document.Blame(wording.Unknown("projection", projection, names), "of")
	}
	other := c.Projections[i]
	other.Rule = r
	b := c.builder()
	n, err := b.network()
	if err != nil {
		return nil, err
	}
	before, known := n.Graph.Projections[i], b.knownQuantities()
	after, err := b.projectionSpec(&other)
	if err != nil {
		return nil, err
	}
	if b.knownQuantities() != known {
		return nil, document.Blame(errors.New("the rule uses what its neurons do not keep: let a rule of the start use it"), "rule")
	}
	if after.Current && !before.Current {
		return nil, document.Blame(fmt.Errorf("the rule uses the current that a neuron receives, which %s does not keep: a rule of the start that uses it has it kept", projection), "rule")
	}
	return after.Rule, b.checkUsesOf(&other, after, n.Graph, n.Schedule, "rule")
}

// renamed returns an error about keys that have other names in the document.
func renamed(err error, from, to string) error {
	var known *document.KeyError
	keys := []string{to}
	if errors.As(err, &known) {
		for _, key := range slices.Backward(known.Keys) {
			if rest, found := strings.CutPrefix(key, from); found {
				keys = slices.Insert(keys, 0, to+rest)
			}
		}
		err = known.Err
	}
	return document.Blame(err, keys...)
}
