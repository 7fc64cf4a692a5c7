package trace

import (
	"fmt"
	"strings"

	"twophase/circuit/selection"
)

// Element names what one row of a trace is about: a synapse, a scale or the activity of an
// neuron.
type Element struct {
	Kind      selection.Kind // one of Size.Kinds
	Post, Pre int            // Pre is −1 for scales and activities
}

// String returns the element as a selection is written: lateral[2,0] or scale[1].
func (e Element) String() string {
	if e.Pre >= 0 {
		return fmt.Sprintf("%v[%d,%d]", e.Kind, e.Post, e.Pre)
	}
	return fmt.Sprintf("%v[%d]", e.Kind, e.Post)
}

// recordable lists the kinds of elements of the paper's circuits, in the order of a record.
var recordable = []selection.Kind{selection.Feedforward, selection.Lateral, selection.Scale, selection.Outputs}

// ParseElement reads the form of String. The error says how to write one.
func ParseElement(text string) (Element, error) {
	s, err := selection.Parse(text, recordable...)
	if err != nil {
		return Element{}, err
	}
	e := Element{Kind: s.Kind(), Pre: -1}
	format, fields := "[%d]", []any{&e.Post}
	if strings.Contains(s.String(), ",") {
		format, fields = "[%d,%d]", []any{&e.Post, &e.Pre}
	}
	if _, err := fmt.Sscanf(strings.TrimPrefix(s.String(), e.Kind.String()), format, fields...); err != nil || e.String() != s.String() {
		return Element{}, fmt.Errorf("%q is not one synapse or neuron: write lateral[2,0], feedforward[0,3], scale[1] or outputs[1], post before pre", text)
	}
	return e, nil
}
