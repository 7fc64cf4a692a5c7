package document

import "fmt"

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
