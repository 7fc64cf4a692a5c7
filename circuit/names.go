package circuit

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"twophase/internal/text/strict"
	"twophase/neuron"
)

// Names is a list of names of populations or projections, as a comparable value. Make one
// with NamesOf.
type Names string

// NamesOf returns names as a Names value.
func NamesOf(names ...string) Names { return Names(strings.Join(names, " ")) }

// List returns the names.
func (n Names) List() []string { return strings.Fields(string(n)) }

// String returns the names with commas.
func (n Names) String() string { return strings.Join(n.List(), ", ") }

// MarshalJSON implements json.Marshaler: a list of texts.
func (n Names) MarshalJSON() ([]byte, error) { return json.Marshal(n.List()) }

// UnmarshalJSON implements json.Unmarshaler.
func (n *Names) UnmarshalJSON(data []byte) error {
	var list []string
	if err := json.Unmarshal(data, &list); err != nil {
		return err
	}
	*n = NamesOf(list...)
	return nil
}

// Reception is a projection through which a population receives in a Turn.
type Reception struct {
	Through string      `json:"through"`
	Slot    neuron.Slot `json:"slot"` // of the presynaptic axons
	// Again says that the neurons use what they received last through the projection. No
	// signal is sent again.
	Again bool `json:"again,omitempty"`
	// Delay d > 0 says that the axons carry now their final activity d stimuli ago. Slot is final then.
	Delay int `json:"delay,omitempty"`
}

// sent returns the slot of the presynaptic axons that is received.
func (r Reception) sent() neuron.Slot {
	if r.Delay > 0 {
		return neuron.Delayed(r.Delay)
	}
	return r.Slot
}

// Receptions is a list of receptions, as a comparable value: a line each, of the slot, + for those that are used again
// or -, the delay, and the quoted name. Make one with ReceptionsOf.
type Receptions string

// ReceptionsOf returns receptions as a Receptions value.
func ReceptionsOf(list ...Reception) Receptions {
	lines := make([]string, len(list))
	for i, r := range list {
		mark := "-"
		if r.Again {
			mark = "+"
		}
		lines[i] = string(rune('0'+r.Slot)) + mark + strconv.Itoa(r.Delay) + strconv.Quote(r.Through)
	}
	return Receptions(strings.Join(lines, "\n"))
}

// List returns the receptions. What ReceptionsOf has not made is taken for the name of a projection.
func (r Receptions) List() (list []Reception) {
	if r == "" {
		return nil
	}
	for line := range strings.SplitSeq(string(r), "\n") {
		one := Reception{Through: line}
		if at := strings.IndexByte(line, '"'); at > 2 {
			name, err := strconv.Unquote(line[at:])
			delay, wrong := strconv.Atoi(line[2:at])
			if err == nil && wrong == nil {
				one = Reception{Through: name, Slot: neuron.Slot(line[0] - '0'), Again: line[1] == '+', Delay: delay}
			}
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

// sortedKeys returns the keys of a map in order.
func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
