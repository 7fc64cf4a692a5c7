package intervention

import (
	"fmt"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/internal/text/wording"
	"twophase/synapse"
)

// SetRule changes the rule by which the synapses of a projection learn, to one of Spec.Rules.
type SetRule struct {
	Projection string       `json:"projection"`
	To         synapse.Rule `json:"-"`
}

// String implements Edit.
func (e SetRule) String() string {
	return fmt.Sprintf("set rule of %s to %s", e.Projection, describeRule(e.To))
}

// Validate implements Edit.
func (e SetRule) Validate(z selection.Size) error {
	if e.To == nil {
		return fmt.Errorf("the new rule of %s is missing", e.Projection)
	}
	return checkProjection(e.Projection, z)
}

// Suits returns an error if the projection cannot have the rule in a network.
func (e SetRule) Suits(n circuit.Network) error { return n.CheckRule(e.Projection, e.To) }

// Apply implements Edit.
func (e SetRule) Apply(c *circuit.Circuit) ([]Change, error) {
	p := c.Projection(e.Projection)
	if p == nil {
		return nil, fmt.Errorf("the circuit has no projection %s", e.Projection)
	}
	before := describeRule(p.Rule())
	if err := c.SetRule(e.Projection, e.To); err != nil || before == describeRule(e.To) {
		return nil, err
	}
	return []Change{{RuleBy, e.Projection, -1, -1, Text(before), Text(describeRule(e.To))}}, nil
}

// SetLateralDecay changes how many times as fast as the scales the lateral synapses decay, by the rules of
// Network.LateralDecayRules, which Spec.Rules must have.
type SetLateralDecay struct {
	To float64 `json:"to"` // 0 or more
}

// String implements Edit.
func (e SetLateralDecay) String() string { return "set lateral decay to " + wording.Format(e.To) }

// Validate implements Edit.
func (e SetLateralDecay) Validate(selection.Size) error { return circuit.CheckLateralDecay(e.To) }

// Suits returns an error if the network has no lateral synapses that decay so.
func (e SetLateralDecay) Suits(n circuit.Network) error {
	_, err := n.LateralDecayRules(e.To)
	return err
}

// Apply implements Edit.
func (e SetLateralDecay) Apply(c *circuit.Circuit) (changes []Change, err error) {
	rules, err := c.Spec().Network.LateralDecayRules(e.To)
	for _, r := range rules {
		changed, err := SetRule{Projection: r.Projection, To: r.Rule}.Apply(c)
		if err != nil {
			return nil, err
		}
		changes = append(changes, changed...)
	}
	return changes, err
}

// describeRule returns the name of a rule and the change that it makes, with symbols that hold for any projection.
func describeRule(r synapse.Rule) string {
	formula := r.Formula()
	if f, ok := r.(synapse.Factored); ok {
		formula = f.In(synapse.Symbols{Weight: "w", Post: "post", Pre: "pre", Rate: "a"})
	}
	return fmt.Sprintf("%v: %s", r, formula)
}
