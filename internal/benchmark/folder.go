package benchmark

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"

	"twophase/internal/experiment"
	"twophase/internal/folder"
	"twophase/internal/report"
	"twophase/internal/result"
)

// manifest has everything that is needed to write the folder again.
type manifest struct {
	Schema       int                   `json:"schema"`
	Version      string                `json:"version"` // of twophase
	Networks     []string              `json:"compared_networks"`
	Tune         []string              `json:"tune"`
	Factors      []float64             `json:"rate_factors"`
	TuningTrials int                   `json:"tuning_trials"`
	Criterion    string                `json:"criterion"`
	Experiment   experiment.Experiment `json:"experiment"` // the keys that all networks share
}

const manifestSchema = 1

// outputFolder is the kind of folder that a benchmark writes.
var outputFolder = folder.Kind{
	Name:  "network comparison",
	Files: regexp.MustCompile(`^(manifest\.json|networks\.(csv|md|svg|png)|networks-(curve|tuning|timing)\.csv)$`),
	Manifest: folder.JSONManifest(func(m manifest) error {
		if m.Schema < 1 || len(m.Networks) == 0 {
			return errors.New("a schema or the networks are missing")
		}
		return nil
	}),
}

// CheckFolder returns an error if the folder cannot be written, before anything is run.
func CheckFolder(name string, force bool) error { return outputFolder.Check(name, force) }

// Write writes the benchmark to a folder. All files but networks-timing.csv have the
// same bytes if the options are the same.
func (r *Result) Write(name string, force bool, o Options) (err error) {
	if o, err = o.withDefaults(); err != nil {
		return err
	}
	text, err := json.MarshalIndent(manifest{manifestSchema, result.Version, o.Networks, o.Tune, o.Factors, o.TuningTrials, o.Criterion, o.Experiment}, "", "  ")
	if err != nil {
		return err
	}
	out, err := outputFolder.Create(name, force, append(text, '\n'))
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, out.Discard())
		}
	}()
	figure := o.Layout.In(r.Figure())
	for _, file := range []struct {
		name  string
		write func(io.Writer) error
	}{
		{"networks.csv", r.WriteCSV},
		{"networks-curve.csv", r.WriteCurveCSV},
		{"networks-tuning.csv", r.WriteTuningCSV},
		{"networks-timing.csv", r.WriteTimingCSV},
		{"networks.md", func(w io.Writer) error { return r.WriteMarkdown(w, "networks.svg") }},
		{"networks.svg", func(w io.Writer) error { return report.WriteSVG(w, figure) }},
		{"networks.png", func(w io.Writer) error { return report.WritePNG(w, figure) }},
	} {
		var b bytes.Buffer
		if err := file.write(&b); err != nil {
			return fmt.Errorf("write %s: %w", file.name, err)
		}
		if err := out.Write(file.name, b.Bytes()); err != nil {
			return err
		}
	}
	return out.Finish(context.Background())
}
