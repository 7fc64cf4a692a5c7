package circuitfile

import (
	"errors"
	"fmt"
	"slices"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/internal/text/document"
)

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
			return document.Blame(fmt.Errorf("%s is %s and %s is %s, and both begin at %s: by Dale's law a neuron has one kind of synapses. Let an interneuron turn the sign, or let one of them add or subtract",
				p.Name, p.Sign, before.Name, before.Sign, p.From), "projections."+p.Name+".sign")
		}
		kinds[p.From] = p
	}
	return nil
}

// checkEnforced returns an error unless the signs of projections can be kept as they say.
func (c *Circuit) checkEnforced() error {
	for i := range c.Projections {
		p := &c.Projections[i]
		if p.Enforce == "" {
			continue
		}
		wrong, key := "", "enforce"
		switch {
		case p.Sign != circuit.Excitatory.String() && p.Sign != circuit.Inhibitory.String():
			wrong = fmt.Sprintf("%s has weights of either sign: enforce holds for sign: excitatory or inhibitory", p.Name)
		case p.Tied != "":
			wrong = fmt.Sprintf("the synapses of %s are those of %s: give enforce there", p.Name, p.Tied)
		case !p.Rule.Given():
			wrong = fmt.Sprintf("%s has no rule, so that its weights are fixed: leave enforce out", p.Name)
		case c.StartsNegative(p.Name):
			wrong, key = fmt.Sprintf("%s starts with random weights of both signs, and enforces one: give start: positive, or zero", p.Name), "start"
		}
		if wrong != "" {
			return document.Blame(errors.New(wrong), "projections."+p.Name+"."+key, "projections."+p.Name+".enforce")
		}
	}
	return nil
}

// StartsNegative reports whether some weights of a projection may be negative at the start.
func (c *Circuit) StartsNegative(projection string) bool {
	p := c.Projections[slices.IndexFunc(c.Projections, func(p Projection) bool { return p.Name == projection })]
	if slices.ContainsFunc(p.Wiring.Pairs, func(pair Pair) bool { return pair.Weight != nil }) {
		return false // a signed projection takes no negative weight from a list
	}
	start := circuit.Start(p.Start)
	for _, of := range c.Projections {
		if of.Name != p.Name && start == circuit.StartTransposeOf(of.Name) {
			return c.StartsNegative(of.Name)
		}
	}
	return start == circuit.StartRandom || start == circuit.StartFrame || start == circuit.StartDefault && p.From != p.To
}

// enforced returns the schedule with a sign constraint for each projection that keeps its sign. They
// stand after all that changes weights but Quantise, which keeps signs.
func (c *Circuit) enforced(s circuit.Schedule) circuit.Schedule {
	at := len(s)
	for ; at > 0; at-- {
		if _, keeps := s[at-1].(circuit.Quantise); !keeps {
			break
		}
	}
	for i := range c.Projections {
		if p := &c.Projections[i]; p.Enforce != "" {
			kept := circuit.SignConstraint{Where: selection.All(selection.Kind(p.Name)), Positive: true, Refuse: p.Enforce == refuse}
			s = slices.Insert(s, at, circuit.Phase(kept))
			at++
		}
	}
	return s
}
