package document

import (
	"strings"

	"twophase/internal/text/wording"
)

// Flag is the flag of a command line that overrides a key.
type Flag struct {
	Name     string
	Group    string // the heading under which help lists it
	Repeated bool   // it gives one item of a list, and may be given again
}

// IsBool reports whether the value of a key is true or false, so that its flag needs no text.
func (k *Key) IsBool() bool {
	_, is := simple(k.Value).(*boolValue)
	return is
}

// ReadText reads the text of a flag as the value of the key. The items of a list stand between commas, and so do
// the values of a mapping, as NAME=VALUE. A flag that is repeated has a text for each item.
func (k *Key) ReadText(texts ...string) error {
	n := nodeOf(k.Value, texts[0])
	if k.Flag.Repeated {
		n = &Node{Kind: ListNode}
		for _, text := range texts {
			n.Items = append(n.Items, &Node{Kind: TextNode, Text: text})
		}
	}
	aside := newAside()
	k.Value.Read(aside, "--"+k.Flag.Name, n)
	return aside.first()
}

// Check returns an error that blames the first key that does not go together with the others that are given, nil
// if they fit. It is for values that did not come from one document; a key whose flag has another name is
// named with it. The section itself is called name.
func (s *Section) Check(name string) error {
	aside := newAside()
	s.check(aside, name)
	return aside.first()
}

func (s *Section) check(d *Document, name string) {
	given := map[string]Place{}
	n := &Node{Kind: MappingNode}
	for _, k := range s.Keys {
		if _, is := k.Value.Write(); !is {
			continue
		}
		given[k.Name] = Place{}
		n.Entries = append(n.Entries, Entry{Key: k.Name})
		if within := inside(k.Value); within != nil {
			within.check(d, join(name, k.Name))
		}
	}
	s.fit(d, name, n, given, nil)
}

// Given returns which of some keys are given, in their order in the section.
func (s *Section) Given(names ...string) (given []string) {
	for _, name := range names {
		if _, is := s.key(name).Value.Write(); is {
			given = append(given, name)
		}
	}
	return given
}

// newAside returns a document without a text, for what is wrong with values from elsewhere.
func newAside() *Document {
	return &Document{lines: []string{""}, places: map[string]Place{}, aside: true}
}

// first returns the first thing that is wrong, without a place.
func (d *Document) first() error {
	if len(d.errs) == 0 {
		return nil
	}
	return d.errs[0].Err
}

// nodeOf returns the text of a flag as a node that a value reads.
func nodeOf(v Value, text string) *Node {
	if v, ok := simple(v).(interface{ FromText(text string) *Node }); ok {
		return v.FromText(text)
	}
	if wording.IsNumber(text) {
		return &Node{Kind: NumberNode, Text: text}
	}
	return &Node{Kind: TextNode, Text: text}
}

func asText(text string) *Node { return &Node{Kind: TextNode, Text: text} }

// FromText returns the node of a flag's text: see nodeOf.
func (c *choiceValue) FromText(text string) *Node { return asText(text) }

// FromText returns the node of a flag's text: see nodeOf.
func (t *textValue) FromText(text string) *Node { return asText(text) }

// FromText returns the node of a flag's text: see nodeOf.
func (f *fileValue) FromText(text string) *Node { return asText(text) }

// FromText returns the node of a flag's text: see nodeOf.
func (b *boolValue) FromText(text string) *Node { return &Node{Kind: BoolNode, Text: text} }

// FromText returns the node of a flag's text, with commas between the items.
func (l *listValue[T]) FromText(text string) *Node {
	n := &Node{Kind: ListNode}
	for item := range strings.SplitSeq(text, ",") {
		n.Items = append(n.Items, nodeOf(l.item(), strings.TrimSpace(item)))
	}
	return n
}

// FromText returns the node of a flag's text, NAME=VALUE with commas between them.
func (m *mappingValue[T]) FromText(text string) *Node {
	n := &Node{Kind: MappingNode}
	for part := range strings.SplitSeq(text, ",") {
		name, value, named := strings.Cut(part, "=")
		if !named {
			return asText(text)
		}
		n.Entries = append(n.Entries, Entry{Key: name, Value: nodeOf(m.bind(new(T)), value)})
	}
	return n
}
