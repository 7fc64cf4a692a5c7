package circuitfile

import (
	"regexp"

	"twophase/circuit/selection"
	"twophase/internal/text/document"
	"twophase/internal/text/wording"
)

// nameForm is the form of the name of a population or a projection.
var nameForm = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]*$`)

// Limits on what a document may say.
const (
	maxNeurons = 1_000_000
	maxWindow  = 1_000_000_000
)

// parts are populations or projections by name. Each is written on a line, if it fits.
type parts[T any] struct {
	to   *[]T
	name func(*T) *string
	bind func(*T) document.Value
}

// Read implements document.Value.
func (p *parts[T]) Read(d *document.Document, name string, n *document.Node) {
	var all document.Mapping[T]
	document.MappingOf(&all, p.bind).Read(d, name, n)
	*p.to = nil
	for _, one := range all {
		switch {
		case len(one.Name) > selection.LongestName:
			d.Fail(name, n, "the name %.20s… has %d characters: there is room for %d", one.Name, len(one.Name), selection.LongestName)
		case !nameForm.MatchString(one.Name):
			d.Fail(name, n, "%q is not a name of a part of a circuit: write a letter, then letters, digits and _", one.Name)
		}
		*p.name(&one.Value) = one.Name
		*p.to = append(*p.to, one.Value)
	}
}

// mapping returns the parts as a mapping.
func (p *parts[T]) mapping() (all document.Mapping[T]) {
	for _, one := range *p.to {
		all = append(all, document.Named[T]{Name: *p.name(&one), Value: one})
	}
	return all
}

// Write implements document.Value.
func (p *parts[T]) Write() (*document.Node, bool) {
	all := p.mapping()
	n, given := document.MappingOf(&all, p.bind).Write()
	for _, e := range n.Entries {
		e.Value.Flow = true
	}
	return n, given
}

// Schema implements document.Value.
func (p *parts[T]) Schema() map[string]any {
	all := p.mapping()
	schema := document.MappingOf(&all, p.bind).Schema()
	schema["propertyNames"] = map[string]any{"pattern": nameForm.String(), "maxLength": selection.LongestName}
	return schema
}

// expressionText returns a value that is an expression: a text, or a number. It is compiled
// when the network is built.
func expressionText(to *string) document.Value { return &expressionValue{to} }

type expressionValue struct{ to *string }

// Read implements document.Value.
func (e *expressionValue) Read(d *document.Document, name string, n *document.Node) {
	if n.Kind != document.TextNode && n.Kind != document.NumberNode || n.Text == "" {
		d.Fail(name, n, "%v is not an expression: write a number or a text such as \"2*y\"", n)
		return
	}
	*e.to = n.Text
}

// Write implements document.Value.
func (e *expressionValue) Write() (*document.Node, bool) {
	kind := document.TextNode
	if wording.IsNumber(*e.to) {
		kind = document.NumberNode
	}
	return &document.Node{Kind: kind, Text: *e.to}, *e.to != ""
}

// Schema implements document.Value.
func (e *expressionValue) Schema() map[string]any {
	return map[string]any{"type": []string{"string", "number"}}
}

// pace is the value of a learning rate: a text, or a number.
type pace struct{ to *string }

// Read implements document.Value.
func (p *pace) Read(d *document.Document, name string, n *document.Node) {
	if n.Kind == document.NumberNode {
		n = &document.Node{Kind: document.TextNode, Text: n.Text, Place: n.Place}
	}
	document.Text(p.to, isPace).Read(d, name, n)
}

// Write implements document.Value.
func (p *pace) Write() (*document.Node, bool) { return document.Text(p.to, isPace).Write() }

// Schema implements document.Value.
func (p *pace) Schema() map[string]any { return expressionText(p.to).Schema() }

// startValue is the value of the weights at the start: a text, or a number.
type startValue struct{ to *string }

// Read implements document.Value.
func (s *startValue) Read(d *document.Document, name string, n *document.Node) {
	if n.Kind == document.NumberNode {
		*s.to = n.Text
		return
	}
	document.Text(s.to, isStart).Read(d, name, n)
}

// Write implements document.Value.
func (s *startValue) Write() (*document.Node, bool) { return expressionText(s.to).Write() }

// Schema implements document.Value.
func (s *startValue) Schema() map[string]any { return expressionText(s.to).Schema() }

// ruleText is the value of a rule that is a text: the name of one, or a formula. It is compiled when the network is built.
type ruleText struct{ to *Rule }

func (r *ruleText) named() document.Value { return document.Choice(&r.to.Named, ruleNames...) }

// Read implements document.Value.
func (r *ruleText) Read(d *document.Document, name string, n *document.Node) {
	if n.Kind != document.TextNode || !isFormula(n.Text) {
		r.named().Read(d, name, n)
		return
	}
	r.to.Formula = n.Text
}

// Write implements document.Value.
func (r *ruleText) Write() (*document.Node, bool) {
	if r.to.Formula != "" {
		return expressionText(&r.to.Formula).Write()
	}
	return r.named().Write()
}

// Schema implements document.Value.
func (r *ruleText) Schema() map[string]any {
	return map[string]any{"anyOf": []any{r.named().Schema(), map[string]any{"type": "string", "pattern": "[^A-Za-z0-9_-]|^(post|pre|w|rate)$"}}}
}
