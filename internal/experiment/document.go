package experiment

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/goccy/go-yaml/token"
)

// Document is an experiment that was read from a file.
type Document struct {
	Experiment Experiment
	decoder    decoder
}

// Default returns the experiment of somebody who asks for nothing.
func Default() Experiment { return Experiment{Seed: 1, Reference: true} }

// Load reads an experiment file. Its errors are of type *FileError.
func Load(path string) (*Document, error) {
	text, err := os.ReadFile(path)
	var failed *fs.PathError
	if errors.As(err, &failed) {
		return nil, &FileError{Path: path, Err: fmt.Errorf("no experiment file: %w (twophase init writes one)", failed.Err)}
	}
	if err != nil {
		return nil, err
	}
	return Parse(path, text)
}

// Parse reads the text of an experiment file: YAML, with the keys of the
// manifest. Files that it names are relative to the folder of path. The error
// joins everything that is wrong, each a *FileError.
func Parse(path string, text []byte) (*Document, error) {
	doc := &Document{
		Experiment: Default(),
		decoder: decoder{
			path:   path,
			lines:  strings.Split(strings.ReplaceAll(string(text), "\r\n", "\n"), "\n"),
			places: map[string]*token.Token{},
		},
	}
	d := &doc.decoder
	if top := d.parse(text); top != nil {
		d.section("", top, keys(&doc.Experiment), "")
	}
	if s := doc.Experiment.Settle; s != nil && d.places["settle.tolerance"] != nil && s.Tolerance == 0 && s.Sweeps == 0 && len(d.errs) == 0 {
		d.failAt(d.places["settle.tolerance"], errors.New("settle.tolerance: 0 never stops: give sweeps too, or a positive tolerance"))
	}
	if len(d.errs) > 0 {
		return nil, errors.Join(d.errs...)
	}
	return doc, nil
}

// Overrule forgets the places of keys whose values come from elsewhere, so that
// Locate does not blame them.
func (doc *Document) Overrule(keys ...string) {
	for _, k := range keys {
		for place := range doc.decoder.places {
			if place == k || strings.HasPrefix(place, k+".") {
				delete(doc.decoder.places, place)
			}
		}
	}
}

// Locate returns an error of Resolve as a *FileError, with its place in the file
// where one of its keys is there.
func (doc *Document) Locate(err error) error {
	var key *KeyError
	if !errors.As(err, &key) {
		return &FileError{Path: doc.decoder.path, Err: err}
	}
	for _, k := range key.Keys {
		if t := doc.decoder.places[k]; t != nil {
			return doc.decoder.locate(t, fmt.Errorf("%s: %w", k, err))
		}
	}
	return &FileError{Path: doc.decoder.path, Err: fmt.Errorf("%s: %w", key.Keys[0], err)}
}
