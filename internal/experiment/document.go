package experiment

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"twophase/internal/text/document"
	"twophase/internal/text/wording"
)

// Document is an experiment that was read from a file.
type Document struct {
	*document.Document
	Experiment Experiment

	// Variants of the experiment (the key compare), and the last step that all of them
	// share.
	Variants []NamedExperiment
	ForkAt   int
	Baseline string // the name of the experiment itself, beside its variants; empty: that of the file
}

// Load reads an experiment file. The error joins everything that is wrong, each a
// *document.FileError.
func Load(path string, changes ...string) (*Document, error) {
	d, err := document.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &document.FileError{Path: path, Err: fmt.Errorf("no experiment file: %w (twophase init writes one)", errors.Unwrap(err))}
	}
	if err == nil && len(changes) > 0 {
		d, err = d.Changed(changes...)
	}
	if err != nil {
		return nil, err
	}
	return Read(d)
}

// Parse reads the text of an experiment file: YAML or JSON, with the keys of the
// manifest. Files that it names are relative to the folder of path. The error is
// that of Load.
func Parse(path string, text []byte) (*Document, error) {
	d, err := document.Parse(path, text)
	if err != nil {
		return nil, err
	}
	return Read(d)
}

// Read reads a document that was parsed, such as a part of a file. The error is that of Load.
func Read(d *document.Document) (*Document, error) {
	if err := foreign(d); err != nil {
		return nil, err
	}
	doc := &Document{Document: d, Experiment: New()}
	others := &variants{keys: Section}
	if err := d.Read(doc.section(others)); err != nil {
		return nil, err
	}
	if doc.Variants = others.read(d, doc.Experiment); d.Err() != nil {
		return nil, d.Err()
	}
	return doc, nil
}

// foreign returns an error that says what a document is, if it is one that twophase writes or reads for
// something else.
func foreign(d *document.Document) error {
	has := func(keys ...string) bool {
		return !slices.ContainsFunc(keys, func(key string) bool {
			return !slices.ContainsFunc(d.Top().Entries, func(e document.Entry) bool { return e.Key == key })
		})
	}
	what, folder := "", wording.ShellWord(filepath.Dir(d.Path))
	switch {
	case has("schema", "run", "experiment"):
		what = fmt.Sprintf("the manifest of a run: twophase verify %s runs it again; what stands there under experiment is an experiment file, if you write it into one", folder)
	case has("schema", "results"):
		what = fmt.Sprintf("the summary of a run: twophase show %s prints it", folder)
	case has("schema", "variants"):
		what = fmt.Sprintf("the manifest of a comparison: twophase verify %s runs it again", folder)
	case has("hash", "plan"):
		what = fmt.Sprintf("the plan of a sweep: twophase sweep run %s runs it", folder)
	case has("experiment", "vary"):
		what = fmt.Sprintf("the grid of a sweep: twophase sweep plan %s plans it", wording.ShellWord(d.Path))
	default:
		return nil
	}
	return &document.FileError{Path: d.Path, Err: fmt.Errorf("it is no experiment file, but %s", what)}
}

// section returns the keys of an experiment file: those of the experiment, and those of a
// comparison.
func (doc *Document) section(others *variants) *document.Section {
	s := Section(&doc.Experiment, filepath.Dir(doc.Path))
	s.Keys = append(s.Keys,
		document.Key{Name: "compare", About: "variants of the experiment, by name, each with the keys in which it differs, also single ones of a section, such as circuit.projections.M.rate, or what it adds to a list, such as interventions+; twophase compare runs them on the same stimuli, and compares each with the experiment, or with the earlier variant that its key against names", Example: "{frozen: {interventions: [{at: 50000, freeze: weights}]}, recurrent: {network: PSP, settle: {method: gauss-seidel, sweeps: 3}}}", Value: others},
		document.Key{Name: "fork_at", About: "last STEP that all variants share (up to it only the first variant runs)", Example: "50000", Default: "0, the start", Flag: document.Flag{Name: "fork-at", Group: OfRun}, Value: document.Integer(&doc.ForkAt, 1, MaxSteps), Beside: []string{"compare"}},
		document.Key{Name: "baseline", About: "name of the experiment itself among its variants", Example: "untouched", Default: "that of the file", Value: document.Text(&doc.Baseline, CheckVariantName), Beside: []string{"compare"}},
	)
	return s
}

// FileKeys returns the keys of an experiment file, bound to no experiment: their sentences,
// ranges and defaults are those of the flags that override them.
func FileKeys() *document.Section {
	doc := &Document{Document: &document.Document{Path: "experiment.yaml"}}
	return doc.section(&variants{keys: Section})
}

// WriteJSON returns an experiment as an experiment file in JSON, without the keys whose fields
// are zero: Parse reads it as the same experiment.
func WriteJSON(e Experiment, folder string) []byte {
	n, _ := Section(&e, folder).Write()
	return n.JSON()
}

// FileSchema returns the JSON Schema of experiment files, for editors.
func FileSchema() ([]byte, error) {
	return FileKeys().JSONSchema("twophase experiment")
}

// templateHead is the comment at the top of the template.
const templateHead = `# An experiment for twophase. Check it with twophase check FILE, run it with
#
#   twophase run FILE
#
# Flags on the command line override the keys of this file. A key that is left out has
# its default. Lines that begin with ## describe the key below them. Lines that begin
# with one # are examples, which are valid without the #.
`

// Template returns an experiment file with all keys, for people to edit: each with its
// description and an example. As it stands it is the default experiment.
func Template() ([]byte, error) {
	keys, err := document.Template(FileKeys())
	return append([]byte(templateHead), keys...), err
}
