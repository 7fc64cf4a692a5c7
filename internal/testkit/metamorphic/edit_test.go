package metamorphic

import (
	"encoding/json"
	"fmt"
	"reflect"

	"twophase/circuit/intervention"
)

// edits is one edit of each type, by its name.
var edits = byName(
	intervention.Lesion{}, intervention.LesionNeuron{}, intervention.Freeze{}, intervention.Thaw{},
	intervention.Set{}, intervention.Multiply{}, intervention.Clamp{}, intervention.Release{},
	intervention.SetRate{}, intervention.SetRateOf{}, intervention.MultiplyRate{}, intervention.SetTau{}, intervention.SetGains{}, intervention.SetSchedule{},
	intervention.SetRule{},
	intervention.Noise{}, intervention.ActivityNoise{}, intervention.Failure{}, intervention.Quantise{}, intervention.Dale{},
)

func byName(all ...intervention.Edit) map[string]intervention.Edit {
	names := make(map[string]intervention.Edit)
	for _, e := range all {
		names[named(e)] = e
	}
	return names
}

// Edit is an edit that is written as JSON: an object with its name.
type Edit struct{ intervention.Edit }

// MarshalJSON implements json.Marshaler.
func (e Edit) MarshalJSON() ([]byte, error) {
	return json.Marshal(map[string]intervention.Edit{named(e.Edit): e.Edit})
}

// UnmarshalJSON implements json.Unmarshaler.
func (e *Edit) UnmarshalJSON(text []byte) error {
	var all map[string]json.RawMessage
	if err := json.Unmarshal(text, &all); err != nil {
		return err
	}
	for name, of := range all {
		kind, found := edits[name]
		if !found {
			return fmt.Errorf("there is no edit %s", name)
		}
		v := reflect.New(reflect.TypeOf(kind))
		if err := strict(of, v.Interface()); err != nil {
			return err
		}
		e.Edit = v.Elem().Interface().(intervention.Edit)
		if to, is := e.Edit.(intervention.SetRule); is {
			e.Edit = setRule(to.Projection)
		}
	}
	return nil
}

// setRule returns the edit that gives a projection its other rule.
func setRule(projection string) intervention.SetRule {
	for _, r := range otherRules {
		if r.Projection == projection {
			return intervention.SetRule{Projection: projection, To: r.Rule}
		}
	}
	return intervention.SetRule{Projection: projection}
}

// Trigger is when an edit takes place: at a step, every given number of steps, or by a condition.
// Steps are counted from the one at which the operation comes.
type Trigger struct {
	At    *int                    `json:"at,omitempty"`
	Every int                     `json:"every,omitempty"`
	Until int                     `json:"until,omitempty"`
	If    *intervention.Condition `json:"if,omitempty"`
	Check int                     `json:"check,omitempty"`
}

// from returns the trigger for a circuit that is at some step.
func (t Trigger) from(step int) intervention.Trigger {
	switch {
	case t.At != nil:
		return intervention.At(step + *t.At)
	case t.If != nil:
		return intervention.When{Condition: *t.If, Check: t.Check}
	}
	e := intervention.Every{Steps: t.Every, From: step + 1}
	if t.Until > 0 {
		e.Until = step + t.Until
	}
	return e
}
