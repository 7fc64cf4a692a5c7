package view

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"twophase/internal/experiment"
	runfolder "twophase/internal/files/folder"
	"twophase/internal/run/engine"
	"twophase/internal/traces/result"
)

// Recorded is the Source of a run folder, complete or not. The folder is not trusted.
type Recorded struct {
	folder   string
	manifest result.Manifest
	variant  string                // the name of the run in the comparison that it belongs to
	twins    []result.SavedVariant // in the folder beside it
	lacks    string                // see result.Lacks
	stepper  stepper
	base     context.Context // of the computations in the background
	stop     context.CancelFunc

	summary once[*result.SavedSummary]
	run     once[*Run]
	large   chan struct{} // lets in one large matrix at a time

	traces traces
	kept   keptTrials

	mu      sync.Mutex
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
		folder: folder, manifest: m, large: make(chan struct{}, 1), sources: make(map[string]*Recorded),
		traces: traces{folder: folder, trials: max(m.Experiment.Trials, 1), checkFirst: checkedFirst},
	}
	r.base, r.stop = context.WithCancel(context.Background())
	r.stepper.base, r.traces.base = r.base, r.base
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
	name := strings.TrimSuffix(r.name(), ".partial")
	own := slices.IndexFunc(variants, func(v result.SavedVariant) bool { return v.Name == name && v.Run == r.manifest.Run })
	if own >= 0 {
		r.variant, r.lacks = name, variants[own].Lacks
		r.twins = slices.Delete(variants, own, own+1)
	}
}

// CheckFirst makes all traces, however large, be checked before anything is read of them, for
// callers that write what they read. It ends with ctx.
func (r *Recorded) CheckFirst(ctx context.Context) {
	r.traces.checkFirst = math.MaxInt64
	context.AfterFunc(ctx, r.stop)
}

// Close ends the computations and closes all files.
func (r *Recorded) Close() error {
	r.stop()
	r.stepper.close()
	r.mu.Lock()
	defer r.mu.Unlock()
	err := r.traces.close()
	for _, s := range r.sources {
		err = errors.Join(err, s.Close())
	}
	return err
}

// Experiment implements explorer.
func (r *Recorded) Experiment() (experiment.Experiment, bool) { return r.manifest.Experiment, true }

// Twin implements Source.
func (r *Recorded) Twin(name string) (Source, error) {
	i := slices.IndexFunc(r.twins, func(v result.SavedVariant) bool { return v.Name == name })
	if i < 0 {
		return nil, Missing("there is no twin %.40q", name)
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
	s.traces.checkFirst = r.traces.checkFirst
	context.AfterFunc(r.base, s.stop)
	r.sources[name] = s
	return s, nil
}

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

// unplaced is an error whose text names no folder elsewhere.
type unplaced struct {
	text  string
	cause error
}

func (u *unplaced) Error() string { return u.text }

func (u *unplaced) Unwrap() error { return u.cause }

// saved returns the run's summary, or why there is none.
func (r *Recorded) saved(ctx context.Context) (*result.SavedSummary, error) {
	return r.summary.get(ctx, func(ctx context.Context) (*result.SavedSummary, error) {
		return result.ReadSummary(ctx, r.folder)
	})
}
