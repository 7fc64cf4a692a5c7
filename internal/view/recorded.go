package view

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"twophase/circuit/selection"
	"twophase/internal/experiment"
	"twophase/internal/trace"
)

// Recorded is the Source of a run folder, complete or not. The folder may hold anything.
type Recorded struct {
	folder   string
	manifest experiment.Manifest
	twins    []experiment.SavedVariant // in the folder beside it
	stepper  stepper
	base     context.Context // of what is sought in the background
	stop     context.CancelFunc

	summary once[*experiment.SavedSummary]
	run     once[*Run]
	large   chan struct{} // room for one matrix that takes much memory

	mu      sync.Mutex
	traces  []*openTrace         // the longest unused first
	trials  []*keptTrial         // likewise
	sources map[string]*Recorded // of twins
}

// Open opens a run folder by its name, also that of a comparison: that is its first
// variant, of which the others are twins. An unfinished run is found by the name that it
// was to have. The source must be closed.
func Open(folder string) (*Recorded, error) {
	folder = filepath.Clean(folder)
	if _, err := os.Stat(folder); errors.Is(err, os.ErrNotExist) {
		if _, err := os.Stat(folder + ".partial"); err == nil {
			folder += ".partial"
		}
	}
	if variants, err := experiment.ReadComparison(folder); err == nil {
		if folder, err = variants[0].Folder(folder); err != nil {
			return nil, err
		}
	}
	return openRun(folder)
}

func openRun(folder string) (*Recorded, error) {
	m, err := experiment.ReadManifest(folder)
	if err != nil {
		return nil, err
	}
	r := &Recorded{
		folder: folder, manifest: m, large: make(chan struct{}, 1), sources: make(map[string]*Recorded),
	}
	r.base, r.stop = context.WithCancel(context.Background())
	r.stepper.base = r.base
	r.stepper.open = func(ctx context.Context) (*experiment.Replay, error) { return experiment.OpenReplay(ctx, folder) }
	r.findTwins()
	return r, nil
}

// name returns the name of the run folder.
func (r *Recorded) name() string {
	name, err := filepath.Abs(r.folder)
	if err != nil {
		name = r.folder
	}
	return filepath.Base(name)
}

// findTwins finds the comparison that the run belongs to.
func (r *Recorded) findTwins() {
	folder, err := filepath.Abs(r.folder)
	if err != nil {
		return
	}
	variants, err := experiment.ReadComparison(filepath.Dir(folder))
	if err != nil {
		return
	}
	own := experiment.SavedVariant{Name: strings.TrimSuffix(r.name(), ".partial"), Run: r.manifest.Run}
	if slices.Contains(variants, own) {
		r.twins = slices.DeleteFunc(variants, func(v experiment.SavedVariant) bool { return v == own })
	}
}

// Close ends what is under way and closes all files.
func (r *Recorded) Close() error {
	r.stop()
	r.stepper.close()
	r.mu.Lock()
	defer r.mu.Unlock()
	var err error
	for _, t := range r.traces {
		err = errors.Join(err, t.trial.Close())
	}
	r.traces = nil
	for _, s := range r.sources {
		err = errors.Join(err, s.Close())
	}
	return err
}

// Twin implements Source.
func (r *Recorded) Twin(name string) (Source, error) {
	i := slices.IndexFunc(r.twins, func(v experiment.SavedVariant) bool { return v.Name == name })
	if i < 0 {
		return nil, missing("there is no twin %.40q", name)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if s := r.sources[name]; s != nil {
		return s, nil
	}
	folder, err := filepath.Abs(r.folder)
	if err == nil {
		folder, err = r.twins[i].Folder(filepath.Dir(folder))
	}
	if err != nil {
		return nil, err
	}
	s, err := openRun(folder)
	if err != nil {
		return nil, err
	}
	if s.manifest.Run != r.twins[i].Run {
		return nil, fmt.Errorf("the twin %s is not the run that was compared", name)
	}
	r.sources[name] = s
	return s, nil
}

// saved returns the run's summary, or why there is none.
func (r *Recorded) saved(ctx context.Context) (*experiment.SavedSummary, error) {
	return r.summary.get(ctx, func(ctx context.Context) (*experiment.SavedSummary, error) {
		return experiment.ReadSummary(ctx, r.folder)
	})
}

// Run implements Source.
func (r *Recorded) Run(ctx context.Context) (*Run, error) { return r.run.get(ctx, r.describe) }

func (r *Recorded) describe(ctx context.Context) (*Run, error) {
	e := r.manifest.Experiment
	run := &Run{
		Title: e.Network, Network: e.Network, Outputs: e.Outputs, Steps: e.Steps, Trials: e.Trials, Seed: e.Seed,
		Run: r.manifest.Run, Folder: r.name(),
		Projections: []string{selection.Feedforward.String(), selection.Lateral.String()},
		Schedule:    []Phase{}, Recorded: []Recording{}, Twins: []Twin{}, Warnings: []string{}, Interventions: []string{},
	}
	warn := func(err error) { run.Warnings = append(run.Warnings, err.Error()) }
	saved, err := r.saved(ctx)
	switch {
	case err == nil:
		run.Done = true
		run.Title, run.Inputs, run.Outputs, run.Theory = saved.Title, saved.Inputs, saved.Outputs, saved.Theory
		run.Warnings = append(run.Warnings, saved.Warnings...)
	case ctx.Err() != nil:
		return nil, err
	case errors.Is(err, os.ErrNotExist):
		run.Warnings = append(run.Warnings, "the run is not complete: what is known of it is what was recorded until it ended")
	default:
		warn(err)
	}
	if schedule, err := e.Schedule(); err != nil {
		warn(err)
	} else {
		run.Schedule = phases(schedule)
	}
	if err := r.withTrace(0, func(t *trace.Trial) error {
		run.Recorded = newRecordings(t.Requests(), e.Parts)
		if run.Inputs == 0 {
			run.Inputs = t.Size().Inputs
		}
		return nil
	}); err != nil {
		warn(err)
	}
	if rows, columns := e.Stimulus.Image(); rows > 0 && rows*columns == run.Inputs {
		run.Image = &Image{rows, columns}
	}
	for _, t := range r.twins {
		run.Twins = append(run.Twins, Twin{t.Name})
	}
	run.Interventions = e.InterventionTexts(selection.Size{Inputs: run.Inputs, Outputs: run.Outputs})
	return run, nil
}
