package experiment

import (
	"math"
	"slices"
	"strings"

	"twophase/circuit"
	"twophase/internal/document"
	"twophase/stimulus"
)

// within is a circuit, or a rule, in a document. Embedding hides that it is a section: the template of
// experiments does not list its keys.
type within struct{ document.Value }

// gains is Λ in a document: a list, one number, or a text that ParseLambda reads.
type gains struct{ to *Lambda }

// Read implements document.Value.
func (g *gains) Read(d *document.Document, name string, n *document.Node) {
	if n.Kind == document.ListNode {
		var l Lambda
		document.Numbers(&l.Values, document.AboveZero).Read(d, name, n)
		*g.to = l
		return
	}
	if n.Kind == document.MappingNode || n.Kind == document.BoolNode {
		d.Fail(name, n, "%v is not gains: write a list such as [1, 0.85, 0.7], or the first and the last as 1:0.7", n)
		return
	}
	l, err := ParseLambda(n.Text)
	if err != nil {
		d.Fail(name, n, "%w", err)
		return
	}
	if slices.ContainsFunc(l.Values, func(v float64) bool { return !(v > 0) || math.IsInf(v, 0) }) {
		d.Fail(name, n, "%v is out of range: gains are positive numbers", n)
		return
	}
	*g.to = l
}

// Write implements document.Value: gains by name as a text, others as a list.
func (g *gains) Write() (*document.Node, bool) {
	if !g.to.Linear && !g.to.Auto {
		return document.Numbers(&g.to.Values, document.AboveZero).Write()
	}
	return &document.Node{Kind: document.TextNode, Text: g.to.String()}, true
}

// Schema implements document.Value.
func (g *gains) Schema() map[string]any {
	return map[string]any{"anyOf": []any{
		map[string]any{"type": "string", "minLength": 1},
		document.Positive(new(float64)).Schema(),
		document.Numbers(new([]float64), document.AboveZero).Schema(),
	}}
}

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
type delimiter struct{ to *string }

// Read implements document.Value.
func (v *delimiter) Read(d *document.Document, name string, n *document.Node) {
	if n.Kind != document.TextNode {
		d.Fail(name, n, "%v is not a delimiter: choose %s", n, strings.Join(stimulus.Delimiters, ", "))
		return
	}
	found, err := stimulus.ParseDelimiter(n.Text)
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
