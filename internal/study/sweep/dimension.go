package sweep

import (
	"fmt"
	"strings"
)

// Dimension is one axis of a sweep: one key, or several keys that change together.
type Dimension struct {
	Keys []VariedKey `json:"columns"` // of equal length
}

// VariedKey holds the values of one key along a dimension: numbers, or other values.
type VariedKey struct {
	Key     string    `json:"key"`           // dotted, such as stimulus.spectrum
	Log     bool      `json:"log,omitempty"` // the values are spread evenly on a logarithmic axis
	Numbers []float64 `json:"numbers,omitempty"`
	Values  []Value   `json:"values,omitempty"` // an empty one does not change the key
}

// Setting is a key of the experiment and its value.
type Setting struct {
	Key   string
	Value Value
}

// Len returns the number of values.
func (c VariedKey) Len() int { return max(len(c.Numbers), len(c.Values)) }

// Value returns value i.
func (c VariedKey) Value(i int) Value {
	if c.Numbers != nil {
		return numeric(c.Numbers[i])
	}
	return c.Values[i]
}

// Len returns the number of values along the dimension.
func (d Dimension) Len() int { return d.Keys[0].Len() }

// settings appends the settings at place i.
func (d Dimension) settings(all []Setting, i int) []Setting {
	for _, c := range d.Keys {
		if v := c.Value(i); v != "" {
			all = append(all, Setting{c.Key, v})
		}
	}
	return all
}

// repeated returns two places with equal settings, and whether there are any.
func (d Dimension) repeated() (i, j int, found bool) {
	seen := make(map[string]int, d.Len())
	var text strings.Builder
	for i := range d.Len() {
		text.Reset()
		for _, c := range d.Keys {
			text.WriteString(string(c.Value(i)))
			text.WriteByte(0)
		}
		if first, ok := seen[text.String()]; ok {
			return first, i, true
		}
		seen[text.String()] = i
	}
	return 0, 0, false
}

// describe returns settings as text for people.
func describe(settings []Setting) string {
	if len(settings) == 0 {
		return "the experiment as it is"
	}
	parts := make([]string, len(settings))
	for i, s := range settings {
		parts[i] = fmt.Sprintf("%s %v", s.Key, s.Value)
	}
	return strings.Join(parts, ", ")
}

// nested reports whether two keys are equal, or one lies in the other.
func nested(a, b string) bool {
	a, b = strings.TrimSuffix(a, "+"), strings.TrimSuffix(b, "+")
	if len(a) > len(b) {
		a, b = b, a
	}
	return strings.HasPrefix(b, a) && (len(a) == len(b) || b[len(a)] == '.' || b[len(a)] == '[')
}
