package folder

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"

	"twophase/internal/files/durable"
)

// Kind is a kind of folder: its name, and the files in it.
type Kind struct {
	Name     string                         // such as "run", for errors
	Files    *regexp.Regexp                 // matches the names of all files that the folder may have
	OnTheWay *regexp.Regexp                 // matches the files that only an unfinished folder has; nil: none
	Manifest func(manifest io.Reader) error // returns an error unless a manifest is of this kind
	Within   *Kind                          // the kind of the folders in it; nil: there are none
	Resumed  bool                           // twophase resume completes an unfinished one
	Fill     func(folder string) error      // writes what a folder has from the start, beside its manifest; nil: nothing
}

// JSONManifest returns the function Kind.Manifest for manifests that are an M in JSON, which
// check finds valid.
func JSONManifest[M any](check func(M) error) func(io.Reader) error {
	return func(manifest io.Reader) error {
		var m M
		text, err := io.ReadAll(manifest)
		if err != nil {
			return err
		}
		if err := json.Unmarshal(text, &m); err != nil {
			return err
		}
		return check(m)
	}
}

// Folder is a folder that is being written. All files are written to a work folder beside it,
// NAME.partial, which gets the final name only when it is complete.
type Folder struct {
	kind  Kind
	name  string
	force bool     // an older folder of that name may be replaced
	lock  *os.File // the manifest; nil where files cannot be locked
	over  bool     // it has its final name

	manifest os.FileInfo // by which the folder is known
}

// Name returns the name that the folder will have.
func (f *Folder) Name() string { return f.name }

// Work returns the name of the work folder.
func (f *Folder) Work() string { return f.name + ".partial" }

// Path returns the path of a file in the work folder.
func (f *Folder) Path(file string) string { return filepath.Join(f.Work(), file) }

func (f *Folder) unlock() error {
	lock := f.lock
	f.lock = nil
	return release(lock)
}

// there returns an error if the work folder was removed, or was moved, so that its name may be that of another.
func (f *Folder) there() error {
	named, err := os.Stat(f.Path(manifestName))
	if err != nil || !os.SameFile(f.manifest, named) {
		return fmt.Errorf("%s was moved or removed while it was being written", f.Work())
	}
	return nil
}

// Write writes one file to the work folder, and replaces an older one.
func (f *Folder) Write(file string, content []byte) error {
	if err := f.there(); err != nil {
		return err
	}
	if err := durable.WriteOwned(f.Path(file), content); err != nil {
		return fmt.Errorf("write the %s folder: %w", f.kind.Name, err)
	}
	return nil
}

// Create creates one file in the work folder. When it is committed it replaces an older one.
func (f *Folder) Create(file string) (*durable.File, error) {
	if err := f.there(); err != nil {
		return nil, err
	}
	return durable.CreateOwned(f.Path(file))
}

// Remove removes the files of the work folder whose names match a pattern of
// filepath.Match.
func (f *Folder) Remove(patterns ...string) error {
	if err := f.there(); err != nil {
		return err
	}
	entries, err := os.ReadDir(f.Work())
	if err != nil {
		return err
	}
	for _, e := range entries {
		for _, pattern := range patterns {
			if match, err := filepath.Match(pattern, e.Name()); err != nil {
				return err
			} else if match {
				if err := os.Remove(f.Path(e.Name())); err != nil {
					return err
				}
				break
			}
		}
	}
	return nil
}

// Named returns the clean path of a folder, ending in the folder's name. For "." and "..", which
// do not have that name, it returns the absolute path without links.
func Named(path string) string {
	path = filepath.Clean(path)
	switch filepath.Base(path) {
	case ".", "..":
		absolute, err := filepath.Abs(path)
		if err != nil {
			return path
		}
		if real, err := filepath.EvalSymlinks(absolute); err == nil {
			return real
		}
		return absolute
	}
	return path
}

// manifestName is the file that identifies a folder.
const manifestName = "manifest.json"

// The words in hidden names, .NAME.WORD-*, say what a folder is for.
const (
	newFolder      = "new"      // to be the work folder
	replacedFolder = "replaced" // to be removed when the new one is in its place
	removedFolder  = "removed"  // being removed
	scratchFolder  = "scratch"  // see Scratch
)

var leftover = regexp.MustCompile(`^\.(.+)\.(new|replaced|removed|scratch)-[0-9a-f]+$`)

// isLeftover reports whether a folder has a hidden name of this package.
func isLeftover(name string) bool { return leftover.MatchString(name) }

// exists reports whether anything has a name.
func exists(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}

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
