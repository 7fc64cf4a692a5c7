package document

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"

	"twophase/internal/text/strict"
)

// Named is a value under a name that the document chooses.
type Named[T any] struct {
	Name  string
	Value T
}

// Mapping is values by name, in the order of the document. As JSON it is an object.
type Mapping[T any] []Named[T]

// MappingOf returns a value that is a mapping of at least one name; bind returns the value
// under a name.
func MappingOf[T any](to *Mapping[T], bind func(*T) Value) Value {
	return &mappingValue[T]{to, bind, entryName}
}

// MappingOfParts is MappingOf for names that may be those of a part of something: NAME.PART.
func MappingOfParts[T any](to *Mapping[T], bind func(*T) Value) Value {
	return &mappingValue[T]{to, bind, partName}
}

type mappingValue[T any] struct {
	to   *Mapping[T]
	bind func(*T) Value
	form *regexp.Regexp // of the names
}

// entryName is what a name in a mapping looks like, and partName one that may be of a part.
var (
	entryName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_-]*$`)
	partName  = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_-]*(\.[A-Za-z_][A-Za-z0-9_-]*)?$`)
)

// IsName reports whether a text can be a name in a mapping: letters, digits, - and _, first a
// letter or _.
func IsName(text string) bool { return entryName.MatchString(text) }

func (m *mappingValue[T]) Read(d *Document, name string, n *Node) {
	if n.Kind != MappingNode || len(n.Entries) == 0 {
		d.Fail(name, n, "%v is not a section of at least one name: write each on a line, as NAME: VALUE, or on the command line as NAME=VALUE,NAME=VALUE", n)
		return
	}
	var all Mapping[T]
	given := map[string]Place{}
	for _, e := range n.Entries {
		full := join(name, e.Key)
		before, twice := given[e.Key]
		given[e.Key] = e.Place
		switch {
		case twice:
			d.fail(e.Place, fmt.Errorf("%s is given twice%s", full, before.too()))
		case !m.form.MatchString(e.Key):
			d.fail(e.Place, fmt.Errorf("%q is not a name: write letters a to z or A to Z (theta, not θ), digits, - and _, first a letter or _", e.Key))
		case e.Value.Kind == NullNode:
			d.fail(e.Place, fmt.Errorf("%s has no value: give one, or leave the name out", full))
		default:
			d.remember(full, e.Value.Place)
			if e.Value.Kind == MappingNode {
				d.remember(full, e.Place)
			}
			var v T
			m.bind(&v).Read(d, full, e.Value)
			all = append(all, Named[T]{e.Key, v})
		}
	}
	*m.to = all
}

func (m *mappingValue[T]) Write() (*Node, bool) {
	n := &Node{Kind: MappingNode}
	for i := range *m.to {
		one := &(*m.to)[i]
		value, _ := m.bind(&one.Value).Write()
		n.Entries = append(n.Entries, Entry{Key: one.Name, Value: value})
	}
	return n, len(n.Entries) > 0
}

func (m *mappingValue[T]) Schema() map[string]any {
	return map[string]any{
		"type": "object", "minProperties": 1,
		"propertyNames":        map[string]any{"pattern": m.form.String()},
		"additionalProperties": m.bind(new(T)).Schema(),
	}
}

// MarshalJSON writes an object with the names in their order.
func (m Mapping[T]) MarshalJSON() ([]byte, error) {
	text := []byte{'{'}
	for i, one := range m {
		name, err := json.Marshal(one.Name)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(one.Value)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			text = append(text, ',')
		}
		text = append(append(append(text, name...), ':'), value...)
	}
	return append(text, '}'), nil
}

// UnmarshalJSON reads what MarshalJSON writes.
func (m *Mapping[T]) UnmarshalJSON(data []byte) error {
	var object map[string]json.RawMessage
	if err := strict.Unmarshal(data, &object); err != nil {
		return err
	}
	*m = nil
	d := json.NewDecoder(bytes.NewReader(data))
	if _, err := d.Token(); err != nil || object == nil {
		return err
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return err
		}
		one := Named[T]{Name: name.(string)}
		if err := d.Decode(&one.Value); err != nil {
			return err
		}
		*m = append(*m, one)
	}
	return nil
}
