package document

// WordOr returns a value that is a word, or a section in its place. The section is one of
// Optional, or one that always has a key when given.
func WordOr(word, section Value) Value { return &wordOr{word, section} }

type wordOr struct{ word, within Value }

func (v *wordOr) Read(d *Document, name string, n *Node) {
	if n.Kind == MappingNode {
		v.within.Read(d, name, n)
		return
	}
	v.word.Read(d, name, n)
}

func (v *wordOr) Write() (*Node, bool) {
	if n, given := v.within.Write(); given {
		return n, true
	}
	return v.word.Write()
}

func (v *wordOr) Schema() map[string]any {
	return map[string]any{"anyOf": []any{v.word.Schema(), v.within.Schema()}}
}
