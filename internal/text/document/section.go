package document

import (
	"slices"
	"strings"
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
	Flag     Flag     // that overrides it; without a name: none
}

// Section is a mapping with known keys.
type Section struct {
	Keys   []Key
	OneOf  []Group
	Others *Key // a mapping of texts under names that are no keys; nil: none
}

// Group is some keys that exclude one another.
type Group struct {
	Keys     []string
	Required bool // one of them must be given
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

// all returns the keys, and what stands for others.
func (s *Section) all() []Key {
	if s.Others == nil {
		return s.Keys
	}
	return append(slices.Clone(s.Keys), *s.Others)
}

// choices is names, and what else can be written.
func (s *Section) choices() []string {
	if s.Others == nil {
		return s.names()
	}
	return append(s.names(), s.Others.Name+": "+s.Others.Example)
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

// Sentence says in one line what a key does, its unit, and which values it may have.
func (k *Key) Sentence() string {
	about := k.About
	if k.Unit != "" {
		about += ", in " + k.Unit
	}
	if v, ok := simple(k.Value).(interface{ sentence(about string) string }); ok {
		return v.sentence(about)
	}
	return about
}

// Description is the sentence of a key, and its default unless the key must be given.
func (k *Key) Description() string {
	if k.Default == "" || k.Required {
		return k.Sentence()
	}
	return k.Sentence() + "; default: " + k.Default
}

// Choices returns the valid names of a key whose value is a Choice, else nil.
func (k *Key) Choices() []string {
	if c, ok := simple(k.Value).(interface{ choices() []string }); ok {
		return c.choices()
	}
	return nil
}

// simple returns the value behind a value that may be absent (Given).
func simple(v Value) Value {
	if g, ok := v.(interface{ bound() Value }); ok {
		return g.bound()
	}
	return v
}

// Each calls f for every key that is neither a section nor a list of sections, with its full
// name, such as stimulus.inputs or interventions.at. For a key with a word or a section as
// its value it calls f twice.
func (s *Section) Each(f func(name string, key *Key)) {
	for i := range s.Keys {
		k := &s.Keys[i]
		v := k.Value
		if w, ok := v.(interface{ instead() Value }); ok {
			f(k.Name, k)
			v = w.instead()
		}
		if l, ok := v.(interface{ item() Value }); ok {
			v = l.item()
		}
		if within := inside(v); within != nil {
			within.Each(func(name string, key *Key) { f(join(k.Name, name), key) })
		} else {
			f(k.Name, k)
		}
	}
	if s.Others != nil {
		f(s.Others.Name, s.Others)
	}
}
