package reproduce

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"runtime"
	"strings"

	"twophase/internal/files/folder"
	"twophase/internal/run/planning"
	"twophase/internal/study"
	"twophase/internal/traces/result"
)

// manifest has everything that is needed to write the folder again.
type manifest struct {
	Schema    int      `json:"schema"`
	Version   string   `json:"version"`   // of twophase
	Reproduce []string `json:"reproduce"` // the parts
	Trials    int      `json:"trials"`
	MaxSteps  int      `json:"max_steps"` // 0: no limit
	Seed      uint64   `json:"seed"`
}

const manifestSchema = 1

// outputFolder is the kind of folder that a reproduction writes.
var outputFolder = folder.Kind{
	Name:  "reproduction",
	Files: regexp.MustCompile(`^(manifest\.json|reproduction\.md|(table[12]|figure2|stability)\.(csv|md|svg|png))$`),
	Manifest: folder.JSONManifest(func(m manifest) error {
		if m.Schema < 1 || len(m.Reproduce) == 0 {
			return errors.New("a schema or the parts are missing")
		}
		return nil
	}),
}

// Reproduction is the sections of the parts that were reproduced.
type Reproduction struct {
	Sections []study.Section
	Folder   string

	trials string // the number of trials and their seed, as text
}

// Run reproduces the parts that are asked for and writes them to a folder, which appears when it is
// complete. An error leaves nothing. The same options write the same bytes with any number of
// workers.
func Run(ctx context.Context, o Options) (*Reproduction, error) {
	chosen, err := chosen(o.Parts)
	if err != nil {
		return nil, err
	}
	if o.Trials < 1 || o.Trials > maxTrials {
		return nil, fmt.Errorf("%d trials: run 1 to %d", o.Trials, maxTrials)
	}
	if o.MaxSteps != 0 && o.MaxSteps < leastSteps {
		return nil, fmt.Errorf("at most %d steps: Table I begins at T = %d", o.MaxSteps, leastSteps)
	}
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.Progress == nil {
		o.Progress = planning.Silent{}
	}
	limit := o.MaxSteps
	if limit == 0 {
		limit = math.MaxInt
	}
	out, err := create(chosen, o)
	if err != nil {
		return nil, err
	}
	r, err := runParts(ctx, chosen, limit, o)
	if err == nil {
		err = r.write(out)
	}
	if err != nil {
		return nil, errors.Join(err, out.Discard())
	}
	r.Folder = out.Name()
	if err := out.Finish(ctx); err != nil {
		return nil, errors.Join(err, out.Leave())
	}
	return r, nil
}

// create makes the folder.
func create(chosen []part, o Options) (*folder.Folder, error) {
	m := manifest{Schema: manifestSchema, Version: result.Version, Trials: o.Trials, MaxSteps: o.MaxSteps, Seed: o.Seed}
	for _, p := range chosen {
		m.Reproduce = append(m.Reproduce, p.name)
	}
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return nil, err
	}
	text = append(text, '\n')
	if o.Out == "" {
		return outputFolder.CreateFree("runs/reproduction", text)
	}
	return outputFolder.Create(o.Out, o.Force, text)
}

// runParts runs the studies and writes the sections of the parts.
func runParts(ctx context.Context, chosen []part, limit int, o Options) (*Reproduction, error) {
	d := repetitionsOf(chosen, limit)
	if all := append(append([]*repetition{}, d.online...), d.offline...); len(all) > 0 {
		if err := runTrials(ctx, all, o); err != nil {
			return nil, err
		}
	}
	r := &Reproduction{trials: fmt.Sprintf("%s, seed %d", trialsOf(o), o.Seed)}
	for _, p := range chosen {
		s, err := p.write(d, o)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.name, err)
		}
		r.Sections = append(r.Sections, s)
	}
	return r, nil
}

// write writes all files of all sections, each section as Markdown, and all of them together.
func (r *Reproduction) write(out *folder.Folder) error {
	page := []string{"# The paper, reproduced\n", fmt.Sprintf("Written by `twophase reproduce`, version %s: %s.\n", result.Version, r.trials)}
	for _, s := range r.Sections {
		page = append(page, s.Markdown())
		for _, f := range append(s.Files, study.File{Name: s.Name + ".md", Content: []byte(s.Markdown())}) {
			if err := out.Write(f.Name, f.Content); err != nil {
				return err
			}
		}
	}
	return out.Write("reproduction.md", []byte(strings.Join(page, "\n")))
}

// WriteText writes the sections for people to read.
func (r *Reproduction) WriteText(w io.Writer) error {
	for _, s := range r.Sections {
		if _, err := io.WriteString(w, s.Text()+"\n"); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(w, "Results in %s\n", r.Folder)
	return err
}
