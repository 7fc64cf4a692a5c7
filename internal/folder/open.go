package folder

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// Open takes up an unfinished folder, by the name that it will have or by that of
// its work folder, and returns what its manifest holds. It returns an error if
// there is none, if it is not of this kind, if a process is at work on it, or if
// something that is not of this kind has the name that it will have.
func (k Kind) Open(name string) (_ *Folder, manifest []byte, err error) {
	f := &Folder{kind: k, name: strings.TrimSuffix(filepath.Clean(name), ".partial")}
	if !exists(f.Work()) {
		if !exists(f.name) {
			return nil, nil, fmt.Errorf("there is no unfinished %s folder %s", k.Name, f.Work())
		}
		if _, err := k.Read(f.name); err != nil {
			return nil, nil, err
		}
		return nil, nil, fmt.Errorf("the %s %s %w", k.Name, f.name, ErrComplete)
	}
	if f.manifest, err = os.OpenFile(f.Path(manifestName), os.O_RDWR, 0); err != nil {
		return nil, nil, fmt.Errorf("%s is not a %s folder: %w", f.Work(), k.Name, err)
	}
	if lock(f.manifest) != nil {
		f.manifest.Close()
		return nil, nil, fmt.Errorf("a %s is writing to %s", k.Name, f.Work())
	}
	if manifest, err = io.ReadAll(f.manifest); err == nil {
		err = k.Manifest(bytes.NewReader(manifest))
	}
	if err != nil {
		f.manifest.Close()
		return nil, nil, fmt.Errorf("%s is not a %s folder: its manifest.json: %w", f.Work(), k.Name, err)
	}
	if exists(f.name) {
		if err := k.replaceable(f.name); err != nil {
			f.manifest.Close()
			return nil, nil, fmt.Errorf("%s cannot become %s: %w; move that out of the way", f.Work(), f.name, err)
		}
	}
	return f, manifest, nil
}

// Read returns what the manifest of a complete folder holds, or an error if it is not
// one of this kind.
func (k Kind) Read(name string) (manifest []byte, err error) {
	if manifest, err = os.ReadFile(filepath.Join(name, manifestName)); err == nil {
		err = k.Manifest(bytes.NewReader(manifest))
	}
	if err != nil {
		return nil, fmt.Errorf("%s is not a %s folder: its %s: %w", name, k.Name, manifestName, err)
	}
	return manifest, nil
}

// ErrComplete is the error of opening a folder that is complete.
var ErrComplete = errors.New("is complete")

// Replace writes one file to the work folder; see the function of that name.
func (f *Folder) Replace(file string, content []byte) error {
	if err := Replace(f.Path(file), content); err != nil {
		return fmt.Errorf("write the %s folder: %w", f.kind.Name, err)
	}
	return nil
}

// Replace writes a file in the place of an older one. Whoever looks at it, even after
// a power cut, sees all of the one or of the other.
func Replace(name string, content []byte) error {
	aside := name + ".partial"
	w, err := os.Create(aside)
	if err != nil {
		return err
	}
	if _, err = w.Write(content); err == nil {
		err = w.Sync()
	}
	if err = errors.Join(err, w.Close()); err == nil {
		err = os.Rename(aside, name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(aside)) // it may be in the way on a full disk
	}
	return nil
}

// Remove removes the files of the work folder whose names match a pattern of
// filepath.Match.
func (f *Folder) Remove(patterns ...string) error {
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
