package experiment

import (
	"errors"
	"fmt"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"twophase/internal/nearest"
)

// decoder reads the keys of an experiment file and collects what is wrong.
type decoder struct {
	path   string
	lines  []string
	places map[string]*token.Token // of the values, by key
	errs   []error
}

// parse returns the top of the document, nil if there is an error.
func (d *decoder) parse(text []byte) ast.Node {
	file, err := parser.ParseBytes(text, 0, parser.AllowDuplicateMapKey())
	var syntax *yaml.SyntaxError
	switch {
	case errors.As(err, &syntax):
		d.failAt(syntax.Token, errors.New(syntax.Message))
		return nil
	case err != nil:
		d.failAt(nil, err)
		return nil
	}
	var bodies []ast.Node
	for _, doc := range file.Docs {
		if doc.Body != nil {
			bodies = append(bodies, doc.Body)
		}
	}
	switch len(bodies) {
	case 0:
		d.failAt(nil, errors.New("the file says nothing: twophase init writes one to begin with"))
		return nil
	case 1:
		return bodies[0]
	}
	d.failAt(bodies[1].GetToken(), errors.New("a second document: write one experiment in a file"))
	return nil
}

// section reads a mapping of keys.
func (d *decoder) section(name string, n ast.Node, keys []key, required string) {
	mapping, ok := n.(ast.MapNode)
	if !ok {
		d.fail(name, n, "%s is not a section: write each key on a line, as KEY: VALUE", d.show(n))
		return
	}
	values := map[string]value{}
	var names []string
	for _, k := range keys {
		values[k.name] = k.value
		names = append(names, k.name)
	}
	seen := map[string]int{}
	for entries := mapping.MapRange(); entries.Next(); {
		at := entries.Key().GetToken()
		full := joined(name, at.Value)
		line, twice := seen[at.Value]
		v := values[at.Value]
		switch {
		case twice:
			d.failAt(at, fmt.Errorf("%s is given twice: line %d has it too", full, line))
		case v == nil:
			d.failAt(at, fmt.Errorf("key %q does not exist%s: choose %s", full, d.meant(at.Value, keys, names), strings.Join(names, ", ")))
		default:
			d.places[full] = at
			d.value(full, entries.Value(), at, v)
		}
		seen[at.Value] = at.Position.Line
	}
	if _, given := seen[required]; required != "" && !given {
		d.fail(name, n, "%s is missing", required)
	}
}

// value reads the value of one key.
func (d *decoder) value(key string, n ast.Node, at *token.Token, v value) {
	switch n.(type) {
	case nil, *ast.NullNode:
		d.failAt(at, fmt.Errorf("%s has no value: give one, or leave the key out", key))
	case *ast.AnchorNode, *ast.AliasNode, *ast.TagNode, *ast.LiteralNode:
		d.fail(key, n, "anchors, aliases, tags and blocks of text have no meaning here: write the value itself")
	default:
		if _, isSection := v.(*section); !isSection && n.GetToken() != nil {
			d.places[key] = n.GetToken()
		}
		v.decode(d, key, n)
	}
}

// meant says which key was probably meant.
func (d *decoder) meant(word string, keys []key, names []string) string {
	for _, k := range keys {
		if s, ok := k.value.(*section); ok {
			for _, inner := range s.keys {
				if inner.name == word {
					return fmt.Sprintf(" (it belongs under %s)", k.name)
				}
			}
		}
	}
	return nearest.Hint(word, names)
}

func joined(section, key string) string {
	if section == "" {
		return key
	}
	return section + "." + key
}

// fail notes that the value of a key is wrong.
func (d *decoder) fail(key string, n ast.Node, format string, args ...any) {
	err := fmt.Errorf(format, args...)
	if key != "" {
		err = fmt.Errorf("%s: %w", key, err)
	}
	d.failAt(start(n), err)
}

func (d *decoder) failAt(t *token.Token, err error) { d.errs = append(d.errs, d.locate(t, err)) }

// locate returns the error with the place of a token.
func (d *decoder) locate(t *token.Token, err error) *FileError {
	e := &FileError{Path: d.path, Err: err}
	if t != nil && t.Position != nil && t.Position.Line >= 1 && t.Position.Line <= len(d.lines) {
		e.Line, e.Column, e.Text = t.Position.Line, max(1, t.Position.Column), d.lines[t.Position.Line-1]
	}
	return e
}

// start returns the token at which a value starts.
func start(n ast.Node) *token.Token {
	if m, ok := n.(ast.MapNode); ok {
		if entries := m.MapRange(); entries.Next() {
			return entries.Key().GetToken()
		}
	}
	return n.GetToken()
}

// show returns a value as an error quotes it.
func (d *decoder) show(n ast.Node) string {
	if text, _, ok := scalar(n); ok {
		return fmt.Sprintf("%q", text)
	}
	switch n.(type) {
	case ast.MapNode:
		return "a section"
	case *ast.SequenceNode:
		return "a list"
	}
	return "this"
}
