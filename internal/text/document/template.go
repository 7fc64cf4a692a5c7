package document

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// templateWidth is the largest number of characters of a line of comment.
const templateWidth = 96

// commentSign begins a line of a template that is commented out.
const commentSign = "# "

// Template writes a document with every key of a section, for people to edit. Comments
// above each key, which begin with ##, hold its description. A key whose example is its
// default, and which needs no other key, is active. The others are commented out by #, so
// that the unedited template means the defaults.
func Template(s *Section) ([]byte, error) {
	t := &template{explained: map[string]bool{}}
	for _, k := range s.Keys {
		t.b.WriteByte('\n')
		if err := t.key(&k, "", ""); err != nil {
			return nil, err
		}
	}
	return t.b.Bytes(), nil
}

// template is a template as it is being written.
type template struct {
	b         bytes.Buffer
	explained map[string]bool // keys of list items, by their full names
}

// key writes a key of a section. Margin is the comment sign with which the lines of a
// section begin that is commented out as a whole, and empty elsewhere.
func (t *template) key(k *Key, margin, indent string) error {
	t.comment(margin+indent, k.Description())
	within, items := inside(k.Value), itemSection(k.Value)
	switch {
	case within != nil:
		if _, optional := k.Value.(interface{ make() }); optional {
			margin = commentSign
		}
		fmt.Fprintf(&t.b, "%s%s%s:\n", margin, indent, k.Name)
		for _, inner := range within.all() {
			if err := t.key(&inner, margin, indent+"  "); err != nil {
				return err
			}
		}
		return nil
	case items != nil:
		fmt.Fprintf(&t.b, "%s%s%s:\n", commentSign, indent, k.Name)
		return t.items(items, items, commentSign+indent+"  ")
	}
	if margin == "" && (k.Example != k.Default || len(k.Beside) > 0) {
		indent += commentSign
	}
	return t.example(k, margin+indent)
}

// example writes a key with its example. Each entry of an example that is a mapping, such
// as a variant under compare, has a line.
func (t *template) example(k *Key, margin string) error {
	mapping, err := exampleOf(k.Name, k.Name+": "+k.Example)
	if err != nil {
		return err
	}
	value := mapping.Entries[0].Value
	t.b.WriteString(margin + k.Name + ":")
	if value.Kind != MappingNode {
		t.b.WriteByte(' ')
		writeInline(&t.b, value)
	} else {
		for _, e := range value.Entries {
			t.b.WriteString("\n" + margin + "  " + e.Key + ": ")
			writeInline(&t.b, e.Value)
		}
	}
	t.b.WriteByte('\n')
	return nil
}

// items writes an item of a list for each key, in s or a section of it, whose example is
// an item. Above it are the descriptions of its keys that are not explained yet.
func (t *template) items(items, s *Section, margin string) error {
	for _, k := range s.Keys {
		if strings.HasPrefix(k.Example, "{") {
			item, err := exampleOf(k.Name, k.Example)
			if err != nil {
				return err
			}
			t.explain(items, "", item, margin)
			t.b.WriteString(margin + "- ")
			writeInline(&t.b, item)
			t.b.WriteByte('\n')
		}
		if within := inside(k.Value); within != nil {
			if err := t.items(items, within, margin); err != nil {
				return err
			}
		}
	}
	return nil
}

// explain writes the descriptions of the keys of an item that are not explained yet.
func (t *template) explain(s *Section, name string, item *Node, margin string) {
	for _, e := range item.Entries {
		full := join(name, e.Key)
		k := s.key(e.Key)
		if k == nil {
			continue // Parse says so
		}
		if !t.explained[full] {
			t.explained[full] = true
			t.comment(margin, full+": "+k.Description())
		}
		if within := inside(k.Value); within != nil {
			t.explain(within, full, e.Value, margin)
		}
	}
}

// comment writes a sentence as a comment of one or more lines.
func (t *template) comment(margin, sentence string) {
	line := margin + "##"
	for _, word := range strings.Fields(sentence) {
		if len([]rune(line))+1+len([]rune(word)) > templateWidth {
			t.b.WriteString(line + "\n")
			line = margin + "##  "
		}
		line += " " + word
	}
	t.b.WriteString(line + "\n")
}

// exampleOf parses the example of a key.
func exampleOf(name, text string) (*Node, error) {
	d, err := Parse("the example of "+name, []byte(text))
	if err == nil && (d.top.Kind != MappingNode || slices.ContainsFunc(d.top.Entries, func(e Entry) bool { return e.Value.Kind == NullNode })) {
		err = fmt.Errorf("the key %s has no example", name)
	}
	if err != nil {
		return nil, err
	}
	return d.top, nil
}

// itemSection returns the section that each item of a list is, nil if a value is no list
// of sections.
func itemSection(v Value) *Section {
	if l, ok := v.(interface{ item() Value }); ok {
		return inside(l.item())
	}
	return nil
}
