package intervention

import (
	"errors"
	"fmt"
	"math"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/synapse"
)

// weighted lists the kinds that have weights.
var weighted = []selection.Kind{selection.Feedforward, selection.Lateral, selection.Scale, selection.Weights}

// Set sets weights and scales, of frozen synapses too. Lesioned synapses are passed
// over.
type Set struct {
	Where selection.Selection `json:"where"` // feedforward, lateral, scale or weights
	To    float64             `json:"to"`    // positive, if there are scales among them
}

// String implements Edit.
func (e Set) String() string { return fmt.Sprintf("set %v to %s", e.Where, number(e.To)) }

// Validate implements Edit.
func (e Set) Validate(z selection.Size) error { return checkWeights(e.Where, e.To, z) }

// Apply implements Edit.
func (e Set) Apply(c *circuit.Circuit) ([]Change, error) {
	return eachWeight(c, e.Where, func(float64) float64 { return e.To })
}

// Multiply multiplies weights and scales by a factor, of frozen synapses too.
// Lesioned synapses are passed over.
type Multiply struct {
	Where selection.Selection `json:"where"` // feedforward, lateral, scale or weights
	By    float64             `json:"by"`    // positive, if there are scales among them
}

// String implements Edit.
func (e Multiply) String() string { return fmt.Sprintf("multiply %v by %s", e.Where, number(e.By)) }

// Validate implements Edit.
func (e Multiply) Validate(z selection.Size) error { return checkWeights(e.Where, e.By, z) }

// Apply implements Edit. It returns an error if a weight would be beyond the
// numbers, or a scale 0, and then changes nothing.
func (e Multiply) Apply(c *circuit.Circuit) ([]Change, error) {
	return eachWeight(c, e.Where, func(w float64) float64 { return w * e.By })
}

// checkWeights returns an error unless weights and scales can be given, or
// multiplied by, a number.
func checkWeights(where selection.Selection, v float64, z selection.Size) error {
	switch {
	case math.IsNaN(v) || math.IsInf(v, 0):
		return fmt.Errorf("%v is not a finite number: give one", v)
	case where.Kind().Includes(selection.Scale) && v <= 0:
		return fmt.Errorf("a scale must stay positive: give a positive number, not %v, or select feedforward or lateral", v)
	}
	return where.Check(z, weighted...)
}

// eachWeight gives every selected weight and scale a new value, or none if there is one
// that cannot take it.
func eachWeight(c *circuit.Circuit, where selection.Selection, f func(float64) float64) (changes []Change, err error) {
	all, err := where.Synapses(c)
	if err != nil {
		return nil, err
	}
	var synapses []synapse.Synapse
	for s := range all {
		before := s.Weight()
		after := f(before)
		if s.Lesioned() || same(before, after) {
			continue
		}
		if err := s.Check(after); err != nil {
			return nil, err
		}
		synapses = append(synapses, s)
		changes = append(changes, ofSynapse(s, Weight, Number(before), Number(after)))
	}
	scales, err := where.Scales(c)
	if err != nil {
		return nil, err
	}
	for _, o := range scales {
		before := o.Scale()
		after := f(before)
		if same(before, after) {
			continue
		}
		if err := o.CheckScale(after); err != nil {
			return nil, err
		}
		changes = append(changes, ofScale(o, Weight, Number(before), Number(after)))
	}
	for i, s := range synapses {
		err = errors.Join(err, s.Set(changes[i].After.Number))
	}
	for _, change := range changes[len(synapses):] {
		err = errors.Join(err, c.Outputs().Output(change.Post).SetScale(change.After.Number))
	}
	return changes, err
}
