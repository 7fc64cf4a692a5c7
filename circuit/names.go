package circuit

import (
	"encoding/json"
	"strings"
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
