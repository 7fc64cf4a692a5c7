package intervention

import (
	"fmt"
	"math"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/internal/text/wording"
)

// Clamp gives neurons a fixed activity from the next stimulus on, independent of their input
// currents. Their synapses go on learning.
type Clamp struct {
	Neuron selection.Choice `json:"neuron"` // of any populations
	To     float64          `json:"to"`
}

// String implements Edit.
func (e Clamp) String() string { return fmt.Sprintf("clamp %v to %s", e.Neuron, wording.Format(e.To)) }

// Validate implements Edit.
func (e Clamp) Validate(z selection.Size) error {
	if math.IsNaN(e.To) || math.IsInf(e.To, 0) {
		return fmt.Errorf("an activity of %v: give a finite number", e.To)
	}
	return e.Neuron.Check(z, selection.Inputs, selection.Outputs)
}

// Apply implements Edit.
func (e Clamp) Apply(c *circuit.Circuit) ([]Change, error) {
	chosen, err := elements(c, e.Neuron)
	var changes []Change
	for _, n := range chosen.Neurons {
		before := Text("free")
		if v, clamped := n.Clamped(); clamped {
			if same(v, e.To) {
				continue
			}
			before = Number(v)
		}
		if err := n.Clamp(e.To); err != nil {
			return changes, err
		}
		changes = append(changes, ofNeuron(n, Clamped, before, Number(e.To)))
	}
	return changes, err
}

// Release undoes Clamp.
type Release struct {
	Neuron selection.Choice `json:"neuron"` // of any populations
}

// String implements Edit.
func (e Release) String() string { return fmt.Sprintf("release %v", e.Neuron) }

// Validate implements Edit.
func (e Release) Validate(z selection.Size) error {
	return e.Neuron.Check(z, selection.Inputs, selection.Outputs)
}

// Apply implements Edit.
func (e Release) Apply(c *circuit.Circuit) ([]Change, error) {
	chosen, err := elements(c, e.Neuron)
	var changes []Change
	for _, n := range chosen.Neurons {
		if v, clamped := n.Clamped(); clamped {
			n.Release()
			changes = append(changes, ofNeuron(n, Clamped, Number(v), Text("free")))
		}
	}
	return changes, err
}
