package view

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"twophase/internal/number"
	"twophase/internal/quantile"
	"twophase/internal/result"
)

// Limits of a collection.
const (
	deepest       = 3      // folders below the one that is given
	mostEntries   = 50_000 // that are looked at
	mostListed    = 2000
	mostOpen      = 16 // runs
	mostAveraged  = 100
	longestDetail = 120 // bytes of a value of a key
)

// Collection is the run folders below a folder. They are not trusted, and links are not followed.
type Collection struct {
	folder string

	mu     sync.Mutex
	listed map[string]knownListing
	open   []openRunOf // the least recently used first
}

// knownListing is what was found of a run, and when its files had changed last.
type knownListing struct {
	changed [3]time.Time
	listed  Listed
}

type openRunOf struct {
	name   string
	source *Recorded
}

// Listing is what api/runs answers.
type Listing struct {
	Folder string   `json:"folder"` // the name only
	Runs   []Listed `json:"runs"`
	Note   string   `json:"note,omitempty"` // what was left out
}

// Listed is a run in a list.
type Listed struct {
	Name    string            `json:"name"` // its folder, below the one that is shown
	Network string            `json:"network"`
	Title   string            `json:"title"`
	Steps   int               `json:"steps"`
	Trials  int               `json:"trials"`
	Outputs int               `json:"outputs"`
	State   string            `json:"state"` // complete, not complete, damaged, or where it diverged
	Error   number.Number     `json:"e_pro"` // at the end, the median over at most mostAveraged trials
	Keys    map[string]string `json:"keys"`  // of the experiment
}

// OpenCollection returns the runs below a folder, which must have one at least. It must be closed.
func OpenCollection(ctx context.Context, folder string) (*Collection, error) {
	c := &Collection{folder: filepath.Clean(folder), listed: make(map[string]knownListing)}
	names, _, err := c.names(ctx)
	if err == nil && len(names) == 0 {
		err = fmt.Errorf("there is no run folder in %s: a run folder has a manifest.json", folder)
		if _, noPlan := os.Stat(filepath.Join(folder, "plan.json")); noPlan == nil {
			err = fmt.Errorf("%[1]s is the plan of a sweep, whose points are measured and not recorded: twophase sweep collect %[1]s --plot KEY draws them by a key", folder)
		}
	}
	if err != nil {
		return nil, err
	}
	return c, nil
}

// names returns the names of the run folders, in their order.
func (c *Collection) names(ctx context.Context) (names []string, note string, err error) {
	root, err := os.OpenRoot(c.folder)
	if err != nil {
		return nil, "", err
	}
	defer root.Close()
	entries := 0
	err = fs.WalkDir(root.FS(), ".", func(name string, e fs.DirEntry, err error) error {
		if entries++; ctx.Err() != nil {
			return ctx.Err()
		}
		switch {
		case err != nil && name == ".":
			return err
		case err != nil:
			return nil // a folder that may not be read has no runs for this user
		case entries > mostEntries || len(names) == mostListed:
			note = fmt.Sprintf("there are more: the list ends after %d runs or %d files", mostListed, mostEntries)
			return fs.SkipAll
		case !e.IsDir() || name == ".":
			return nil
		case strings.HasPrefix(e.Name(), "."):
			return fs.SkipDir
		}
		if info, err := root.Lstat(name + "/manifest.json"); err == nil && info.Mode().IsRegular() {
			if _, err := result.ReadComparison(c.path(name)); err != nil { // the runs of a comparison are in it
				names = append(names, name)
				return fs.SkipDir
			}
		}
		if strings.Count(name, "/") == deepest-1 {
			return fs.SkipDir
		}
		return nil
	})
	return names, note, err
}

func (c *Collection) path(name string) string {
	return filepath.Join(c.folder, filepath.FromSlash(name))
}

// Runs lists the runs as they are now.
func (c *Collection) Runs(ctx context.Context) (*Listing, error) {
	names, note, err := c.names(ctx)
	if err != nil {
		return nil, err
	}
	whole, err := filepath.Abs(c.folder)
	if err != nil {
		return nil, err
	}
	l := &Listing{Folder: filepath.Base(whole), Runs: []Listed{}, Note: note}
	for _, name := range names {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if listed, isRun := c.list(ctx, name); isRun {
			l.Runs = append(l.Runs, listed)
		}
	}
	return l, nil
}

// list returns what is known of a run, from memory unless its files have changed. A folder whose manifest is
// not that of a run is none.
func (c *Collection) list(ctx context.Context, name string) (Listed, bool) {
	var changed [3]time.Time
	for i, file := range []string{"manifest.json", "summary.json", "diverged.json"} {
		if info, err := os.Lstat(filepath.Join(c.path(name), file)); err == nil {
			changed[i] = info.ModTime()
		}
	}
	c.mu.Lock()
	known, found := c.listed[name]
	c.mu.Unlock()
	if found && known.changed == changed {
		return known.listed, true
	}
	m, err := result.ReadManifest(c.path(name))
	if err != nil {
		return Listed{}, false
	}
	e := m.Experiment
	l := Listed{Name: name, Network: e.NetworkName(), Title: e.NetworkName(), Steps: e.Steps, Trials: e.Trials, Outputs: e.Outputs, State: "complete", Error: notKnown, Keys: keysOf(m)}
	saved, err := result.ReadSummary(ctx, c.path(name))
	switch {
	case changed[1].IsZero(): // there is no summary yet
		l.State = "not complete"
		if diverged := (*result.Diverged)(nil); errors.As(result.Unfinished(c.path(name)), &diverged) {
			l.State = diverged.At()
		}
	case err != nil:
		l.State = "damaged"
	default:
		l.Title, l.Outputs, l.Steps = saved.Title, saved.Outputs, saved.Steps
		if l.Error, err = medianError(saved); err != nil {
			l.State = "damaged"
		}
	}
	if ctx.Err() == nil {
		c.mu.Lock()
		c.listed[name] = knownListing{changed, l}
		c.mu.Unlock()
	}
	return l, true
}

// medianError returns E_Pro at the end, the median over the first trials.
func medianError(s *result.SavedSummary) (number.Number, error) {
	var all []float64
	for trial := range min(s.Trials, mostAveraged) {
		r, err := s.Result(trial)
		if err != nil {
			return notKnown, err
		}
		if v := float64(r.Measures.Error); !math.IsNaN(v) {
			all = append(all, v)
		}
	}
	if len(all) == 0 {
		return notKnown, nil
	}
	return number.Number(quantile.Median(all)), nil
}

// keysOf returns the keys of a run's experiment that say what was run, as text.
func keysOf(m result.Manifest) map[string]string {
	keys := make(map[string]string)
	text, err := json.Marshal(m.Experiment)
	if err != nil {
		return keys
	}
	var top map[string]json.RawMessage
	json.Unmarshal(text, &top) // what was just written
	for _, name := range []string{"record", "parts", "executor", "reference", "circuit"} {
		delete(top, name)
	}
	add := func(of map[string]json.RawMessage) {
		for name, value := range of {
			if keys[name] = strings.Trim(string(value), `"`); strings.IndexAny(keys[name], "[{") == 0 {
				keys[name] = plain(keys[name])
			}
			if len(keys[name]) > longestDetail {
				keys[name] = strings.ToValidUTF8(keys[name][:longestDetail], "") + "…"
			}
		}
	}
	var stimulus map[string]json.RawMessage
	json.Unmarshal(top["stimulus"], &stimulus)
	delete(top, "stimulus")
	add(stimulus)
	add(top)
	return keys
}

// plain makes of a list or a section, such as [{"at":10,"freeze":"lateral[1,0]"}], what can be read in a
// table: at: 10, freeze: lateral[1,0]. Texts within it stay as they are.
func plain(section string) string {
	parts := strings.Split(section, `"`)
	for i := 0; i < len(parts); i += 2 { // between texts
		parts[i] = marks.Replace(parts[i])
	}
	return strings.Join(parts, "")
}

var marks = strings.NewReplacer("},{", "; ", "{", "", "}", "", "[", "", "]", "", ",", ", ", ":", ": ")

// Source returns a run of the list by its name.
func (c *Collection) Source(ctx context.Context, name string) (Source, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if i := slices.IndexFunc(c.open, func(o openRunOf) bool { return o.name == name }); i >= 0 {
		o := c.open[i]
		c.open = append(slices.Delete(c.open, i, i+1), o)
		return o.source, nil
	}
	names, _, err := c.names(ctx)
	if err != nil {
		return nil, err
	}
	if !slices.Contains(names, name) {
		return nil, missing("there is no run %.60q in this folder", name)
	}
	source, err := openRun(c.path(name))
	if err != nil {
		return nil, err
	}
	c.open = append(c.open, openRunOf{name, source})
	if len(c.open) > mostOpen {
		c.open[0].source.Close() // no error matters: it was only read, and requests that are under way say so
		c.open = slices.Delete(c.open, 0, 1)
	}
	return source, nil
}

// Close closes all runs.
func (c *Collection) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	var err error
	for _, o := range c.open {
		err = errors.Join(err, o.source.Close())
	}
	c.open = nil
	return err
}

// IsCollection reports whether a folder is none of a run or a comparison, complete or not, and may hold some.
func IsCollection(folder string) bool {
	info, err := os.Stat(folder)
	if err != nil || !info.IsDir() {
		return false
	}
	_, err = os.Lstat(filepath.Join(folder, "manifest.json"))
	return errors.Is(err, os.ErrNotExist)
}
