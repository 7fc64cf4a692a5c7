package selection

import (
	"fmt"
	"strings"
)

// Selection names synapses, scales or neurons of a circuit. The package documentation
// describes its syntax and meaning. Selections are values; they compare equal if they
// print the same. Make one with Parse, All, Synapse or Neuron. The zero Selection is
// feedforward[0,0].
type Selection struct {
	kind      Kind
	post, pre span // post counts neurons; pre is all unless synapses are selected
	pair      bool // indices of both ends were given, so that the elements are synapses; false where the kind says it
}

// normal returns a selection in the form in which equal ones compare equal: the kind
// feedforward is empty, as in the zero Selection.
func normal(s Selection) Selection {
	if s.Kind().isKnown() {
		s.pair = false
	}
	if s.kind == Feedforward {
		s.kind = ""
	}
	return s
}

// All returns the selection of all elements of a kind.
func All(k Kind) Selection { return normal(Selection{kind: k, post: all, pre: all}) }

// Synapse returns the selection of one synapse, onto neuron post from neuron
// pre. It panics if k is known to be no kind of synapses.
func Synapse(k Kind, post, pre int) Selection {
	if class := k.class(); class != Synapses && class != NoClass {
		panic(fmt.Sprintf("selection: a synapse of %v", k))
	}
	return normal(Selection{k, span{post, post}, span{pre, pre}, true})
}

// Neuron returns the selection of one neuron, or of its scale. It panics if k is
// known to be a kind of synapses.
func Neuron(k Kind, i int) Selection {
	if k.Synaptic() || k == Weights {
		panic(fmt.Sprintf("selection: a neuron of %v", k))
	}
	return normal(Selection{k, span{i, i}, all, false})
}

// Kind returns what the selection selects from.
func (s Selection) Kind() Kind {
	if s.kind == "" {
		return Feedforward
	}
	return s.kind
}

// String returns the selection in its shortest form, which Parse reads.
func (s Selection) String() string {
	switch {
	case s.post == all && s.pre == all:
		return s.Kind().String()
	case s.pair || s.Kind().Synaptic():
		return fmt.Sprintf("%v[%v,%v]", s.Kind(), s.post, s.pre)
	}
	return fmt.Sprintf("%v[%v]", s.Kind(), s.post)
}

// Parse reads a selection of one of the allowed kinds, or of any kind if none is given.
// The error says what is wrong and how to write it. Parse does not know how many neurons a
// circuit has: see Check.
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

// MustParse is Parse for selections in the source of a program. It panics with the error.
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
	case kind.class() == NoClass && len(fields) > 2:
		return s, fmt.Errorf("%v takes one index if it is a population and two if it is a projection, not %d: write %s", kind, len(fields), kind.example())
	case kind.class() != NoClass && len(fields) != kind.indices():
		return s, fmt.Errorf("%v takes %d, not %d, indices: write %s", kind, kind.indices(), len(fields), kind.example())
	}
	if s.post, err = parseSpan(fields[0]); err != nil {
		return s, err
	}
	if len(fields) > 1 {
		s.pre, err = parseSpan(fields[1])
	}
	s.pair = len(fields) > 1 && !(s.post == all && s.pre == all)
	return normal(s), err
}

// indices returns the number of indices of an element.
func (k Kind) indices() int {
	if k.Synaptic() {
		return 2
	}
	return 1
}

// example returns examples of selections of the kind.
func (k Kind) example() string {
	switch {
	case k.Synaptic():
		return fmt.Sprintf("%v[2,0] or %v[0-4,*], post before pre", k, k)
	case k.class() == NoClass:
		return fmt.Sprintf("%v[2] of a population, or %v[2,0] of a projection, post before pre", k, k)
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
