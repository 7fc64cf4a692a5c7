package document

// WordOr returns a value that is a word, or a section in its place. The section is one of
// Optional, or one that always has a key when given.
func WordOr(word, section Value) Value { return &wordOrValue{word, section} }

type wordOrValue struct{ word, within Value }

// instead returns the section in the place of the word.
func (v *wordOrValue) instead() Value { return v.within }

func (v *wordOrValue) Read(d *Document, name string, n *Node) {
	if n.Kind == MappingNode {
		v.within.Read(d, name, n)
		return
	}
	v.word.Read(d, name, n)
}

func (v *wordOrValue) Write() (*Node, bool) {
	if n, given := v.within.Write(); given {
		return n, true
	}
	return v.word.Write()
}

func (v *wordOrValue) Schema() map[string]any {
	return map[string]any{"anyOf": []any{v.word.Schema(), v.within.Schema()}}
}
