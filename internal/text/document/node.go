package document

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Node is a value in a document: a text, a number, a list or a mapping of keys.
type Node struct {
	Kind    Kind
	Text    string  // of a text, a number or a bool, as it is written
	Items   []*Node // of a list
	Entries []Entry // of a mapping, in their order
	Place   Place
	Flow    bool // a mapping or a list that is written on one line, if it fits

	quoted bool // a text in quotes
}

// Entry is a key of a mapping, with its value.
type Entry struct {
	Key   string
	Value *Node
	Place Place // of the key
}

// Place is a line and a character of a document, counted from 1. The zero Place is none.
type Place struct{ Line, Column int }

// too says where a key stands that is given twice.
func (p Place) too() string {
	if p.Line == 0 {
		return ""
	}
	return fmt.Sprintf(": line %d has it too", p.Line)
}

// Kind is the kind of a node.
type Kind int

// The kinds of nodes.
const (
	NullNode Kind = iota
	TextNode
	NumberNode
	BoolNode
	ListNode
	MappingNode
)

// String returns the node as an error message quotes it.
func (n *Node) String() string {
	switch n.Kind {
	case NullNode:
		return "nothing"
	case ListNode:
		return empty(len(n.Items), "a list", "an empty list")
	case MappingNode:
		return empty(len(n.Entries), "a section", "an empty section")
	}
	return fmt.Sprintf("%q", n.Text)
}

func empty(n int, some, none string) string {
	if n == 0 {
		return none
	}
	return some
}

// isScalar reports whether a node is one value on a line.
func (n *Node) isScalar() bool {
	return n.Kind == TextNode || n.Kind == NumberNode || n.Kind == BoolNode
}

// inline returns a node as it is written on a line.
func inline(n *Node) string {
	var b bytes.Buffer
	writeInline(&b, n)
	return b.String()
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

// writeInline writes a value on the line.
func writeInline(b *bytes.Buffer, n *Node) {
	switch n.Kind {
	case ListNode:
		b.WriteByte('[')
		for i, item := range n.Items {
			if i > 0 {
				b.WriteString(", ")
			}
			writeInline(b, item)
		}
		b.WriteByte(']')
	case MappingNode:
		b.WriteByte('{')
		for i, e := range n.Entries {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(e.Key + ": ")
			writeInline(b, e.Value)
		}
		b.WriteByte('}')
	case TextNode:
		b.WriteString(quoted(n.Text))
	default:
		b.WriteString(n.Text)
	}
}

// plain is a text that means itself in YAML, if it is not one of special.
var plain = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_./-]*$`)

var special = []string{"true", "false", "yes", "no", "on", "off", "y", "n", "null", "nan", "inf"}

// quoted returns a text as it is, or in quotes where it would mean something else.
func quoted(text string) string {
	if plain.MatchString(text) && !slices.Contains(special, strings.ToLower(text)) {
		return text
	}
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(text) // a text can be encoded
	return strings.TrimSuffix(b.String(), "\n")
}
