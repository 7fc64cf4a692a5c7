package folder

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Finish writes the checksums of all files, which takes about a second for each two gigabytes.
// It then gives the work folder its final name, in the place of an older one if that may be
// replaced, and removes the files that a complete folder does not have. After an error the work
// folder stays; call Leave or Discard.
func (f *Folder) Finish(ctx context.Context) error {
	if err := f.finish(ctx); err != nil {
		return fmt.Errorf("complete the %s folder: %w", f.kind.Name, err)
	}
	return nil
}

func (f *Folder) finish(ctx context.Context) error {
	if err := f.there(); err != nil {
		return err
	}
	if err := f.seal(ctx, f.kind.OnTheWay); err != nil {
		return err
	}
	if !f.force && exists(f.name) {
		return fmt.Errorf("%s has appeared meanwhile: move it out of the way; what was to be there is complete in %s", f.name, f.Work())
	}
	pause("finish")
	if exists(f.name) {
		if err := mark(f.Work(), f.name); err != nil {
			return err
		}
	}
	old, err := f.kind.place(f.Work(), f.name)
	if err != nil {
		return fmt.Errorf("%w; what was to be there is complete in %s", err, f.Work())
	}
	f.over = true
	pause("finished")
	if err := errors.Join(old.remove(), unmark(f.name, f.Work()), f.kind.tidy(f.name), f.unlock()); err != nil { // the locks are kept until all is done
		noteOnce("%s is complete; what it no longer needs could not be removed: %v", f.name, err)
	}
	return nil
}

// tidy removes from a complete folder the files of an unfinished one.
func (k Kind) tidy(name string) error {
	if k.OnTheWay == nil {
		return nil
	}
	entries, err := os.ReadDir(name)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if k.OnTheWay.MatchString(e.Name()) && k.Files.MatchString(e.Name()) {
			if err := os.Remove(filepath.Join(name, e.Name())); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
	}
	return nil
}

// Leave keeps the work folder as it is, for Open.
func (f *Folder) Leave() error { return f.unlock() }

// Discard removes the work folder, unless it has its final name, or another folder has its name.
func (f *Folder) Discard() error {
	if f.over {
		return nil
	}
	if f.there() != nil {
		return f.unlock()
	}
	lock := f.lock
	f.lock = nil
	return aside{at: f.Work(), name: f.Work(), lock: lock}.remove()
}
