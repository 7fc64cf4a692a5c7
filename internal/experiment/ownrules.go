package experiment

import (
	"errors"

	"twophase/circuit"
	"twophase/internal/circuitfile"
	"twophase/internal/document"
	"twophase/synapse"
)

// OwnRules reports whether the experiment gives the synapses of a network rules of its own.
func (e Experiment) OwnRules() bool { return e.Rule.Given() || e.LateralRule.Given() }

// WithOwnRules returns the experiment with a circuit in the place of a network with rules of
// one's own. Its defaults are those of the network.
func (e Experiment) WithOwnRules() (Experiment, error) {
	if e.Circuit != nil {
		return e, document.Blame(errors.New("a rule is for a network, and a circuit has those of its projections: give it under projections"), "rule", "lateral_rule")
	}
	SetDefault(&e.Network, DefaultNetwork)
	n, err := circuit.LookupNetwork(e.Network)
	if err != nil {
		return e, document.Blame(err, "network")
	}
	if e.Circuit, err = circuitfile.WithRules(n, e.Rule, e.LateralRule); err != nil {
		return e, err
	}
	if !e.AutoTau {
		SetDefault(&e.Tau, n.Tau)
	}
	SetDefault(&e.InitialM, n.InitialScale)
	if e.Rate.String() == "" {
		e.Rate = n.Rate
	}
	e.Network, e.Rule, e.LateralRule = "", circuitfile.Rule{}, circuitfile.Rule{}
	return e, nil
}

// ruleOf returns a rule that a projection of the experiment's circuit may change to in mid-run.
// Errors name the keys of an intervention.
func (e Experiment) ruleOf(projection string, r circuitfile.Rule) (synapse.Rule, error) {
	own := e.Circuit
	if own == nil {
		n, err := e.LookupNetwork()
		if err != nil {
			return nil, err
		}
		if own, err = circuitfile.Of(n, n.Name); err != nil {
			return nil, document.Blame(err, "rule")
		}
	}
	return own.RuleOf(projection, r)
}
