package document

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Document is a text that was parsed and can be read.
type Document struct {
	Path string // as errors give it

	top    *Node
	lines  []string
	places map[string]Place // of the values that were read, by their full names
	errs   []*FileError

	anchors  map[string]*Node // of the values that are named so far
	repeated int              // values that aliases stand for
	aside    bool             // it stands for values that did not come from one document
}

// Top returns the top of the document.
func (d *Document) Top() *Node { return d.top }

// Err returns everything that was found to be wrong, from the top to the bottom of
// the document, nil if nothing was.
func (d *Document) Err() error {
	slices.SortStableFunc(d.errs, func(a, b *FileError) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	var all []error
	for _, e := range d.errs {
		all = append(all, e)
	}
	return errors.Join(all...)
}

// Failures returns how many things have been found to be wrong.
func (d *Document) Failures() int { return len(d.errs) }

// Fail notes that a value is wrong; name is its full key, such as stimulus.epochs, or empty
// for the whole document.
func (d *Document) Fail(name string, n *Node, format string, args ...any) {
	err := fmt.Errorf(format, args...)
	if name != "" {
		err = fmt.Errorf("%s: %w", name, err)
	}
	d.fail(n.Place, err)
}

func (d *Document) fail(p Place, err error) { d.errs = append(d.errs, d.at(p, err)) }

// at returns an error with its place. A place outside the document, which the YAML library
// may give, is moved into it.
func (d *Document) at(p Place, err error) *FileError {
	p.Line = min(max(p.Line, 1), len(d.lines))
	text := d.lines[p.Line-1]
	p.Column = min(max(p.Column, 1), len([]rune(text))+1)
	return &FileError{Path: d.Path, Place: p, Source: text, Err: err}
}

// remember keeps the place of a value that is read.
func (d *Document) remember(name string, p Place) { d.places[name] = p }

// Overrule forgets the places of keys, and of all keys below them, so that Locate does not
// blame them. It is for values that flags replace.
func (d *Document) Overrule(names ...string) {
	for _, name := range names {
		for place := range d.places {
			if rest, ok := strings.CutPrefix(place, name); ok && (rest == "" || strings.ContainsAny(rest[:1], ".[")) {
				delete(d.places, place)
			}
		}
	}
}

// Locate returns an error with the place of the first of its keys that is in the
// document, as a *FileError. An error that blames none of them is returned as it
// is.
func (d *Document) Locate(err error) error {
	var key *KeyError
	if !errors.As(err, &key) {
		return err
	}
	for _, name := range key.Keys {
		p, ok := d.places[name]
		switch {
		case ok && strings.HasPrefix(err.Error(), name+" "):
			return d.at(p, err)
		case ok:
			return d.at(p, fmt.Errorf("%s: %w", name, err))
		}
	}
	return err
}

// With returns an unread document of the same text with another top.
func (d *Document) With(top *Node) *Document {
	return &Document{Path: d.Path, top: top, lines: d.lines, places: map[string]Place{}}
}
