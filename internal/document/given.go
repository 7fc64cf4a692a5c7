package document

// Given returns the value that bind returns for **to. *to stays nil unless the key is
// given, so that 0 and false differ from a missing key.
func Given[T any](to **T, bind func(*T) Value) Value { return &given[T]{to, bind} }

type given[T any] struct {
	to   **T
	bind func(*T) Value
}

func (g *given[T]) Read(d *Document, name string, n *Node) {
	v := new(T)
	g.bind(v).Read(d, name, n)
	*g.to = v
}

func (g *given[T]) Write() (*Node, bool) {
	if *g.to == nil {
		return nil, false
	}
	n, _ := g.bind(*g.to).Write()
	return n, true
}

func (g *given[T]) Schema() map[string]any { return g.bound().Schema() }

func (g *given[T]) bound() Value { return g.bind(new(T)) }
