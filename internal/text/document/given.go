package document

// Given returns the value that bind returns for **to. *to stays nil unless the key is
// given, so that 0 and false differ from a missing key.
func Given[T any](to **T, bind func(*T) Value) Value { return &givenValue[T]{to, bind} }

type givenValue[T any] struct {
	to   **T
	bind func(*T) Value
}

func (g *givenValue[T]) Read(d *Document, name string, n *Node) {
	v := new(T)
	g.bind(v).Read(d, name, n)
	*g.to = v
}

func (g *givenValue[T]) Write() (*Node, bool) {
	if *g.to == nil {
		return nil, false
	}
	n, _ := g.bind(*g.to).Write()
	return n, true
}

func (g *givenValue[T]) Schema() map[string]any { return g.bound().Schema() }

func (g *givenValue[T]) bound() Value { return g.bind(new(T)) }

// Optional returns a section that may be left out: then *to is nil.
func Optional[T any](to **T, bind func(*T) *Section) Value { return &optionalValue[T]{to, bind} }

type optionalValue[T any] struct {
	to   **T
	bind func(*T) *Section
}

func (o *optionalValue[T]) Read(d *Document, name string, n *Node) {
	*o.to = new(T)
	o.section().Read(d, name, n)
}

func (o *optionalValue[T]) Write() (*Node, bool) {
	if *o.to == nil {
		return nil, false
	}
	n, _ := o.section().Write()
	return n, true
}

func (o *optionalValue[T]) Schema() map[string]any { return o.section().Schema() }

func (o *optionalValue[T]) make() {
	if *o.to == nil {
		*o.to = new(T)
	}
}

func (o *optionalValue[T]) section() *Section {
	if *o.to != nil {
		return o.bind(*o.to)
	}
	return o.bind(new(T))
}
