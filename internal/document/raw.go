package document

import (
	"encoding/json"
	"strconv"
)

// Raw returns a value of any kind, kept as it stands; schema is that of what is
// meant.
func Raw(to **Node, schema map[string]any) Value { return &raw{to, schema} }

type raw struct {
	to     **Node
	schema map[string]any
}

func (a *raw) Read(_ *Document, _ string, n *Node) { *a.to = n }
func (a *raw) Write() (*Node, bool)                { return *a.to, *a.to != nil }
func (a *raw) Schema() map[string]any              { return a.schema }

// JSON returns the node as JSON, which reads as the same node: numbers of their
// shortest form, keys in their order.
func (n *Node) JSON() []byte { return n.appendJSON(nil) }

func (n *Node) appendJSON(text []byte) []byte {
	switch n.Kind {
	case TextNode:
		if !n.quoted && numberForm.MatchString(n.Text) { // as 3e-3, which YAML calls a text
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

// number returns a number in JSON's form, a text if it is not finite.
func (n *Node) number() []byte {
	if wholeForm.MatchString(n.Text) {
		if n.Text[0] == '+' {
			return []byte(n.Text[1:])
		}
		return []byte(n.Text)
	}
	v, err := strconv.ParseFloat(n.Text, 64)
	if err != nil || !numberForm.MatchString(n.Text) {
		return quote(n.Text)
	}
	if size := max(v, -v); size < 1<<53 && v == float64(int64(v)) {
		return strconv.AppendInt(nil, int64(v), 10)
	}
	return strconv.AppendFloat(nil, v, 'g', -1, 64)
}

func quote(text string) []byte {
	quoted, _ := json.Marshal(text) // of a string, which has no errors
	return quoted
}
