package circuit

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"

	"twophase/internal/text/strict"
)

// writtenPhase is the JSON form of a phase: its name and its fields.
type writtenPhase struct {
	Phase  string          `json:"phase"`
	Fields json.RawMessage `json:"fields,omitempty"`
}

// MarshalJSON implements json.Marshaler: a list of phases, each with its name and its
// fields. It returns an error if a phase is not one of this package.
func (s Schedule) MarshalJSON() ([]byte, error) {
	list := make([]writtenPhase, len(s))
	for i, phase := range s {
		if err := checkKnown(phase); err != nil {
			return nil, err
		}
		list[i].Phase = phase.Signature().Name
		if !isNamed(phase) && reflect.TypeOf(phase).NumField() > 0 {
			fields, err := json.Marshal(phase)
			if err != nil {
				return nil, err
			}
			list[i].Fields = fields
		}
	}
	return json.Marshal(list)
}

// UnmarshalJSON implements json.Unmarshaler. It does not check whether the schedule can run:
// see Check.
func (s *Schedule) UnmarshalJSON(data []byte) error {
	var list []writtenPhase
	if err := strict.Unmarshal(data, &list); err != nil {
		return err
	}
	read := make(Schedule, 0, len(list))
	for _, w := range list {
		if i := slices.IndexFunc(named, func(n namedPhase) bool { return n.name == w.Phase }); i >= 0 {
			if len(w.Fields) > 0 {
				if err := strict.Unmarshal(w.Fields, &struct{}{}); err != nil {
					return fmt.Errorf("phase %s: %w", w.Phase, err)
				}
			}
			read = append(read, named[i].phase)
			continue
		}
		at := slices.IndexFunc(knownPhases, func(k Phase) bool { return k.Signature().Name == w.Phase })
		if at < 0 {
			return fmt.Errorf("phase %q is not known: choose from %s", w.Phase, phaseNames())
		}
		phase := reflect.New(reflect.TypeOf(knownPhases[at]))
		if len(w.Fields) > 0 {
			if err := strict.Unmarshal(w.Fields, phase.Interface()); err != nil {
				return fmt.Errorf("phase %s: %w", w.Phase, err)
			}
		}
		read = append(read, phase.Elem().Interface().(Phase))
	}
	*s = read
	return nil
}

// GobEncode implements gob.GobEncoder in the form of MarshalJSON.
func (s Schedule) GobEncode() ([]byte, error) { return s.MarshalJSON() }

// GobDecode implements gob.GobDecoder.
func (s *Schedule) GobDecode(data []byte) error { return s.UnmarshalJSON(data) }
