package document

import (
	"fmt"
	"slices"
	"strings"
)

// manyChoices is the number of choices from which a sentence does not list them.
const manyChoices = 9

// Sentence says in one line what a key does, its unit, and which values it may have.
func (k *Key) Sentence() string {
	about := k.About
	if k.Unit != "" {
		about += ", in " + k.Unit
	}
	switch v := simple(k.Value).(type) {
	case *choice:
		unnamed := func(name string) bool { return !strings.Contains(k.About, name) }
		if len(v.names) < manyChoices && slices.ContainsFunc(v.names, unnamed) {
			return about + ": " + enumerate(v.names, "or")
		}
	case *integer:
		if v.max < 1e9 {
			return fmt.Sprintf("%s, %d to %d", about, v.min, v.max)
		}
		return fmt.Sprintf("%s, %d or more", about, v.min)
	case *unsigned:
		return about + ", 0 or more"
	case *real:
		return about + ", " + strings.TrimPrefix(v.Range.String(), "a number ")
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
	if c, ok := simple(k.Value).(*choice); ok {
		return c.names
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
		if both, ok := v.(*wordOr); ok {
			f(k.Name, k)
			v = both.within
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
}
