package document

import (
	"bytes"
	"fmt"
	"slices"
)

// inline returns a node as it is written on a line.
func inline(n *Node) string {
	var b bytes.Buffer
	writeInline(&b, n)
	return b.String()
}

// isScalar reports whether a node is one value on a line.
func (n *Node) isScalar() bool {
	return n.Kind == TextNode || n.Kind == NumberNode || n.Kind == BoolNode
}

// asList says what to write where a list is wanted.
func (n *Node) asList() string {
	switch {
	case n.isScalar():
		return fmt.Sprintf("%[1]s is one value, and a list is wanted: write [%[1]s]", inline(n))
	case n.Kind == MappingNode && len(n.Entries) > 0:
		return fmt.Sprintf("a section is one entry, and a list of entries is wanted: write a dash before it, as - {%s: …}", n.Entries[0].Key)
	}
	return fmt.Sprintf("%v is not a list of at least one: write it as [a, b], or each on a line after a dash", n)
}

// asOne says what to write where one value is wanted, a text or a number.
func (n *Node) asOne(wanted string) string {
	if n.Kind == ListNode && len(n.Items) > 0 && n.Items[0].isScalar() {
		first := inline(n.Items[0])
		if len(n.Items) == 1 {
			return fmt.Sprintf("a list is not %s: write %s, without the brackets or the dash", wanted, first)
		}
		return fmt.Sprintf("a list is not %s: give one, such as %s", wanted, first)
	}
	return ""
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
	aside := &Document{lines: []string{""}, places: map[string]Place{}}
	v.Read(aside, "", n)
	return len(aside.errs) == 0
}

// telling returns the keys of which one says what the section is, or else those that are choices.
func (s *Section) telling() (keys []Key) {
	for _, k := range s.Keys {
		_, chosen := k.Value.(*choice)
		if len(s.OneOf) > 0 {
			chosen = slices.Contains(s.OneOf[0].Keys, k.Name)
		}
		if chosen {
			keys = append(keys, k)
		}
	}
	return keys
}
