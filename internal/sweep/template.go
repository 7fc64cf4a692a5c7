package sweep

import (
	"path/filepath"

	"twophase/internal/document"
	"twophase/internal/experiment"
)

// template is the experiment of a plan, in which keys are replaced.
type template struct {
	doc    *document.Document
	folder string // of the files that it names
}

func newTemplate(path, text string) (template, error) {
	doc, err := document.Parse(path, []byte(text))
	return template{doc, filepath.Dir(path)}, err
}

// experiment returns the experiment with some keys and the seed replaced.
func (t template) experiment(settings []Setting, seed uint64) (experiment.Experiment, error) {
	e, top := experiment.Default(), t.doc.Top()
	for _, s := range settings {
		v, err := s.Value.node()
		if err != nil {
			return e, err
		}
		if top, err = top.Set(s.Key, v); err != nil {
			return e, err
		}
	}
	err := t.doc.With(top).Read(experiment.Section(&e, t.folder))
	e.Seed = seed
	return e, err
}
