package document

import (
	"fmt"
	"slices"
	"strings"

	"twophase/internal/text/wording"
)

// Read reads the whole document as a section. The error joins everything that is
// wrong, each a *FileError.
func (d *Document) Read(s *Section) error {
	s.Read(d, "", d.top)
	return d.Err()
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
	others := &Node{Kind: MappingNode, Place: n.Place}
	for _, e := range n.Entries {
		full := join(name, e.Key)
		before, twice := given[e.Key]
		k := s.key(e.Key)
		switch {
		case twice:
			d.fail(e.Place, fmt.Errorf("%s is given twice%s", full, before.too()))
			continue
		case k == nil && s.Others != nil && (e.Value.Kind == TextNode || e.Value.Kind == NullNode):
			others.Entries = append(others.Entries, e)
		case k == nil:
			d.fail(e.Place, fmt.Errorf("key %q does not exist%s: choose %s", full, s.meant(e.Key), wording.List(s.choices(), "or")))
			if near, ok := wording.Nearest(e.Key, s.names()); ok {
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
	if len(others.Entries) > 0 {
		s.Others.Value.Read(d, name, others)
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
	misfit := func(p Place, key, format string, args ...any) {
		d.fail(p, Blame(fmt.Errorf(format, args...), join(name, key)))
	}
	isGiven := func(key string) bool { _, ok := given[key]; return ok || slices.Contains(meant, key) }
	for _, k := range s.Keys {
		p, ok := given[k.Name]
		switch {
		case k.Required && !isGiven(k.Name):
			misfit(at, k.Name, "%s is missing: %s", join(name, k.Name), k.Sentence())
		case ok && len(k.Beside) > 0 && !slices.ContainsFunc(k.Beside, isGiven):
			misfit(p, k.Name, "%s has a meaning only together with %s", s.called(d, name, k.Name), wording.List(s.allCalled(d, k.Beside), "or"))
		}
		for _, needed := range k.Needs {
			if ok && !isGiven(needed) {
				misfit(p, k.Name, "%s also needs the key %q: add it", s.called(d, name, k.Name), needed)
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
			misfit(given[found[1]], found[1], "%s and %s exclude one another: give one of %s", s.called(d, name, found[1]), s.called(d, name, found[0]), wording.List(s.allCalled(d, g.Keys), "and"))
		case g.Required && !slices.ContainsFunc(g.Keys, isGiven):
			what := "here"
			if name != "" {
				what = "in " + name
			}
			d.fail(at, fmt.Errorf("one key is missing %s: give one of %s", what, wording.List(g.Keys, "and")))
		}
	}
}

// called returns what an error calls a key: its name and, where the values are of no one document, its flag if that has another name.
func (s *Section) called(d *Document, name, key string) string {
	if k := s.key(key); d.aside && k.Flag.Name != "" && k.Flag.Name != strings.ReplaceAll(key, "_", "-") {
		return join(name, key) + " (--" + k.Flag.Name + ")"
	}
	return join(name, key)
}

// allCalled is called for some keys, without the name of the section.
func (s *Section) allCalled(d *Document, keys []string) (all []string) {
	for _, key := range keys {
		all = append(all, s.called(d, "", key))
	}
	return all
}

// meant suggests the key that was probably meant.
func (s *Section) meant(word string) string {
	for _, k := range s.Keys {
		if inner := inside(k.Value); inner != nil && inner.key(word) != nil {
			return fmt.Sprintf(" (it belongs under %s)", k.Name)
		}
	}
	return wording.Hint(word, s.names())
}

// asSection says what to write where a section is wanted.
func (s *Section) asSection(what string, n *Node) string {
	text := fmt.Sprintf("%s is not a section but %v: ", what, n)
	if n.isScalar() {
		for _, k := range s.telling() {
			if accepts(k.Value, n) {
				return text + fmt.Sprintf("write {%s: %s}", k.Name, inline(n))
			}
		}
	}
	return text + "write each key on a line, as KEY: VALUE"
}

// accepts reports whether a node can be read as a value.
func accepts(v Value, n *Node) bool {
	aside := newAside()
	v.Read(aside, "", n)
	return len(aside.errs) == 0
}

// telling returns the keys of which one says what the section is, or else those that are choices.
func (s *Section) telling() (keys []Key) {
	for _, k := range s.Keys {
		_, chosen := k.Value.(interface{ choices() []string })
		if len(s.OneOf) > 0 {
			chosen = slices.Contains(s.OneOf[0].Keys, k.Name)
		}
		if chosen {
			keys = append(keys, k)
		}
	}
	return keys
}
