package grid

import (
	"path/filepath"

	"twophase/internal/experiment"
	"twophase/internal/text/document"
)

// base is the experiment of a plan, in which keys are replaced.
type base struct {
	doc    *document.Document
	folder string // of the files that it names
}

func newBase(path, text string) (base, error) {
	doc, err := document.Parse(path, []byte(text))
	return base{doc, filepath.Dir(path)}, err
}

// experiment returns the experiment with some keys and the seed replaced.
func (b base) experiment(settings []Setting, seed uint64) (experiment.Experiment, error) {
	e, top := experiment.New(), b.doc.Top()
	for _, s := range settings {
		v, err := s.Value.node()
		if err != nil {
			return e, err
		}
		if top, err = top.Set(s.Key, v); err != nil {
			return e, err
		}
	}
	err := b.doc.With(top).Read(experiment.Section(&e, b.folder))
	e.Seed = seed
	return e, err
}
