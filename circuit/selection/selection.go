package selection

import (
	"fmt"
	"strings"
)

// Selection names synapses, scales or neurons of a circuit:
//
//	feedforward         all feedforward synapses
//	lateral[2,*]        the lateral synapses onto neuron 2
//	feedforward[0-4,7]  those onto neurons 0 to 4 from input 7
//	scale[1]            the scale of neuron 1
//	outputs             all output neurons
//	inputs[3]           input neuron 3
//	weights             feedforward, lateral and scale
//
// Indices count from 0, post comes before pre as in W_ij, and ranges include
// both ends. Selections are values that compare equal if they are written the
// same. Make one with Parse, All, Synapse or Neuron; the zero Selection is
// feedforward[0,0].
type Selection struct {
	kind      Kind
	post, pre span // post counts neurons; pre is all unless synapses are selected
}

// All returns the selection of all that there is of a kind.
func All(k Kind) Selection { return Selection{k, all, all} }

// Synapse returns the selection of one synapse, onto neuron post from neuron
// pre. It panics unless k is a kind of synapses.
func Synapse(k Kind, post, pre int) Selection {
	if !k.Synaptic() {
		panic(fmt.Sprintf("selection: a synapse of %v", k))
	}
	return Selection{k, span{post, post}, span{pre, pre}}
}

// Neuron returns the selection of one neuron, or of its scale. It panics if k is
// a kind of synapses.
func Neuron(k Kind, i int) Selection {
	if k.Synaptic() || k == Weights {
		panic(fmt.Sprintf("selection: a neuron of %v", k))
	}
	return Selection{k, span{i, i}, all}
}

// Kind returns what the selection selects from.
func (s Selection) Kind() Kind { return s.kind }

// String returns the selection in its shortest form, which Parse reads.
func (s Selection) String() string {
	switch {
	case s.post == all && s.pre == all:
		return s.kind.String()
	case s.kind.Synaptic():
		return fmt.Sprintf("%v[%v,%v]", s.kind, s.post, s.pre)
	}
	return fmt.Sprintf("%v[%v]", s.kind, s.post)
}

// Parse reads a selection, of one of the given kinds or, if there are none
// given, of any. The error says what is wrong and how to write it; whether the
// indices exist shows when it is checked.
func Parse(text string, allowed ...Kind) (Selection, error) {
	if len(allowed) == 0 {
		allowed = kinds
	}
	s, err := parse(text, allowed)
	if err != nil {
		return Selection{}, fmt.Errorf("selection %q: %w", text, err)
	}
	return s, nil
}

// MustParse is Parse for selections that a program is written with. It panics
// with the error.
func MustParse(text string) Selection {
	s, err := Parse(text)
	if err != nil {
		panic(err)
	}
	return s
}

func parse(text string, allowed []Kind) (Selection, error) {
	name, indices, indexed := strings.Cut(strings.TrimSpace(text), "[")
	kind, err := parseKind(strings.TrimSpace(name), allowed)
	if err != nil {
		return Selection{}, err
	}
	s := All(kind)
	if !indexed {
		return s, nil
	}
	indices, closed := strings.CutSuffix(indices, "]")
	if !closed {
		return s, fmt.Errorf("the indices do not end with ]: write %s", kind.example())
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
	if kind.Synaptic() {
		s.pre, err = parseSpan(fields[1])
	}
	return s, err
}

// indices returns how many indices an element has.
func (k Kind) indices() int {
	if k.Synaptic() {
		return 2
	}
	return 1
}

// example returns a selection as it is written.
func (k Kind) example() string {
	switch {
	case k.Synaptic():
		return fmt.Sprintf("%v[2,0] or %v[0-4,*], post before pre", k, k)
	case k == Weights:
		return k.String()
	}
	return fmt.Sprintf("%v[2] or %v[0-4]", k, k)
}

// MarshalText implements encoding.TextMarshaler in the form of String.
func (s Selection) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler by Parse.
func (s *Selection) UnmarshalText(text []byte) (err error) {
	*s, err = Parse(string(text))
	return err
}
