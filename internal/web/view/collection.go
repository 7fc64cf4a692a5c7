package view

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"twophase/internal/traces/result"
)

// Limits of a collection.
const (
	deepest     = 3      // folders below the one that is given
	mostEntries = 50_000 // that are looked at
	mostListed  = 2000
	mostOpen    = 16 // runs
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
	changed [4]time.Time
	listed  Listed
}

type openRunOf struct {
	name   string
	source *Recorded
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
	var changed [4]time.Time
	for i, file := range []string{"manifest.json", "summary.json", "diverged.json", "failed.json"} {
		if info, err := os.Lstat(filepath.Join(c.path(name), file)); err == nil {
			changed[i] = info.ModTime()
		}
	}
	c.mu.Lock()
	known, before := c.listed[name]
	c.mu.Unlock()
	if before && known.changed == changed {
		return known.listed, true
	}
	m, err := result.ReadManifest(c.path(name))
	if err != nil {
		return Listed{}, false
	}
	e := m.Experiment
	found, title := result.List(ctx, c.path(name)), e.NetworkName()
	l := Listed{Name: name, Network: title, Title: title, Steps: e.Steps, Trials: e.Trials, Outputs: e.Outputs, State: found.State, Error: found.Error, Keys: keysOf(m)}
	if saved := found.Saved; saved != nil {
		l.Title, l.Outputs, l.Steps = saved.Title, saved.Outputs, saved.Steps
	}
	if ctx.Err() == nil {
		c.mu.Lock()
		c.listed[name] = knownListing{changed, l}
		c.mu.Unlock()
	}
	return l, true
}

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
		return nil, Missing("there is no run %.60q in this folder", name)
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
