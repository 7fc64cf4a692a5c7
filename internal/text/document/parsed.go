package document

import "fmt"

// Parsed returns a value that is a text, or a number, which parse reads. Its own text is that of fmt.Sprint, and
// the empty text is none. what says what it is, for an error; forms are what else it may be in a schema.
func Parsed[T any](to *T, what string, parse func(text string) (T, error), forms ...Value) Value {
	return &parsedValue[T]{to, what, parse, forms}
}

type parsedValue[T any] struct {
	to    *T
	what  string
	parse func(string) (T, error)
	forms []Value
}

func (p *parsedValue[T]) Read(d *Document, name string, n *Node) {
	if n.Kind != TextNode && n.Kind != NumberNode {
		d.Fail(name, n, "%v is not %s", n, p.what)
		return
	}
	v, err := p.parse(n.Text)
	if err != nil {
		d.Fail(name, n, "%w", err)
		return
	}
	*p.to = v
}

func (p *parsedValue[T]) Write() (*Node, bool) {
	text := fmt.Sprint(*p.to)
	return &Node{Kind: TextNode, Text: text}, text != ""
}

func (p *parsedValue[T]) Schema() map[string]any {
	text := map[string]any{"type": "string", "minLength": 1}
	if len(p.forms) == 0 {
		return text
	}
	all := []any{text}
	for _, form := range p.forms {
		all = append(all, form.Schema())
	}
	return map[string]any{"anyOf": all}
}
