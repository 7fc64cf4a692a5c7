package intervention

import (
	"errors"
	"fmt"
	"math"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/internal/text/wording"
	"twophase/neuron"
	"twophase/synapse"
)

// weighted lists the kinds that have weights; variables are allowed with scales.
var weighted = selection.KindsOf(selection.Synapses, selection.Scales, selection.Everything)

// Set sets weights, scales and variables, of frozen synapses too. It ignores lesioned synapses.
type Set struct {
	Where selection.Choice `json:"where"` // synapses, scales and variables
	To    float64          `json:"to"`    // positive, if there are scales among them
}

// String implements Edit.
func (e Set) String() string { return fmt.Sprintf("set %v to %s", e.Where, wording.Format(e.To)) }

// Validate implements Edit.
func (e Set) Validate(z selection.Size) error { return checkWeights(e.Where, e.To, z) }

// Apply implements Edit.
func (e Set) Apply(c *circuit.Circuit) ([]Change, error) {
	return eachWeight(c, e.Where, func(float64) float64 { return e.To })
}

// Multiply multiplies weights, scales and variables by a factor, of frozen synapses too. It ignores
// lesioned synapses.
type Multiply struct {
	Where selection.Choice `json:"where"` // synapses, scales and variables
	By    float64          `json:"by"`    // positive, if there are scales among them
}

// String implements Edit.
func (e Multiply) String() string {
	return fmt.Sprintf("multiply %v by %s", e.Where, wording.Format(e.By))
}

// Validate implements Edit.
func (e Multiply) Validate(z selection.Size) error { return checkWeights(e.Where, e.By, z) }

// Apply implements Edit. It returns an error, and changes nothing, if a weight would not be
// finite or a scale would be 0.
func (e Multiply) Apply(c *circuit.Circuit) ([]Change, error) {
	return eachWeight(c, e.Where, func(w float64) float64 { return w * e.By })
}

// checkWeights returns an error unless weights and scales can be set to, or multiplied by, a
// number.
func checkWeights(where selection.Choice, v float64, z selection.Size) error {
	switch {
	case math.IsNaN(v) || math.IsInf(v, 0):
		return fmt.Errorf("%v is not a finite number: give one", v)
	case v <= 0 && where.HasPositiveScales(z):
		return fmt.Errorf("a scale must stay positive: give a positive number, not %v, or select synapses alone", v)
	}
	return where.Check(z, weighted...)
}

// eachWeight gives every selected weight and scale a new value. If one cannot have it,
// eachWeight changes none.
func eachWeight(c *circuit.Circuit, where selection.Choice, f func(float64) float64) (changes []Change, err error) {
	chosen, err := elements(c, where)
	if err != nil {
		return nil, err
	}
	var synapses []synapse.Synapse
	for _, s := range chosen.Synapses {
		before := s.Weight()
		after := f(before)
		if s.Gone() || same(before, after) {
			continue
		}
		if err := s.Check(after); err != nil {
			return nil, err
		}
		synapses = append(synapses, s)
		changes = append(changes, ofSynapse(s, Weight, Number(before), Number(after)))
	}
	var changed []neuron.Variable
	for _, v := range chosen.Variables {
		before := v.Value()
		after := f(before)
		if same(before, after) {
			continue
		}
		if err := v.Check(after); err != nil {
			return nil, err
		}
		changed = append(changed, v)
		changes = append(changes, ofVariable(v, Weight, Number(before), Number(after)))
	}
	for i, s := range synapses {
		err = errors.Join(err, s.Set(changes[i].After.Number))
	}
	for i, v := range changed {
		err = errors.Join(err, v.Set(changes[len(synapses)+i].After.Number))
	}
	return changes, err
}
