package experiment

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"twophase/internal/text/document"
)

// ParseViews reads "left=0-31,right=32-63".
func ParseViews(text string) (document.Mapping[Columns], error) {
	return parseNamed(text, "views", "left=0-31,right=32-63", ParseColumns)
}

// ParseFiles reads "x=x.csv,y=y.csv".
func ParseFiles(text string) (document.Mapping[string], error) {
	return parseNamed(text, "files", "x=x.csv,y=y.csv", func(path string) (string, error) {
		if path == "" {
			return "", errors.New("the name of a file is empty")
		}
		return path, nil
	})
}

// parseNamed reads NAME=VALUE, separated by commas.
func parseNamed[T any](text, what, example string, parse func(string) (T, error)) (all document.Mapping[T], err error) {
	for part := range strings.SplitSeq(text, ",") {
		name, rest, ok := strings.Cut(part, "=")
		if !ok || !document.IsName(name) {
			return nil, fmt.Errorf("%s %q: write each with its name, as %s", what, text, example)
		}
		if slices.ContainsFunc(all, func(n document.Named[T]) bool { return n.Name == name }) {
			return nil, fmt.Errorf("%s %q: %s is given twice", what, text, name)
		}
		value, err := parse(rest)
		if err != nil {
			return nil, fmt.Errorf("%s %q: %w", what, text, err)
		}
		all = append(all, document.Named[T]{Name: name, Value: value})
	}
	return all, nil
}

// columns is Columns in a document: a text, or a number for one column.
type columns struct{ to *Columns }

// Read implements document.Value.
func (c *columns) Read(d *document.Document, name string, n *document.Node) {
	if n.Kind != document.TextNode && n.Kind != document.NumberNode {
		d.Fail(name, n, "%v is not columns: write the first and the last, counted from 0, as 0-31", n)
		return
	}
	v, err := ParseColumns(n.Text)
	if err != nil {
		d.Fail(name, n, "%w", err)
		return
	}
	*c.to = v
}

// Write implements document.Value.
func (c *columns) Write() (*document.Node, bool) {
	return &document.Node{Kind: document.TextNode, Text: c.to.String()}, true
}

// Schema implements document.Value.
func (c *columns) Schema() map[string]any {
	return map[string]any{"anyOf": []any{
		map[string]any{"type": "string", "minLength": 1},
		map[string]any{"type": "integer", "minimum": 0, "maximum": maxNeurons},
	}}
}

// isColumn returns an error if a text cannot name columns of a file.
func isColumn(text string) error {
	if strings.TrimSpace(text) == "" {
		return errors.New("the name of a column is empty: give a name, a number from 0 or a range, such as ch0-ch31")
	}
	return nil
}

// ParseColumnList reads "ch0-ch31,ch40".
func ParseColumnList(text string) (columns []string, err error) {
	for name := range strings.SplitSeq(text, ",") {
		if err := isColumn(name); err != nil {
			return nil, fmt.Errorf("columns %q: %w", text, err)
		}
		columns = append(columns, strings.TrimSpace(name))
	}
	return columns, nil
}
