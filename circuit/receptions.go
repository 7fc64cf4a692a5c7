package circuit

import (
	"encoding/json"

	"twophase/internal/strict"
	"twophase/neuron"
)

// Reception is a projection through which a population receives in a Turn.
type Reception struct {
	Through string      `json:"through"`
	Slot    neuron.Slot `json:"slot"` // of the presynaptic axons
	// Again says that the neurons use what they received last through the projection. No
	// signal is sent again.
	Again bool `json:"again,omitempty"`
}

// Receptions is a list of receptions, as a comparable value: its JSON. Make one with ReceptionsOf.
type Receptions string

// ReceptionsOf returns receptions as a Receptions value.
func ReceptionsOf(list ...Reception) Receptions {
	if len(list) == 0 {
		return ""
	}
	text, err := json.Marshal(list)
	if err != nil {
		panic(err) // a slot that does not exist
	}
	return Receptions(text)
}

// List returns the receptions. What ReceptionsOf has not made is taken for the name of a projection.
func (r Receptions) List() (list []Reception) {
	if r == "" {
		return nil
	}
	if err := json.Unmarshal([]byte(r), &list); err != nil {
		return []Reception{{Through: string(r)}}
	}
	return list
}

// MarshalJSON implements json.Marshaler: a list.
func (r Receptions) MarshalJSON() ([]byte, error) { return json.Marshal(r.List()) }

// UnmarshalJSON implements json.Unmarshaler.
func (r *Receptions) UnmarshalJSON(data []byte) error {
	var list []Reception
	if err := strict.Unmarshal(data, &list); err != nil {
		return err
	}
	*r = ReceptionsOf(list...)
	return nil
}
