package circuit

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"twophase/internal/strict"
)

// knownPhases are the phases that have a JSON form, by the name in their signature.
var knownPhases = []Phase{
	Feedforward{}, Fire{}, Lateral{}, LateralAgain{}, StaleLateral{}, Cascade{}, Solve{}, Settle{}, Residual{}, Unlearn{}, Plasticity{}, MeanField{},
	Turn{}, Equilibrate{}, Trace{}, Average{}, Learn{},
	TransmissionFailure{}, SynapticNoise{}, Quantise{}, SignConstraint{},
}

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
		if reflect.TypeOf(phase).NumField() > 0 {
			fields, err := json.Marshal(phase)
			if err != nil {
				return nil, err
			}
			list[i].Fields = fields
		}
	}
	return json.Marshal(list)
}

// isKnown reports whether a phase is of a type of this package.
func isKnown(phase Phase) bool {
	return slices.ContainsFunc(knownPhases, func(k Phase) bool { return reflect.TypeOf(k) == reflect.TypeOf(phase) })
}

// checkKnown returns an error if a phase has no JSON form.
func checkKnown(phase Phase) error {
	if isKnown(phase) {
		return nil
	}
	return fmt.Errorf("phase %s is a %T, which cannot be written down: only %s can", phase.Signature().Name, phase, phaseNames())
}

// PhaseNames returns the names of all phases that can be written down.
func PhaseNames() (names []string) {
	for _, k := range knownPhases {
		names = append(names, k.Signature().Name)
	}
	return names
}

func phaseNames() string { return strings.Join(PhaseNames(), ", ") }

// UnmarshalJSON implements json.Unmarshaler. It does not check whether the schedule can run:
// see Check.
func (s *Schedule) UnmarshalJSON(data []byte) error {
	var list []writtenPhase
	if err := strict.Unmarshal(data, &list); err != nil {
		return err
	}
	read := make(Schedule, len(list))
	for i, w := range list {
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
		read[i] = phase.Elem().Interface().(Phase)
	}
	*s = read
	return nil
}

// GobEncode implements gob.GobEncoder in the form of MarshalJSON.
func (s Schedule) GobEncode() ([]byte, error) { return s.MarshalJSON() }

// GobDecode implements gob.GobDecoder.
func (s *Schedule) GobDecode(data []byte) error { return s.UnmarshalJSON(data) }

// GobEncode implements gob.GobEncoder in the form of String.
func (r Rate) GobEncode() ([]byte, error) { return r.MarshalText() }

// GobDecode implements gob.GobDecoder.
func (r *Rate) GobDecode(data []byte) error { return r.UnmarshalText(data) }

// MarshalText implements encoding.TextMarshaler in the form of String.
func (m Method) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler by ParseMethod.
func (m *Method) UnmarshalText(text []byte) (err error) {
	*m, err = ParseMethod(string(text))
	return err
}
