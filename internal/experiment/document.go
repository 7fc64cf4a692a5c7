package experiment

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"twophase/internal/document"
)

// Document is an experiment that was read from a file.
type Document struct {
	*document.Document
	Experiment Experiment
}

// Default returns the experiment of somebody who asks for nothing.
func Default() Experiment { return Experiment{Seed: 1, Reference: true} }

// Load reads an experiment file. The error joins everything that is wrong, each a
// *document.FileError.
func Load(path string) (*Document, error) {
	d, err := document.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &document.FileError{Path: path, Err: fmt.Errorf("no experiment file: %w (twophase init writes one)", errors.Unwrap(err))}
	}
	if err != nil {
		return nil, err
	}
	return read(d)
}

// Parse reads the text of an experiment file: YAML or JSON, with the keys of the
// manifest. Files that it names are relative to the folder of path. The error is
// that of Load.
func Parse(path string, text []byte) (*Document, error) {
	d, err := document.Parse(path, text)
	if err != nil {
		return nil, err
	}
	return read(d)
}

func read(d *document.Document) (*Document, error) {
	doc := &Document{d, Default()}
	if err := d.Read(Section(&doc.Experiment, filepath.Dir(d.Path))); err != nil {
		return nil, err
	}
	return doc, nil
}

// Write returns an experiment as an experiment file in a folder, without the keys
// whose fields are zero: Parse reads it as the same experiment.
func Write(e Experiment, folder string) []byte { return document.Write(Section(&e, folder)) }

// Schema returns the JSON Schema of experiment files, for editors.
func Schema() ([]byte, error) {
	return document.Schema("twophase experiment", Section(new(Experiment), "."))
}
