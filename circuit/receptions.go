package circuit

import (
	"encoding/json"
	"fmt"
	"strings"

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

// Receptions is a list of receptions, as a comparable value. Make one with ReceptionsOf.
type Receptions string

// again follows the slot of a Reception that uses what was received last.
const again = "again"

// ReceptionsOf returns receptions as a Receptions value.
func ReceptionsOf(list ...Reception) Receptions {
	var all []string
	for _, r := range list {
		text := r.Through + ":" + r.Slot.String()
		if r.Again {
			text += ":" + again
		}
		all = append(all, text)
	}
	return Receptions(strings.Join(all, " "))
}

// List returns the receptions.
func (r Receptions) List() (list []Reception) {
	for _, text := range strings.Fields(string(r)) {
		parts := strings.Split(text, ":")
		one := Reception{Through: parts[0], Again: len(parts) > 2}
		if err := one.Slot.UnmarshalText([]byte(parts[1])); err != nil {
			panic(fmt.Sprintf("circuit: receptions %q: make them with ReceptionsOf", r))
		}
		list = append(list, one)
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
