package folder

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"twophase/internal/durable"
)

// replaceable locks a folder that may be replaced. The error says why it may not: it is no folder,
// is not of this kind, or is being written. The lock is nil if the folder is empty.
func (k Kind) replaceable(name string) (lock *os.File, err error) {
	entries, err := os.ReadDir(name)
	if err != nil || len(entries) == 0 || len(entries) == 1 && entries[0].Name() == durable.Partial(manifestName) {
		return nil, err // its process died early
	}
	lock, err = hold(name)
	switch {
	case errors.Is(err, errHeld):
		return nil, fmt.Errorf("a %s is writing to it: %w", k.Name, err)
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("it is not a %s folder, for it has no manifest.json", k.Name)
	case err != nil:
		return nil, err
	}
	if err := k.written(name); err != nil {
		release(lock)
		return nil, err
	}
	return lock, nil
}

// written returns an error unless this kind writes all files in a folder.
func (k Kind) written(name string) error {
	manifest, err := os.Open(filepath.Join(name, manifestName))
	if err != nil {
		return err
	}
	defer manifest.Close()
	if err := k.Manifest(manifest); err != nil {
		return fmt.Errorf("it is not a %[1]s folder, for its manifest.json is not that of a %[1]s", k.Name)
	}
	entries, err := os.ReadDir(name)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.IsDir() && k.Within != nil {
			if isLeftover(e.Name()) {
				continue
			}
			lock, err := k.Within.replaceable(filepath.Join(name, e.Name()))
			if err != nil {
				return fmt.Errorf("of %s: %w", e.Name(), err)
			}
			release(lock)
			continue
		}
		file := strings.TrimSuffix(e.Name(), durable.Partial("")) // also the temporary file of a killed process
		if e.IsDir() || file != SumsName && !k.Files.MatchString(file) {
			return fmt.Errorf("it holds %s, which no %s has written", e.Name(), k.Name)
		}
	}
	return nil
}

// aside is a locked folder that was renamed because it is being replaced.
type aside struct {
	at   string // its present name; empty: there is none
	name string // its former name
	lock *os.File
}

// putAside renames the folder that is being replaced, if there is one.
func (k Kind) putAside(name string) (a aside, err error) {
	if !exists(name) {
		return a, nil
	}
	lock, err := holdPatiently(func() (*os.File, error) { return k.replaceable(name) })
	if err != nil {
		if !exists(name) { // another process has renamed it
			err = nil
		}
		return a, err
	}
	a.name, a.lock = name, lock
	pause("put aside")
	a.at = durable.Aside(name, replacedFolder)
	if err := durable.Rename(name, a.at); err != nil {
		return a, errors.Join(err, release(a.lock))
	}
	return a, nil
}

// restore gives the folder its name back.
func (a aside) restore() error {
	if a.at == "" {
		return nil
	}
	return errors.Join(durable.Rename(a.at, a.name), release(a.lock))
}

// remove removes the folder. It keeps the lock until that is done, and a partly removed folder
// never looks complete.
func (a aside) remove() error {
	if a.at == "" {
		return nil
	}
	gone := durable.Aside(a.name, removedFolder)
	if os.Rename(a.at, gone) != nil {
		gone = a.at // renaming may fail on a full disk
	}
	return errors.Join(os.RemoveAll(gone), release(a.lock))
}
