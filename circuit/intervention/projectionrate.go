package intervention

import (
	"fmt"
	"strings"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/internal/text/wording"
)

// SetRateOf gives one projection its own learning-rate schedule α_t. It is divided by τ where the
// network's is, as for the synapses among the outputs in the circuits of the paper.
type SetRateOf struct {
	Projection string       `json:"projection"`
	To         circuit.Rate `json:"to"`
}

// MultiplyRate multiplies the learning rate of one projection. It replaces an earlier factor.
type MultiplyRate struct {
	Projection string  `json:"projection"`
	By         float64 `json:"by"` // positive
}

// String implements Edit.
func (e SetRateOf) String() string { return fmt.Sprintf("set rate of %s to %v", e.Projection, e.To) }

// String implements Edit.
func (e MultiplyRate) String() string {
	return fmt.Sprintf("multiply rate of %s by %s", e.Projection, wording.Format(e.By))
}

// Validate implements Edit.
func (e SetRateOf) Validate(z selection.Size) error {
	if err := checkProjection(e.Projection, z); err != nil {
		return err
	}
	return e.To.Validate()
}

// Validate implements Edit.
func (e MultiplyRate) Validate(z selection.Size) error {
	if err := checkProjection(e.Projection, z); err != nil {
		return err
	}
	return circuit.CheckRateFactor(e.By)
}

// Suits returns an error if the rate cannot be that of the projection in a network.
func (e SetRateOf) Suits(n circuit.Network) error {
	if err := n.CheckLearner(e.Projection); err != nil {
		return err
	}
	return n.CheckRate(e.To)
}

// Suits returns an error if the rate of the projection cannot change in a network.
func (e MultiplyRate) Suits(n circuit.Network) error {
	if err := n.CheckLearner(e.Projection); err != nil {
		return err
	}
	if n.SetsOwnRate() {
		return n.CheckRate(circuit.ConstantRate(e.By))
	}
	return nil
}

// Apply implements Edit.
func (e SetRateOf) Apply(c *circuit.Circuit) ([]Change, error) {
	return changeRate(c, e.Projection, func() error { return c.SetRateOf(e.Projection, e.To) })
}

// Apply implements Edit.
func (e MultiplyRate) Apply(c *circuit.Circuit) ([]Change, error) {
	return changeRate(c, e.Projection, func() error { return c.MultiplyRate(e.Projection, e.By) })
}

// changeRate changes the rate of a projection.
func changeRate(c *circuit.Circuit, projection string, change func() error) ([]Change, error) {
	before, err := c.RateOf(projection)
	if err != nil {
		return nil, err
	}
	if err := change(); err != nil {
		return nil, err
	}
	after, err := c.RateOf(projection)
	if err != nil || before.String() == after.String() {
		return nil, err
	}
	return []Change{{RateOf, projection, -1, -1, Text(before.String()), Text(after.String())}}, nil
}

// checkProjection returns an error, with the valid choices, unless a circuit of that size has a
// projection of that name.
func checkProjection(name string, z selection.Size) error {
	if k := selection.Kind(name); z.Synaptic(k) && k != selection.Weights {
		return selection.All(k).Check(z)
	}
	var names []string
	for _, k := range z.Kinds() {
		if z.Synaptic(k) && k != selection.Weights {
			names = append(names, k.String())
		}
	}
	return fmt.Errorf("projection %q does not exist%s: choose %s", name, wording.Hint(name, names), strings.Join(names, " or "))
}
