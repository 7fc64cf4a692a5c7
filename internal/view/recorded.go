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
	"twophase/internal/engine"
	runfolder "twophase/internal/folder"
	"twophase/internal/measure"
	"twophase/internal/result"
	"twophase/internal/trace"
)

// Recorded is the Source of a run folder, complete or not. The folder is not trusted.
type Recorded struct {
	folder   string
	manifest result.Manifest
	variant  string                // the name of the run in the comparison that it belongs to
	twins    []result.SavedVariant // in the folder beside it
	stepper  stepper
	base     context.Context // of the computations in the background
	stop     context.CancelFunc

	checkFirst int64 // size of the traces that are checked before they are read

	summary once[*result.SavedSummary]
	run     once[*Run]
	large   chan struct{} // lets in one large matrix at a time

	mu      sync.Mutex
	traces  []*openTrace         // the least recently used first
	trials  []*keptTrial         // likewise
	sources map[string]*Recorded // of twins
}

// Open opens a run folder by its name. Of a comparison it opens the first variant, and the
// others are its twins. An unfinished run is found by its final name too. The source must be
// closed.
func Open(folder string) (*Recorded, error) {
	folder = runfolder.Named(folder)
	if _, err := os.Stat(folder); errors.Is(err, os.ErrNotExist) {
		if _, err := os.Stat(folder + ".partial"); err == nil {
			folder += ".partial"
		}
	}
	if variants, err := result.ReadComparison(folder); err == nil {
		if folder, err = variants[0].Folder(folder); err != nil {
			return nil, err
		}
	}
	return openRun(folder)
}

func openRun(folder string) (*Recorded, error) {
	m, err := result.ReadManifest(folder)
	if err != nil {
		return nil, err
	}
	r := &Recorded{
		folder: folder, manifest: m, large: make(chan struct{}, 1), checkFirst: checkedFirst, sources: make(map[string]*Recorded),
	}
	r.base, r.stop = context.WithCancel(context.Background())
	r.stepper.base = r.base
	r.stepper.open = func(ctx context.Context) (*engine.Replay, error) { return engine.OpenReplay(ctx, folder) }
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

// findTwins finds the comparison of the run.
func (r *Recorded) findTwins() {
	folder, err := filepath.Abs(r.folder)
	if err != nil {
		return
	}
	variants, err := result.ReadComparison(filepath.Dir(folder))
	if err != nil {
		return
	}
	own := result.SavedVariant{Name: strings.TrimSuffix(r.name(), ".partial"), Run: r.manifest.Run}
	if slices.Contains(variants, own) {
		r.variant = own.Name
		r.twins = slices.DeleteFunc(variants, func(v result.SavedVariant) bool { return v == own })
	}
}

// Close ends the computations and closes all files.
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
	i := slices.IndexFunc(r.twins, func(v result.SavedVariant) bool { return v.Name == name })
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
	s.checkFirst = r.checkFirst
	context.AfterFunc(r.base, s.stop)
	r.sources[name] = s
	return s, nil
}

// saved returns the run's summary, or why there is none.
func (r *Recorded) saved(ctx context.Context) (*result.SavedSummary, error) {
	return r.summary.get(ctx, func(ctx context.Context) (*result.SavedSummary, error) {
		return result.ReadSummary(ctx, r.folder)
	})
}

// declared returns those of the names that are of declared measures, each once.
func declared(names []string) (known []string) {
	for _, name := range names {
		if _, err := measure.LookupDeclaration(name); err == nil && !slices.Contains(known, name) {
			known = append(known, name)
		}
	}
	return known
}

// Run implements Source.
func (r *Recorded) Run(ctx context.Context) (*Run, error) { return r.run.get(ctx, r.describe) }

func (r *Recorded) describe(ctx context.Context) (*Run, error) {
	e := r.manifest.Experiment
	run := &Run{
		Title: e.NetworkName(), Network: e.NetworkName(), Outputs: e.Outputs, Steps: e.Steps, Trials: e.Trials, Seed: e.Seed,
		Run: r.manifest.Run, Folder: r.name(), Path: r.folder, Variant: r.variant,
		Schedule: []Phase{}, Recorded: []Recording{}, Twins: []Twin{}, Warnings: []string{}, Interventions: []string{},
	}
	warn := func(err error) { run.Warnings = append(run.Warnings, err.Error()) }
	saved, err := r.saved(ctx)
	switch {
	case err == nil:
		run.Done = true
		run.Title, run.Inputs, run.Outputs, run.Steps, run.Theory = saved.Title, saved.Inputs, saved.Outputs, saved.Steps, saved.Theory
		run.Isotropic = saved.Isotropic
		run.Warnings = append(run.Warnings, saved.Warnings...)
	case ctx.Err() != nil:
		return nil, err
	case errors.Is(err, os.ErrNotExist):
		run.Warnings = append(run.Warnings, fmt.Sprintf("the run %v; what is known of it is what was recorded until it ended", result.Unfinished(r.folder)))
	default:
		warn(err)
	}
	run.addNetwork(e)
	if n, err := e.SettledNetwork(); err != nil {
		warn(err)
	} else {
		run.Schedule, run.Offline = phases(n.Schedule), n.IsOffline()
	}
	n := 0
	if err := r.withTrace(0, func(t *trace.Trial) error {
		run.Recorded = newRecordings(t.Requests(), e.Parts)
		z := t.Size()
		if saved != nil && (saved.Inputs != z.Inputs || saved.Outputs != z.Outputs) {
			warn(fmt.Errorf("summary.json says that there are %d inputs and %d outputs, and the trace is of %d and %d", saved.Inputs, saved.Outputs, z.Inputs, z.Outputs))
		}
		run.Inputs, run.Outputs = z.Inputs, z.Outputs
		if n = weightsOf(z); z.Graph != nil {
			run.Projections, run.Graph = []Projection{}, newGraph(z, t.HasKind)
			if n, err := e.LookupNetwork(); err == nil {
				run.Graph.addSigns(n.Graph)
			}
		}
		return nil
	}); err != nil {
		warn(err)
	}
	if n = max(n, run.Outputs*run.Outputs); run.Outputs > mostShown || run.Inputs > mostShown || n > snapshotLimit {
		warn(fmt.Errorf("a circuit of %d inputs and %d outputs is too large to be drawn", run.Inputs, run.Outputs))
		run.Undrawn = true
	}
	if rows, columns := e.Stimulus.Image(); rows > 0 && rows*columns == run.Inputs {
		run.Image = &Image{rows, columns}
	}
	if r.manifest.Fork != nil {
		run.Fork = r.manifest.Fork.At
	}
	run.Title = r.unplaced(run.Title)
	for i := range run.Warnings {
		run.Warnings[i] = r.unplaced(run.Warnings[i])
	}
	for _, t := range r.twins {
		run.Twins = append(run.Twins, Twin{t.Name})
	}
	run.Follow = declared(e.Follow)
	run.Interventions = e.InterventionTexts(selection.Size{Inputs: run.Inputs, Outputs: run.Outputs})
	return run, nil
}

// mostShown is how many inputs or outputs a circuit that is drawn has at most.
const mostShown = 1_000_000

// unplaced returns a text without the folders in which the run and the files that it has read
// were: a report is for others, too.
func (r *Recorded) unplaced(text string) string {
	names := []string{r.folder, r.manifest.Experiment.Stimulus.File}
	if whole, err := filepath.Abs(r.folder); err == nil {
		names = append(names, whole)
	}
	for _, f := range r.manifest.Inputs {
		names = append(names, f.Path)
	}
	for _, name := range names {
		if in := filepath.Dir(name); filepath.IsAbs(name) && in != string(filepath.Separator) {
			text = strings.ReplaceAll(text, in+string(filepath.Separator), "")
		}
	}
	return text
}
