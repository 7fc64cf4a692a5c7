package intervention

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/internal/text/wording"
)

// SetRate changes the learning-rate schedule α_t. Its t is the number of the circuit's step,
// from 1.
type SetRate struct {
	To circuit.Rate `json:"to"`
}

// String implements Edit.
func (e SetRate) String() string { return fmt.Sprintf("set rate to %v", e.To) }

// Validate implements Edit.
func (e SetRate) Validate(selection.Size) error { return e.To.Validate() }

// Suits returns an error if the rate cannot be that of a network.
func (e SetRate) Suits(n circuit.Network) error { return n.CheckRate(e.To) }

// Apply implements Edit.
func (e SetRate) Apply(c *circuit.Circuit) ([]Change, error) {
	if !c.UsesRate() {
		return nil, errors.New("rate: nothing in this circuit learns at the rate α; give the rate of a projection, with the key of")
	}
	before := c.Rate().String()
	if err := c.SetRate(e.To); err != nil || before == e.To.String() {
		return nil, err
	}
	return []Change{ofCircuit(RateOf, Text(before), Text(e.To.String()))}, nil
}

// SetTau changes τ.
type SetTau struct {
	To float64 `json:"to"` // positive
}

// String implements Edit.
func (e SetTau) String() string { return "set tau to " + wording.Format(e.To) }

// Validate implements Edit.
func (e SetTau) Validate(selection.Size) error { return circuit.CheckTau(e.To) }

// Suits returns an error if τ cannot be that of a network.
func (e SetTau) Suits(n circuit.Network) error { return n.CheckTau(e.To) }

// Apply implements Edit.
func (e SetTau) Apply(c *circuit.Circuit) ([]Change, error) {
	if !c.UsesTau() {
		return nil, errors.New("tau: nothing in this circuit learns at α/τ: leave it out, or give the rate of a projection, with the keys rate and of")
	}
	before := c.Tau()
	if err := c.SetTau(e.To); err != nil || same(before, e.To) {
		return nil, err
	}
	return []Change{ofCircuit(TauOf, Number(before), Number(e.To))}, nil
}

// SetGains changes Λ.
type SetGains struct {
	To []float64 `json:"to"` // one for each output, as the network needs them
}

// String implements Edit.
func (e SetGains) String() string {
	gains := make([]string, len(e.To))
	for i, g := range e.To {
		gains[i] = wording.Format(g)
	}
	return "set lambda to " + strings.Join(gains, ", ")
}

// Validate implements Edit.
func (e SetGains) Validate(z selection.Size) error {
	return circuit.FreeGains.Check(e.To, z.Outputs)
}

// Suits returns an error if the gains cannot be those of a network.
func (e SetGains) Suits(n circuit.Network) error { return n.Gains.Check(e.To, len(e.To)) }

// Apply implements Edit.
func (e SetGains) Apply(c *circuit.Circuit) ([]Change, error) {
	before := slices.Clone(c.Outputs().Gains())
	if err := c.SetGains(e.To); err != nil {
		return nil, err
	}
	var changes []Change
	for o := range c.Outputs().Outputs() {
		if b := before[o.Index()]; !same(b, o.Gain()) {
			changes = append(changes, ofNeuron(o.Neuron, GainOf, Number(b), Number(o.Gain())))
		}
	}
	return changes, nil
}
