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
	"slices"
	"strings"

	"twophase/internal/files/folder"
	"twophase/internal/study/turnstudies"
	"twophase/internal/traces/result"
)

// manifest has everything that is needed to write the folder again.
type manifest struct {
	Schema    int      `json:"schema"`
	Version   string   `json:"version"`   // of twophase
	Reproduce []string `json:"reproduce"` // the parts
	Trials    int      `json:"trials"`
	Asked     bool     `json:"asked,omitempty"`
	MaxSteps  int      `json:"max_steps"` // 0: no limit
	Seed      uint64   `json:"seed"`
	Stimulus  string   `json:"stimulus,omitempty"`
}

const manifestSchema = 1

// outputFolder is the kind of folder that a reproduction writes.
var outputFolder = folder.Kind{
	Name:  "reproduction",
	Files: regexp.MustCompile(`^(manifest\.json|reproduction\.md|(table[12]|figure2|stability|budget|drift|truncation|cost)\.(csv|md|svg|png)|(budget-timing|cost-timing|drift-diffusion)\.csv|turns-[a-z]+\.(csv|md|svg))$`),
	Manifest: folder.JSONManifest(func(m manifest) error {
		if m.Schema < 1 || len(m.Reproduce) == 0 {
			return errors.New("a schema or the parts are missing")
		}
		return nil
	}),
}

// Reproduction is the sections of the parts that were reproduced.
type Reproduction struct {
	Sections []Section
	Folder   string

	trials string // the number of trials and their seed, as text
}

// Run reproduces the parts that are asked for and writes them to a folder, which appears when it is
// complete. An error leaves nothing. The same options write the same bytes with any number of
// workers, except in budget-timing.csv.
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
	if o.Stimulus != "" && !slices.ContainsFunc(chosen, part.ofTurns) {
		return nil, errors.New("a file of stimuli is for turns: name that part, or leave out --stimulus")
	}
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.Progress == nil {
		o.Progress = silent{}
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
	m := manifest{Schema: manifestSchema, Version: result.Version, Trials: o.Trials, Asked: o.Asked, MaxSteps: o.MaxSteps, Seed: o.Seed, Stimulus: o.Stimulus}
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
	d := studiesOf(chosen, limit)
	if all := append(append([]*study{}, d.online...), d.offline...); len(all) > 0 {
		if err := runTrials(ctx, all, o); err != nil {
			return nil, err
		}
	}
	var err error
	o.turns, err = turnstudies.New(turnstudies.Options{Trials: o.Trials, Quick: o.MaxSteps != 0, Steps: o.MaxSteps, Seed: o.Seed, Workers: o.Workers, File: o.Stimulus})
	if err != nil {
		return nil, err
	}
	defer o.turns.Close()
	r := &Reproduction{trials: fmt.Sprintf("%s, seed %d", trialsOf(o), o.Seed)}
	for _, p := range chosen {
		s, err := p.write(ctx, d, o)
		if errors.Is(err, ErrInterrupted) {
			return nil, err
		}
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
		page = append(page, s.markdown())
		for _, f := range append(s.Files, File{Name: s.Name + ".md", Content: []byte(s.markdown())}) {
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
		if err := s.writeText(w); err != nil {
			return err
		}
		if _, err := io.WriteString(w, "\n"); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(w, "Results in %s\n", r.Folder)
	return err
}
