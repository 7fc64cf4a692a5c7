package synapse

import "twophase/neuron"

// Rule is a local plasticity rule, Factored or Pairwise. There is no other kind: both see
// only a synapse and its two endpoints.
type Rule interface {
	// String returns the rule's name.
	String() string
	// Formula returns the change of a weight in mathematics.
	Formula() string

	// Validate returns an error if a part of the rule is missing.
	Validate() error

	// next returns the weight after w at learning rate a.
	next(w, a float64, post, pre neuron.Local) float64
	// parts returns the parts of that change.
	parts(w, a float64, post, pre neuron.Local) neuron.Change
	// learn applies next to all weights of a projection without a pending change, except
	// held ones. It may leave the change pending. The projection keeps the parts.
	learn(p *Projection, a float64)
}

// Endpoint is what one endpoint of a synapse contributes to a factored rule.
type Endpoint struct {
	Drive neuron.Factor // d
	Decay neuron.Factor // p
}

// Learn applies the projection's rule to every synapse that is neither frozen
// nor lesioned, at learning rate a ≥ 0.
func (p *Projection) Learn(a float64) {
	if p.memory.Frozen {
		p.noteFrozen()
		return
	}
	p.memory.Flush()
	p.rule.learn(p, a)
}
