package document

import "fmt"

// Numbers returns a value that is a list of at least one number, each in a range.
func Numbers(to *[]float64, r Range) Value {
	return ListOf(to, func(v *float64) Value { return Number(v, r) })
}

// Texts returns a value that is a list of at least one text on one line for which
// check returns no error.
func Texts(to *[]string, check func(text string) error) Value {
	return ListOf(to, func(v *string) Value { return Text(v, check) })
}

// ListOf returns a value that is a list of at least one value of a kind; bind
// returns that of one item. The items may be sections.
func ListOf[T any](to *[]T, bind func(item *T) Value) Value { return &listValue[T]{to, bind} }

// SomeOf returns a value that is a list as of ListOf, but may be empty.
func SomeOf[T any](to *[]T, bind func(item *T) Value) Value {
	return &someValue[T]{listValue[T]{to, bind}}
}

type (
	listValue[T any] struct {
		to   *[]T
		bind func(*T) Value
	}
	someValue[T any] struct{ listValue[T] }
)

// Items returns the items of a list with at least one. For another node it notes what is
// wrong and returns nil.
func (d *Document) Items(name string, n *Node) []*Node {
	if n.Kind != ListNode || len(n.Items) == 0 {
		d.Fail(name, n, "%s", n.asList())
		return nil
	}
	return n.Items
}

func (l *listValue[T]) Read(d *Document, name string, n *Node) {
	var all []T
	if n.isScalar() && !accepts(l.bind(new(T)), n) {
		d.Fail(name, n, "%v is not a list of at least one: write it as [a, b], or each on a line after a dash", n)
		return
	}
	for i, item := range d.Items(name, n) {
		one := fmt.Sprintf("%s[%d]", name, i)
		if item.Kind == NullNode {
			d.Fail(one, n, "nothing stands between the commas, or after the dash")
			continue
		}
		d.remember(one, item.Place)
		var v T
		l.bind(&v).Read(d, one, item)
		all = append(all, v)
	}
	*l.to = all
}

func (l *listValue[T]) item() Value { return l.bind(new(T)) }

func (l *listValue[T]) Write() (*Node, bool) {
	n := &Node{Kind: ListNode}
	for i := range *l.to {
		item, _ := l.bind(&(*l.to)[i]).Write()
		n.Items = append(n.Items, item)
	}
	return n, len(n.Items) > 0
}

func (l *listValue[T]) Schema() map[string]any {
	return map[string]any{"type": "array", "items": l.bind(new(T)).Schema(), "minItems": 1}
}

func (s *someValue[T]) Read(d *Document, name string, n *Node) {
	if n.Kind == ListNode && len(n.Items) == 0 {
		*s.to = nil
		return
	}
	s.listValue.Read(d, name, n)
}

func (s *someValue[T]) Schema() map[string]any {
	schema := s.listValue.Schema()
	delete(schema, "minItems")
	return schema
}

// TextOrTexts returns a value that is a text on one line, which stands for a list of one, or a
// list of at least one.
func TextOrTexts(to *[]string) Value {
	return OneOrMore(to, func(v *string) Value { return Text(v, nil) })
}

// OneOrMore returns a value that is a list as of ListOf, or one item without the brackets.
func OneOrMore[T any](to *[]T, bind func(item *T) Value) Value {
	return &oneOrMoreValue[T]{listValue[T]{to, bind}}
}

type oneOrMoreValue[T any] struct{ listValue[T] }

func (v *oneOrMoreValue[T]) Read(d *Document, name string, n *Node) {
	if n.Kind == ListNode {
		v.listValue.Read(d, name, n)
		return
	}
	before := d.Failures()
	one := make([]T, 1)
	if v.bind(&one[0]).Read(d, name, n); d.Failures() == before {
		*v.to = one
	}
}

func (v *oneOrMoreValue[T]) Write() (*Node, bool) {
	if len(*v.to) == 1 {
		return v.bind(&(*v.to)[0]).Write()
	}
	return v.listValue.Write()
}

func (v *oneOrMoreValue[T]) Schema() map[string]any {
	return map[string]any{"anyOf": []any{v.item().Schema(), v.listValue.Schema()}}
}
