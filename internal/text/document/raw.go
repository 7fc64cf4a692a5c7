package document

import (
	"encoding/json"
	"math"
	"strconv"

	"twophase/internal/text/wording"
)

// Raw returns a value of any kind, as it is written. The schema describes the values that
// make sense.
func Raw(to **Node, schema map[string]any) Value { return &rawValue{to, schema} }

type rawValue struct {
	to     **Node
	schema map[string]any
}

func (a *rawValue) Read(_ *Document, _ string, n *Node) { *a.to = n }
func (a *rawValue) Write() (*Node, bool)                { return *a.to, *a.to != nil }
func (a *rawValue) Schema() map[string]any              { return a.schema }

// JSON returns the node as JSON that Parse reads as the same node. Numbers have their
// shortest form, and keys keep their order.
func (n *Node) JSON() []byte { return n.appendJSON(nil) }

func (n *Node) appendJSON(text []byte) []byte {
	switch n.Kind {
	case TextNode:
		if !n.quoted && wording.IsNumber(n.Text) { // as 3e-3, which YAML calls a text
			return append(text, n.number()...)
		}
		return append(text, quote(n.Text)...)
	case NumberNode:
		return append(text, n.number()...)
	case BoolNode:
		if b, err := strconv.ParseBool(n.Text); err == nil {
			return strconv.AppendBool(text, b)
		}
		return append(text, quote(n.Text)...)
	case ListNode:
		text = append(text, '[')
		for i, item := range n.Items {
			if i > 0 {
				text = append(text, ',')
			}
			text = item.appendJSON(text)
		}
		return append(text, ']')
	case MappingNode:
		text = append(text, '{')
		for i, e := range n.Entries {
			if i > 0 {
				text = append(text, ',')
			}
			text = append(append(text, quote(e.Key)...), ':')
			text = e.Value.appendJSON(text)
		}
		return append(text, '}')
	}
	return append(text, "null"...)
}

// number returns a number in JSON's form: a whole one with all its digits, and one that is
// not finite as a text.
func (n *Node) number() []byte {
	if v, err := wording.Int(n.Text, math.MinInt64, math.MaxInt64); err == nil {
		return strconv.AppendInt(nil, v, 10)
	}
	if v, err := wording.Uint(n.Text, 0, math.MaxUint64); err == nil {
		return strconv.AppendUint(nil, v, 10)
	}
	v, err := wording.ParseNumber(n.Text)
	if err != nil {
		return quote(n.Text)
	}
	return []byte(wording.Format(v))
}

func quote(text string) []byte {
	quoted, _ := json.Marshal(text) // a string has no errors
	return quoted
}
