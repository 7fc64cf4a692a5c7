package sweep

import (
	"fmt"
	"strings"
)

// Dimension is one direction in which the points of a sweep extend: one key, or
// several that change together.
type Dimension struct {
	Columns []Column `json:"columns"` // of one length
}

// Column is the values of one key along a dimension: numbers, or anything.
type Column struct {
	Key     string    `json:"key"`           // dotted, such as stimulus.spectrum
	Log     bool      `json:"log,omitempty"` // the values are spread evenly on a logarithmic axis
	Numbers []float64 `json:"numbers,omitempty"`
	Values  []Value   `json:"values,omitempty"` // the empty one leaves the key as it is
}

// Setting is a key of the experiment and its value.
type Setting struct {
	Key   string
	Value Value
}

// len returns the number of values.
func (c Column) len() int { return max(len(c.Numbers), len(c.Values)) }

// value returns value i.
func (c Column) value(i int) Value {
	if c.Numbers != nil {
		return number(c.Numbers[i])
	}
	return c.Values[i]
}

// len returns the number of places along the dimension.
func (d Dimension) len() int { return d.Columns[0].len() }

// settings appends what is set at place i.
func (d Dimension) settings(all []Setting, i int) []Setting {
	for _, c := range d.Columns {
		if v := c.value(i); v != "" {
			all = append(all, Setting{c.Key, v})
		}
	}
	return all
}

// repeated returns two places at which the same is set, and whether there are any.
func (d Dimension) repeated() (i, j int, found bool) {
	seen := make(map[string]int, d.len())
	var text strings.Builder
	for i := range d.len() {
		text.Reset()
		for _, c := range d.Columns {
			text.WriteString(string(c.value(i)))
			text.WriteByte(0)
		}
		if first, ok := seen[text.String()]; ok {
			return first, i, true
		}
		seen[text.String()] = i
	}
	return 0, 0, false
}

// describe returns settings for a person to read.
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

// nested reports whether one of two keys is the other, or lies in it.
func nested(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	return strings.HasPrefix(b, a) && (len(a) == len(b) || b[len(a)] == '.' || b[len(a)] == '[')
}
