package folder

import (
	"encoding/json"
	"fmt"
	"io"
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
