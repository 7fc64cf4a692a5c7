package experiment

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strings"

	"twophase/internal/text/document"
	"twophase/internal/text/wording"
)

// SplitOrigin splits RUN:STEP into the folder and the step, which is −1 if there is none.
func SplitOrigin(text string) (run string, step int, err error) {
	at := strings.LastIndex(text, ":")
	if at < 0 {
		return text, -1, nil
	}
	n, err := wording.Int(text[at+1:], 0, MaxSteps)
	if err != nil {
		return "", 0, fmt.Errorf("%s: %w; give RUN, or RUN:STEP", text, err)
	}
	return text[:at], int(n), nil
}

func isOrigin(text string) error {
	_, _, err := SplitOrigin(text)
	return err
}

// startM is the start of M in a document: a number or the name of a file.
type startM struct {
	to     *float64
	file   *string
	folder string
}

// Read implements document.Value.
func (v *startM) Read(d *document.Document, name string, n *document.Node) {
	if n.Kind == document.TextNode {
		*v.to = 0
		document.File(v.file, v.folder).Read(d, name, n)
		return
	}
	*v.file = ""
	document.Positive(v.to).Read(d, name, n)
}

// FromText returns the text of a flag as a node. A text that looks like a number is the name of a file only if
// there is one.
func (v *startM) FromText(text string) *document.Node {
	kind := document.NumberNode
	if _, missing := os.Stat(text); missing == nil || !strings.ContainsAny(text[:1], "0123456789.+-") {
		kind = document.TextNode
	}
	return &document.Node{Kind: kind, Text: text}
}

// Write implements document.Value.
func (v *startM) Write() (*document.Node, bool) {
	if *v.file != "" {
		return document.File(v.file, v.folder).Write()
	}
	return document.Positive(v.to).Write()
}

// Schema implements document.Value.
func (v *startM) Schema() map[string]any {
	return map[string]any{"anyOf": []any{document.Positive(v.to).Schema(), document.File(v.file, v.folder).Schema()}}
}

// startValues is where a part of a circuit starts, in a document: the name of a file, a number for all neurons, or a list with one for
// each. Numbers are kept as text: see StartNumbers.
type startValues struct {
	to     *string
	folder string
}

// Read implements document.Value.
func (v *startValues) Read(d *document.Document, name string, n *document.Node) {
	switch {
	case n.Kind == document.NumberNode, n.Kind == document.TextNode && StartNumbers(n.Text) != nil: // the latter in a manifest
		*v.to = n.Text
	case n.Kind == document.ListNode:
		var numbers []float64
		before := d.Failures()
		v.list(&numbers).Read(d, name, n)
		if d.Failures() == before {
			*v.to = string(n.JSON())
		}
	default:
		document.File(v.to, v.folder).Read(d, name, n)
	}
}

func (v *startValues) list(to *[]float64) document.Value {
	return document.ListOf(to, func(one *float64) document.Value {
		return document.Number(one, document.Range{Min: -math.MaxFloat64, Max: math.MaxFloat64})
	})
}

// Write implements document.Value.
func (v *startValues) Write() (*document.Node, bool) {
	if numbers := StartNumbers(*v.to); len(numbers) == 1 && !strings.HasPrefix(*v.to, "[") {
		return &document.Node{Kind: document.NumberNode, Text: *v.to}, true
	} else if numbers != nil {
		return v.list(&numbers).Write()
	}
	return document.File(v.to, v.folder).Write()
}

// Schema implements document.Value.
func (v *startValues) Schema() map[string]any {
	return map[string]any{"anyOf": []any{map[string]any{"type": "number"}, v.list(new([]float64)).Schema(), document.File(v.to, v.folder).Schema()}}
}

// StartNumbers returns the numbers of a value of Initial that is no file: one for all neurons, or one for each; else nil.
func StartNumbers(text string) (numbers []float64) {
	if !strings.HasPrefix(text, "[") {
		text = "[" + text + "]"
	}
	if json.Unmarshal([]byte(text), &numbers) != nil {
		return nil
	}
	return numbers
}
