package document

import (
	"fmt"
	"slices"
	"strings"

	"twophase/internal/nearest"
)

// Value is the type of a key's value, bound to the variable that receives it.
type Value interface {
	// Read reads a node, which is not null, into the variable, or notes what is wrong by
	// Document.Fail. The name is the full name of the key.
	Read(d *Document, name string, n *Node)
	// Write returns what Read would read. It also reports whether the key must be written
	// because leaving it out would mean something else.
	Write() (n *Node, given bool)
	// Schema returns a JSON Schema of what Read reads, without a description.
	Schema() map[string]any
}

// Key is a key of a section.
type Key struct {
	Name     string
	About    string // what it does, in one line; Sentence adds the unit and the range
	Unit     string // such as steps; empty: a number without a unit, or no number
	Default  string // the value without the key, or words; empty: none
	Example  string // an example of the value, as YAML on one line; in a list, of the item
	Value    Value
	Required bool
	Beside   []string // it has a meaning only together with one of these keys; none: always
	Needs    []string // keys that must be given with it
}

// Section is a mapping with known keys.
type Section struct {
	Keys  []Key
	OneOf []Group
}

// Group is some keys that exclude one another.
type Group struct {
	Keys     []string
	Required bool // one of them must be given
}

// Read implements Value.
func (s *Section) Read(d *Document, name string, n *Node) {
	if n.Kind != MappingNode {
		if name == "" {
			d.Fail("", n, "the document is not a section but %v: write each key on a line, as KEY: VALUE", n)
		} else {
			d.Fail("", n, "%s", s.asSection(name, n))
		}
		return
	}
	given, meant := map[string]Place{}, []string{}
	for _, e := range n.Entries {
		full := join(name, e.Key)
		before, twice := given[e.Key]
		k := s.key(e.Key)
		switch {
		case twice:
			d.fail(e.Place, fmt.Errorf("%s is given twice: line %d has it too", full, before.Line))
			continue
		case k == nil:
			d.fail(e.Place, fmt.Errorf("key %q does not exist%s: choose %s", full, s.meant(e.Key), enumerate(s.names(), "or")))
			if near, ok := nearest.Name(e.Key, s.names()); ok {
				meant = append(meant, near)
			}
		case e.Value.Kind == NullNode:
			d.fail(e.Place, fmt.Errorf("%s has no value: give one, or leave the key out", full))
		default:
			d.remember(full, e.Value.Place)
			if e.Value.Kind == MappingNode || e.Value.Kind == ListNode && e.Value.Place.Line != e.Place.Line {
				d.remember(full, e.Place)
			}
			k.Value.Read(d, full, e.Value)
		}
		given[e.Key] = e.Place
	}
	s.fit(d, name, n, given, meant)
}

// fit notes which keys are missing or exclude one another. A key that was meant, but
// misspelt, is not missing.
func (s *Section) fit(d *Document, name string, n *Node, given map[string]Place, meant []string) {
	at := n.Place
	if p, ok := d.places[name]; ok && name != "" {
		at = p
	}
	isGiven := func(key string) bool { _, ok := given[key]; return ok || slices.Contains(meant, key) }
	for _, k := range s.Keys {
		p, ok := given[k.Name]
		switch {
		case k.Required && !isGiven(k.Name):
			d.fail(at, fmt.Errorf("%s is missing: %s", join(name, k.Name), k.Sentence()))
		case ok && len(k.Beside) > 0 && !slices.ContainsFunc(k.Beside, isGiven):
			d.fail(p, fmt.Errorf("%s has a meaning only together with %s", join(name, k.Name), enumerate(k.Beside, "or")))
		}
		for _, needed := range k.Needs {
			if ok && !isGiven(needed) {
				d.fail(p, fmt.Errorf("%s also needs the key %q: add it", join(name, k.Name), needed))
			}
		}
	}
	for _, g := range s.OneOf {
		var found []string
		for _, e := range n.Entries {
			if slices.Contains(g.Keys, e.Key) && !slices.Contains(found, e.Key) {
				found = append(found, e.Key)
			}
		}
		switch {
		case len(found) > 1:
			d.fail(given[found[1]], fmt.Errorf("%s and %s exclude one another: give one of %s", join(name, found[1]), join(name, found[0]), enumerate(g.Keys, "and")))
		case g.Required && !slices.ContainsFunc(g.Keys, isGiven):
			what := "here"
			if name != "" {
				what = "in " + name
			}
			d.fail(at, fmt.Errorf("one key is missing %s: give one of %s", what, enumerate(g.Keys, "and")))
		}
	}
}

// Lookup returns the value of a key by its full name, such as stimulus.inputs, nil if there
// is none. If the key belongs to an optional section, the section exists from then on.
func (s *Section) Lookup(name string) Value {
	if k := s.Find(name); k != nil {
		return k.Value
	}
	return nil
}

// Find returns the key with a full name, as Lookup does its value, or nil.
func (s *Section) Find(name string) *Key {
	first, rest, deeper := strings.Cut(name, ".")
	k := s.key(first)
	if k == nil || !deeper {
		return k
	}
	if o, ok := k.Value.(interface{ make() }); ok && inside(k.Value).key(rest) != nil {
		o.make()
	}
	if inner := inside(k.Value); inner != nil {
		return inner.Find(rest)
	}
	return nil
}

func (s *Section) key(name string) *Key {
	for i := range s.Keys {
		if s.Keys[i].Name == name {
			return &s.Keys[i]
		}
	}
	return nil
}

func (s *Section) names() (names []string) {
	for _, k := range s.Keys {
		names = append(names, k.Name)
	}
	return names
}

// meant suggests the key that was probably meant.
func (s *Section) meant(word string) string {
	for _, k := range s.Keys {
		if inner := inside(k.Value); inner != nil && inner.key(word) != nil {
			return fmt.Sprintf(" (it belongs under %s)", k.Name)
		}
	}
	return nearest.Hint(word, s.names())
}

// inside returns a value as a section, nil if it is none.
func inside(v Value) *Section {
	switch v := v.(type) {
	case *Section:
		return v
	case interface{ section() *Section }:
		return v.section()
	}
	return nil
}

func join(section, key string) string {
	if section == "" {
		return key
	}
	return section + "." + key
}

// enumerate writes "a, b or c".
func enumerate(names []string, word string) string {
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + " " + word + " " + names[last]
}
