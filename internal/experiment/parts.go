package experiment

import (
	"twophase/internal/document"
	"twophase/recorder"
)

// selections is the value of parts in a document: a list of selections, or a text with
// commas between them. It also reads true for all and false for none, as earlier versions
// wrote them.
type selections struct{ to *[]string }

// Read implements document.Value.
func (s *selections) Read(d *document.Document, name string, n *document.Node) {
	switch {
	case n.Kind == document.ListNode:
		document.SomeOf(s.to, partsOf).Read(d, name, n)
	case n.Kind == document.BoolNode && n.Text == "true":
		*s.to = []string{recorder.AllParts}
	case n.Kind == document.BoolNode && n.Text == "false":
		*s.to = nil
	case n.Kind == document.TextNode:
		if err := areParts(n.Text); err != nil {
			d.Fail(name, n, "%w", err)
			return
		}
		*s.to = recorder.SplitParts(n.Text)
	default:
		d.Fail(name, n, "%v is neither all nor a selection: write all, or selections such as lateral or \"feedforward[0,*]\"", n)
	}
}

// Write implements document.Value.
func (s *selections) Write() (*document.Node, bool) { return document.SomeOf(s.to, partsOf).Write() }

// Schema implements document.Value.
func (s *selections) Schema() map[string]any {
	return map[string]any{"anyOf": []any{
		map[string]any{"type": "string", "minLength": 1},
		map[string]any{"type": "boolean"},
		document.SomeOf(s.to, partsOf).Schema(),
	}}
}

func partsOf(to *string) document.Value { return document.Text(to, areParts) }

func areParts(text string) error {
	_, err := recorder.ParseParts(text)
	return err
}
