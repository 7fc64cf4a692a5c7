package benchmark

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"

	"twophase/internal/experiment"
	"twophase/internal/files/folder"
	"twophase/internal/files/interrupt"
	"twophase/internal/measure/report"
	"twophase/internal/study"
	"twophase/internal/traces/result"
)

// manifest has everything that is needed to write the folder again.
type manifest struct {
	Schema       int                   `json:"schema"`
	Version      string                `json:"version"` // of twophase
	Networks     []string              `json:"compared_networks"`
	Tune         []string              `json:"tune"`
	Factors      []float64             `json:"rate_factors"`
	Fixed        bool                  `json:"fixed_factors,omitempty"` // no others are tried
	TuningTrials int                   `json:"tuning_trials"`
	Criterion    string                `json:"criterion"`
	Experiment   experiment.Experiment `json:"experiment"` // the keys that all networks share
	Layout       report.Layout         `json:"layout,omitzero"`
}

const manifestSchema = 1

// outputFolder is the kind of folder that a benchmark writes.
var outputFolder = folder.Kind{
	Name:     "network comparison",
	Files:    regexp.MustCompile(`^(manifest\.json|networks\.(csv|md|svg|png)|networks-(trials|curve|tuning|timing)\.csv|outcomes\.bin)$`),
	OnTheWay: regexp.MustCompile(`^outcomes\.bin$`),
	Resumed:  true,
	Manifest: folder.JSONManifest(func(m manifest) error {
		if m.Schema < 1 || len(m.Networks) == 0 {
			return errors.New("a schema or the networks are missing")
		}
		return nil
	}),
}

const (
	trialsFile  = "networks-trials.csv"
	mediansFile = "networks.csv"
	curveFile   = "networks-curve.csv"
	tuningFile  = "networks-tuning.csv"
	timingFile  = "networks-timing.csv"
)

// Tables are the tables of a comparison of networks. The first is exported if none is named.
var Tables = []result.TableFile{
	{Name: "trials", File: trialsFile}, {Name: "medians", File: mediansFile}, {Name: "curve", File: curveFile},
	{Name: "tuning", File: tuningFile}, {Name: "timing", File: timingFile},
}

// RunIn runs a comparison and writes it to a folder. All files but networks-timing.csv have the same bytes if the
// options are the same. After an interruption, the folder is left for Resume.
func RunIn(ctx context.Context, o Options, name string, force bool) (*Result, error) {
	d, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	text, err := json.MarshalIndent(manifest{manifestSchema, result.Version, d.Networks, d.Tune, d.Factors, d.fixed, d.TuningTrials, d.Criterion, d.Experiment, o.Layout}, "", "  ")
	if err != nil {
		return nil, err
	}
	out, err := outputFolder.Create(name, force, append(text, '\n'))
	if err != nil {
		return nil, err
	}
	return o.runIn(ctx, out)
}

// IsFolder reports whether a folder is that of a comparison of networks, complete or not.
func IsFolder(name string) bool {
	_, err := outputFolder.Read(name)
	return err == nil
}

// Resume completes a comparison that was interrupted or killed, with the same bytes. Of the options, it uses Workers
// and Progress.
func Resume(ctx context.Context, name string, o Options) (r *Result, folder string, err error) {
	out, text, err := outputFolder.Open(name)
	if err != nil {
		return nil, "", err
	}
	var m manifest
	err = json.Unmarshal(text, &m)
	if err == nil && (m.Schema != manifestSchema || m.Version != result.Version) {
		err = fmt.Errorf("it is of twophase %s, and this is %s: bits are promised of one version only", m.Version, result.Version)
	}
	if err != nil {
		return nil, "", errors.Join(fmt.Errorf("resume %s: %w", out.Work(), err), out.Leave())
	}
	o = Options{
		Networks: m.Networks, Tune: m.Tune, TuningTrials: m.TuningTrials, Criterion: m.Criterion, Experiment: m.Experiment, Layout: m.Layout,
		Workers: o.Workers, Progress: o.Progress,
	}
	if m.Fixed {
		o.Factors = m.Factors
	}
	r, err = o.runIn(ctx, out)
	return r, out.Name(), err
}

// runIn runs what is left of a comparison, and completes its folder.
func (o Options) runIn(ctx context.Context, out *folder.Folder) (r *Result, err error) {
	if o.kept, err = readKept(out); err != nil {
		return nil, errors.Join(err, out.Leave())
	}
	if r, err = Run(ctx, o); err == nil {
		err = r.write(out, o)
	}
	if err == nil {
		err = out.Finish(context.WithoutCancel(ctx))
	}
	if err == nil {
		return r, nil
	}
	if len(o.kept.outcomes) == 0 && !errors.Is(err, interrupt.ErrInterrupted) {
		return nil, errors.Join(err, out.Discard())
	}
	err = errors.Join(err, interrupt.Save(func() error {
		o.kept.mu.Lock()
		defer o.kept.mu.Unlock()
		return o.kept.save()
	}), out.Leave())
	return nil, fmt.Errorf("%w; twophase resume %s goes on, and the trials that were complete are there", err, out.Work())
}

// write writes the files of a comparison.
func (r *Result) write(out *folder.Folder, o Options) error {
	pictures, err := study.Pictures("networks", o.Layout.In(r.Figure()), "svg", "png")
	if err != nil {
		return err
	}
	for _, f := range append([]study.File{
		{Name: mediansFile, Content: r.CSV()},
		{Name: trialsFile, Content: r.trialsCSV()},
		{Name: curveFile, Content: r.curveCSV()},
		{Name: tuningFile, Content: r.tuningCSV()},
		{Name: timingFile, Content: r.timingCSV()},
		{Name: "networks.md", Content: []byte(r.Markdown("networks.svg"))},
	}, pictures...) {
		if err := out.Write(f.Name, f.Content); err != nil {
			return err
		}
	}
	return nil
}
