package experiment

import (
	"fmt"
	"math"
	"strings"

	"twophase/circuit"
	"twophase/internal/text/document"
	"twophase/internal/text/wording"
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

// ParseTau reads a positive number, or auto.
func ParseTau(text string) (tau float64, auto bool, err error) {
	if text == Auto {
		return 0, true, nil
	}
	if tau, err = wording.ParseNumber(text); err != nil {
		return 0, false, fmt.Errorf("--tau %s: %w; give a positive number, or auto", text, err)
	}
	if !(tau > 0) || math.IsInf(tau, 1) {
		return 0, false, fmt.Errorf("--tau %s: give a positive number, or auto", text)
	}
	return tau, false, nil
}

// delimiter is what stands between values in a document, by its name or its character.
type delimiter struct{ to *string }

// Read implements document.Value.
func (v *delimiter) Read(d *document.Document, name string, n *document.Node) {
	if n.Kind != document.TextNode {
		d.Fail(name, n, "%v is not a delimiter: choose %s", n, strings.Join(fileformat.Delimiters, ", "))
		return
	}
	found, err := fileformat.ParseDelimiter(n.Text)
	if err != nil {
		d.Fail(name, n, "%w", err)
		return
	}
	*v.to = found
}

// Write implements document.Value.
func (v *delimiter) Write() (*document.Node, bool) {
	return &document.Node{Kind: document.TextNode, Text: *v.to}, *v.to != ""
}

// Schema implements document.Value.
func (v *delimiter) Schema() map[string]any {
	return map[string]any{"type": "string", "minLength": 1}
}

// rate is α in a document: a number, or a text that circuit.ParseRate reads.
type rate struct{ to *circuit.Rate }

// Read implements document.Value.
func (r *rate) Read(d *document.Document, name string, n *document.Node) {
	if n.Kind != document.TextNode && n.Kind != document.NumberNode {
		d.Fail(name, n, "%v is not a learning rate: write one such as 1e-3, 10/(250+t) or 1.1e-3 until 10000, 1e-4", n)
		return
	}
	parsed, err := circuit.ParseRate(n.Text)
	if err != nil {
		d.Fail(name, n, "%w", err)
		return
	}
	*r.to = parsed
}

// Write implements document.Value.
func (r *rate) Write() (*document.Node, bool) {
	return &document.Node{Kind: document.TextNode, Text: r.to.String()}, r.to.String() != ""
}

// Schema implements document.Value.
func (r *rate) Schema() map[string]any {
	return map[string]any{"anyOf": []any{
		map[string]any{"type": "string", "minLength": 1},
		document.Positive(new(float64)).Schema(),
	}}
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
