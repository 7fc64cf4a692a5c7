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
func ListOf[T any](to *[]T, bind func(item *T) Value) Value { return &list[T]{to, bind} }

// SomeOf returns a value that is a list as of ListOf, but may be empty.
func SomeOf[T any](to *[]T, bind func(item *T) Value) Value { return &some[T]{list[T]{to, bind}} }

// Optional returns a section that may be left out: then *to is nil.
func Optional[T any](to **T, bind func(*T) *Section) Value { return &optional[T]{to, bind} }

type (
	list[T any] struct {
		to   *[]T
		bind func(*T) Value
	}
	some[T any] struct{ list[T] }

	optional[T any] struct {
		to   **T
		bind func(*T) *Section
	}
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

func (l *list[T]) Read(d *Document, name string, n *Node) {
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

func (l *list[T]) item() Value { return l.bind(new(T)) }

func (l *list[T]) Write() (*Node, bool) {
	n := &Node{Kind: ListNode}
	for i := range *l.to {
		item, _ := l.bind(&(*l.to)[i]).Write()
		n.Items = append(n.Items, item)
	}
	return n, len(n.Items) > 0
}

func (l *list[T]) Schema() map[string]any {
	return map[string]any{"type": "array", "items": l.bind(new(T)).Schema(), "minItems": 1}
}

func (s *some[T]) Read(d *Document, name string, n *Node) {
	if n.Kind == ListNode && len(n.Items) == 0 {
		*s.to = nil
		return
	}
	s.list.Read(d, name, n)
}

func (s *some[T]) Schema() map[string]any {
	schema := s.list.Schema()
	delete(schema, "minItems")
	return schema
}

func (o *optional[T]) Read(d *Document, name string, n *Node) {
	*o.to = new(T)
	o.section().Read(d, name, n)
}

func (o *optional[T]) Write() (*Node, bool) {
	if *o.to == nil {
		return nil, false
	}
	n, _ := o.section().Write()
	return n, true
}

func (o *optional[T]) Schema() map[string]any { return o.section().Schema() }

func (o *optional[T]) make() {
	if *o.to == nil {
		*o.to = new(T)
	}
}

func (o *optional[T]) section() *Section {
	if *o.to != nil {
		return o.bind(*o.to)
	}
	return o.bind(new(T))
}
