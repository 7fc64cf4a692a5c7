package experiment

import (
	"strings"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/internal/text/document"
	"twophase/recorder"
	"twophase/stimulus/fileformat"
)

// within is a circuit, or a rule, in a document. Embedding hides that it is a section: the template of
// experiments does not list its keys.
type within struct{ document.Value }

// tau is τ in a document: a positive number, or auto.
type tau struct {
	to   *float64
	auto *bool
}

// Read implements document.Value.
func (v *tau) Read(d *document.Document, name string, n *document.Node) {
	if *v.auto = n.Kind == document.TextNode && n.Text == Auto; *v.auto {
		*v.to = 0
		return
	}
	document.Positive(v.to).Read(d, name, n)
}

// Write implements document.Value.
func (v *tau) Write() (*document.Node, bool) {
	if *v.auto {
		return &document.Node{Kind: document.TextNode, Text: Auto}, true
	}
	return document.Positive(v.to).Write()
}

// Schema implements document.Value.
func (v *tau) Schema() map[string]any {
	return map[string]any{"anyOf": []any{map[string]any{"const": Auto}, document.Positive(v.to).Schema()}}
}

// delimiter is what stands between values in a document, by its name or its character.
func delimiter(to *string) document.Value {
	what := "a delimiter: choose " + strings.Join(fileformat.Delimiters, ", ")
	return document.Parsed(to, what, fileformat.ParseDelimiter)
}

// rate is α in a document: a number, or a text that circuit.ParseRate reads.
func rate(to *circuit.Rate) document.Value {
	what := "a learning rate: write one such as 1e-3, 10/(250+t) or 1.1e-3 until 10000, 1e-4"
	return document.Parsed(to, what, circuit.ParseRate, document.Positive(new(float64)))
}

// columns is Columns in a document: a text, or a number for one column.
func columns(to *Columns) document.Value {
	what := "columns: write the first and the last, counted from 0, as 0-31"
	return document.Parsed(to, what, ParseColumns, document.Integer(new(int), 0, maxNeurons))
}

// columnName is the name of one column in a document, or its number.
func columnName(to *string) document.Value {
	parse := func(text string) (string, error) { return text, isColumn(text) }
	return document.Parsed(to, "a column: write its name in the header, or its number from 0", parse, document.Integer(new(int), 0, maxNeurons))
}

// selections is the value of parts in a document: a list of selections, or a text with
// commas between them. It also reads true for all and false for none.
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
		d.Fail(name, n, "%v is neither all nor a selection: write all, or selections such as weights or %q", n, selection.ExampleRow)
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
