package document

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"twophase/internal/text/wording"
)

// Choice returns a value that is one of some names. Write leaves out the empty text.
func Choice(to *string, names ...string) Value { return &choiceValue{to, names, nil} }

// ChoiceBut is Choice, in which refuse may say more about a name that is none of them.
func ChoiceBut(to *string, refuse func(name string) error, names ...string) Value {
	return &choiceValue{to, names, refuse}
}

// Bool returns a value that is true or false; absent is what leaving it out means.
func Bool(to *bool, absent bool) Value { return &boolValue{to, absent} }

// Text returns a value that is a text on one line for which check, which may be
// nil, returns no error. Write leaves out the empty text.
func Text(to *string, check func(text string) error) Value { return &textValue{to, check} }

// File returns a value that is the name of a file. In the document it is relative
// to a folder, in *to to the working directory. Each check returns an error for a name that is wrong.
func File(to *string, folder string, checks ...func(name string) error) Value {
	return &fileValue{to, folder, checks}
}

type (
	choiceValue struct {
		to     *string
		names  []string
		refuse func(name string) error
	}
	boolValue struct {
		to     *bool
		absent bool
	}
	textValue struct {
		to    *string
		check func(string) error
	}
	fileValue struct {
		to     *string
		folder string
		checks []func(name string) error
	}
)

// Word returns the text in a node, on one line, or false after noting what is wrong.
func (d *Document) Word(name string, n *Node) (string, bool) {
	if one := n.asOne("a text"); one != "" {
		d.Fail(name, n, "%s", one)
		return "", false
	}
	if n.Kind != TextNode || strings.ContainsAny(n.Text, "\r\n") {
		d.Fail(name, n, "%v is not a text on one line: write one, in quotes if YAML reads it as another type", n)
		return "", false
	}
	return n.Text, true
}

func (c *choiceValue) Read(d *Document, name string, n *Node) {
	word, ok := d.Word(name, n)
	var refused error
	if c.refuse != nil {
		refused = c.refuse(word)
	}
	switch {
	case !ok:
	case slices.Contains(c.names, word):
		*c.to = word
	case refused != nil:
		d.Fail(name, n, "%w", refused)
	default:
		d.Fail(name, n, "%q does not exist%s: choose %s", word, wording.Hint(word, c.names), wording.List(c.names, "or"))
	}
}

func (c *choiceValue) Write() (*Node, bool)   { return &Node{Kind: TextNode, Text: *c.to}, *c.to != "" }
func (c *choiceValue) Schema() map[string]any { return map[string]any{"enum": c.names} }

// manyChoices is the number of choices from which a sentence does not list them.
const manyChoices = 9

func (c *choiceValue) sentence(about string) string {
	unnamed := func(name string) bool { return !strings.Contains(about, name) }
	if len(c.names) < manyChoices && slices.ContainsFunc(c.names, unnamed) {
		return about + ": " + wording.List(c.names, "or")
	}
	return about
}

func (c *choiceValue) choices() []string { return c.names }

func (b *boolValue) Read(d *Document, name string, n *Node) {
	if n.Kind != BoolNode || n.Text != "true" && n.Text != "false" {
		d.Fail(name, n, "%v is neither true nor false: choose one of them", n)
		return
	}
	*b.to = n.Text == "true"
}

func (b *boolValue) Write() (*Node, bool) {
	return &Node{Kind: BoolNode, Text: fmt.Sprint(*b.to)}, *b.to != b.absent
}

func (b *boolValue) Schema() map[string]any {
	return map[string]any{"type": "boolean", "default": b.absent}
}

func (t *textValue) Read(d *Document, name string, n *Node) {
	word, ok := d.Word(name, n)
	switch {
	case !ok:
		return
	case word == "":
		d.Fail(name, n, "the text is empty: give one, or leave the key out")
		return
	case t.check != nil:
		if err := t.check(word); err != nil {
			d.Fail(name, n, "%w", err)
			return
		}
	}
	*t.to = word
}

func (t *textValue) Write() (*Node, bool) { return &Node{Kind: TextNode, Text: *t.to}, *t.to != "" }
func (t *textValue) Schema() map[string]any {
	return map[string]any{"type": "string", "minLength": 1, "pattern": oneLine}
}

// oneLine is a text without a line break, as a regular expression.
const oneLine = `^[^\r\n]*$`

func (f *fileValue) Read(d *Document, name string, n *Node) {
	word, ok := d.Word(name, n)
	for _, check := range f.checks {
		if err := check(word); ok && err != nil {
			d.Fail(name, n, "%w", err)
			return
		}
	}
	switch {
	case !ok:
	case word == "":
		d.Fail(name, n, "the name of the file is empty: give one, or leave the key out")
	case filepath.IsAbs(word):
		*f.to = filepath.Clean(word)
	default:
		*f.to = filepath.Join(f.folder, word)
	}
}

func (f *fileValue) Write() (*Node, bool) {
	if *f.to == "" {
		return nil, false
	}
	path, err := filepath.Rel(f.folder, *f.to)
	if err != nil { // no way leads from there to here
		if path, err = filepath.Abs(*f.to); err != nil {
			path = *f.to
		}
	}
	return &Node{Kind: TextNode, Text: filepath.ToSlash(path)}, true
}

func (f *fileValue) Schema() map[string]any {
	return map[string]any{"type": "string", "minLength": 1, "pattern": oneLine}
}
