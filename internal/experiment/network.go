package experiment

import (
	"errors"
	"fmt"

	"twophase/circuit"
	"twophase/internal/experiment/circuitfile"
	"twophase/internal/measure/onlinepca"
	"twophase/internal/text/document"
	"twophase/synapse"
)

// NetworkName returns the name of the network, or of the circuit in its place.
func (e Experiment) NetworkName() string {
	if e.Circuit != nil {
		return e.Circuit.Name
	}
	return e.Network
}

// LookupNetwork returns the network of a name. The error lists those that exist, or says that the
// name is that of an algorithm without a circuit.
func LookupNetwork(name string) (circuit.Network, error) {
	if err := onlinepca.NotACircuit(name); err != nil {
		return circuit.Network{}, err
	}
	return circuit.LookupNetwork(name)
}

// LookupNetwork returns the network that the experiment names or describes, with its lateral decay.
func (e Experiment) LookupNetwork() (circuit.Network, error) {
	n, err := e.namedNetwork()
	if err == nil && e.LateralDecay != nil {
		n, err = n.WithLateralDecay(*e.LateralDecay)
		err = document.Blame(err, "lateral_decay", "network")
	}
	return n, err
}

// lateralDecay is the value of a key that has a lateral decay.
func lateralDecay(epsilon **float64) document.Value {
	return document.Given(epsilon, func(v *float64) document.Value { return document.Number(v, document.NotNegative) })
}

func (e Experiment) namedNetwork() (circuit.Network, error) {
	if e.OwnRules() {
		own, err := e.WithOwnRules()
		if err != nil {
			return circuit.Network{}, err
		}
		return own.Circuit.Network()
	}
	if e.Circuit == nil {
		n, err := LookupNetwork(e.Network)
		return n, document.Blame(err, "network")
	}
	n, err := e.Circuit.Network()
	return n, document.Within(err, "circuit")
}

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
	e.StartAs(n)
	if e.Rate.String() == "" {
		e.Rate = n.Rate
	}
	e.forgetNetwork()
	return e, nil
}

// forgetNetwork clears the network and the rules that it was given.
func (e *Experiment) forgetNetwork() {
	e.Network, e.Rule, e.LateralRule = "", circuitfile.Rule{}, circuitfile.Rule{}
}

// StartAs fills in where scales of a circuit in a file start that is a network's, unless they begin elsewhere. What a
// file has as a default is left out beside initial, which may have all scales.
func (e *Experiment) StartAs(n circuit.Network) {
	if e.From == "" && e.InitialMFile == "" && (e.Initial == nil || n.InitialScale != 1) {
		SetDefault(&e.InitialM, n.InitialScale)
	}
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

// Turned returns the network with the number of turns that the experiment asks for, if it
// does. Two turns are the network's own.
func (e Experiment) Turned(n circuit.Network) (circuit.Network, error) {
	if e.Turns == 0 {
		return n, nil
	}
	if e.Settle != nil {
		return n, document.Blame(errors.New("turns and settle exclude one another: both say how the outputs settle"), "turns", "settle")
	}
	if e.Turns > maxTurns {
		return n, document.Blame(fmt.Errorf("%d turns: give 2 to %d, or let the outputs settle", e.Turns, maxTurns), "turns")
	}
	turned, err := n.Turning(e.Turns)
	return turned, document.Blame(err, "turns", "network")
}

// SettledNetwork is LookupNetwork with the experiment's turns, settling and way of learning.
func (e Experiment) SettledNetwork() (circuit.Network, error) {
	n, err := e.LookupNetwork()
	if err == nil {
		n, err = e.Turned(n)
	}
	if err == nil && e.Settle != nil {
		var s Settle
		if s, err = e.Settle.WithDefaults(); err == nil {
			n, err = s.Apply(n)
		}
	}
	if err == nil && e.Offline {
		return n.Offline()
	}
	return n, err
}

// Schedule returns the phases that run for every stimulus, until an intervention
// changes them.
func (e Experiment) Schedule() (circuit.Schedule, error) {
	n, err := e.SettledNetwork()
	return n.Schedule, err
}

// Manner returns, for a title, how the outputs settle and learn, or "" if that is the network's
// own way.
func (e Experiment) Manner() string {
	manner := e.Settle.String()
	if e.Turns > DefaultTurns {
		manner = fmt.Sprintf(" (%d turns)", e.Turns)
	}
	if e.LateralDecay != nil {
		manner += fmt.Sprintf(" (lateral decay %v)", *e.LateralDecay)
	}
	if n, err := e.SettledNetwork(); err == nil && n.IsOffline() {
		manner += " offline"
	}
	return manner
}
