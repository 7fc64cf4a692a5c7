package recorder

import (
	"fmt"
	"strings"
)

// Selection names synapses, scales or output neurons of a circuit:
//
//	feedforward         all feedforward synapses
//	lateral[2,*]        the lateral synapses onto neuron 2
//	feedforward[0-4,7]  those onto neurons 0 to 4 from input 7
//	scale[1]            the scale of neuron 1
//	outputs             all output neurons
//	weights             feedforward, lateral and scale
//
// Indices count from 0, post comes before pre as in W_ij, and ranges include
// both ends. Selections are values that compare equal if they are written the
// same. Make one with ParseSelection; the zero Selection is feedforward[0,0].
//
// A selection needs no circuit until it is resolved by Synapses or Neurons.
type Selection struct {
	kind      Kind
	post, pre span // pre is all unless synapses are selected
}

// Kind returns what the selection selects from.
func (s Selection) Kind() Kind { return s.kind }

// String returns the selection in its shortest form, which ParseSelection reads.
func (s Selection) String() string {
	switch {
	case s.post == all && s.pre == all:
		return s.kind.String()
	case s.kind.synaptic():
		return fmt.Sprintf("%v[%v,%v]", s.kind, s.post, s.pre)
	}
	return fmt.Sprintf("%v[%v]", s.kind, s.post)
}

// ParseSelection reads a selection. The error says what is wrong and how to
// write it; whether the indices exist shows when it is resolved.
func ParseSelection(text string) (Selection, error) {
	s, err := parseSelection(text)
	if err != nil {
		return Selection{}, fmt.Errorf("selection %q: %w", text, err)
	}
	return s, nil
}

func parseSelection(text string) (Selection, error) {
	name, indices, indexed := strings.Cut(strings.TrimSpace(text), "[")
	kind, err := parseKind(strings.TrimSpace(name))
	if err != nil {
		return Selection{}, err
	}
	s := Selection{kind: kind, post: all, pre: all}
	if !indexed {
		return s, nil
	}
	indices, closed := strings.CutSuffix(indices, "]")
	if !closed {
		return s, fmt.Errorf("the indices do not end with ]: write %s", s.kind.example())
	}
	fields := strings.Split(indices, ",")
	switch {
	case kind == Weights:
		return s, fmt.Errorf("weights takes no indices: select from feedforward, lateral or scale")
	case len(fields) != kind.indices():
		return s, fmt.Errorf("%v takes %d, not %d, indices: write %s", kind, kind.indices(), len(fields), kind.example())
	}
	if s.post, err = parseSpan(fields[0]); err != nil {
		return s, err
	}
	if kind.synaptic() {
		s.pre, err = parseSpan(fields[1])
	}
	return s, err
}

// indices returns how many indices an element has.
func (k Kind) indices() int {
	if k.synaptic() {
		return 2
	}
	return 1
}

// example returns a selection as it is written.
func (k Kind) example() string {
	if k.synaptic() {
		return fmt.Sprintf("%v[2,0] or %v[0-4,*], post before pre", k, k)
	}
	return fmt.Sprintf("%v[2] or %v[0-4]", k, k)
}

// MarshalText implements encoding.TextMarshaler in the form of String.
func (s Selection) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler by ParseSelection.
func (s *Selection) UnmarshalText(text []byte) (err error) {
	*s, err = ParseSelection(string(text))
	return err
}
