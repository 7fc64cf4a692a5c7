package synapse

import (
	"fmt"

	"twophase/internal/text/wording"
	"twophase/neuron"
)

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

// SetRule changes the rule by which the synapses learn from now on. It returns an error if a part
// of the rule is missing, or if CheckReplaces does.
func (p *Projection) SetRule(r Rule) error {
	if err := r.Validate(); err != nil {
		return err
	}
	if err := CheckReplaces(p.rule, r); err != nil {
		return fmt.Errorf("projection %s: %w", p.name, err)
	}
	p.memory.Flush()
	p.rule = r
	return nil
}

// CheckReplaces returns an error if a rule cannot replace the present one in mid-run. Both must
// have the same number of products of drives, because recorded changes have a part for each.
func CheckReplaces(now, new Rule) error {
	if a, b := FurtherProducts(now), FurtherProducts(new); a != b {
		return fmt.Errorf("rule %v has %s, and rule %v, in whose place it would come, has %d: both must have the same number", new, wording.Count(1+b, "product"), now, 1+a)
	}
	return nil
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
