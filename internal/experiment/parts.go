package experiment

import (
	"fmt"

	"twophase/circuit/selection"
	"twophase/internal/document"
	"twophase/recorder"
)

// selections is what is recorded in parts, in a document: a list of selections, or a
// text with commas between them; also true for all and false for none, as earlier
// versions wrote it.
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
		d.Fail(name, n, "%v does not say of what to record the parts: write all, or selections such as lateral or \"feedforward[0,*]\"", n)
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

// resolveParts parses what is to be recorded in parts and checks that it is recorded.
func (p *Plan) resolveParts() error {
	requests := p.requests
	if requests == nil {
		requests = []recorder.Request{{Selection: selection.All(selection.Weights), Stride: 1}} // as recordAll will
	}
	run := p.recording()
	for i, text := range p.Experiment.Parts {
		parts, err := recorder.ParseParts(text)
		if err == nil {
			run.Parts = parts
			_, err = recorder.Estimate(requests, run)
		}
		if err != nil {
			return document.Blame(err, fmt.Sprintf("parts[%d]", i), "parts")
		}
		p.parts = append(p.parts, parts...)
	}
	return nil
}
