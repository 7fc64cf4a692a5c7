package document

// TextOrTexts returns a value that is a text on one line, which stands for a list of one, or a
// list of at least one.
func TextOrTexts(to *[]string) Value { return &textOrTexts{to} }

type textOrTexts struct{ to *[]string }

func (v *textOrTexts) Read(d *Document, name string, n *Node) {
	if n.Kind == ListNode {
		Texts(v.to, nil).Read(d, name, n)
		return
	}
	one := ""
	if Text(&one, nil).Read(d, name, n); one != "" {
		*v.to = []string{one}
	}
}

func (v *textOrTexts) Write() (*Node, bool) {
	if len(*v.to) == 1 {
		return Text(&(*v.to)[0], nil).Write()
	}
	return Texts(v.to, nil).Write()
}

func (v *textOrTexts) Schema() map[string]any {
	return map[string]any{"anyOf": []any{Text(new(string), nil).Schema(), Texts(v.to, nil).Schema()}}
}
