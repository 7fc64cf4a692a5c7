package folder

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"twophase/internal/files/durable"
)

// clearLeftovers clears what killed processes have left under hidden names beside the folder.
func (f *Folder) clearLeftovers() {
	if exists(filepath.Join(f.name, markName)) {
		if lock, err := hold(f.name); err == nil && lock != nil {
			unmark(f.name, f.Work()) // what cannot be removed does no harm
			release(lock)
		}
	}
	clearLeftovers(f.name, filepath.Base(f.name), filepath.Base(f.Work()))
}

// clearLeftovers clears what was left of folders that are beside one another.
func clearLeftovers(path string, bases ...string) {
	parent := filepath.Dir(path)
	entries, err := os.ReadDir(parent)
	if err != nil {
		return // leftovers do no harm
	}
	for _, e := range entries {
		m := leftover.FindStringSubmatch(e.Name())
		if m == nil || !e.IsDir() {
			continue
		}
		for _, base := range bases {
			if m[1] == base {
				clearLeftover(filepath.Join(parent, e.Name()), m[2], filepath.Join(parent, base))
			}
		}
	}
}

// clearLeftover clears a hidden folder unless a process is at work on it. A folder that was being
// replaced comes back if its name is free. It stays as long as the one that was to replace it is unfinished.
func clearLeftover(hidden, word, name string) {
	if word == removedFolder {
		os.RemoveAll(hidden)
		return
	}
	lock, err := hold(hidden)
	if word == scratchFolder {
		lock, err = holdFile(filepath.Join(hidden, lockName))
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		os.Remove(hidden) // if it is empty: its process died early
		return
	case err != nil || lock == nil:
		return // a process has locked it, or may have
	}
	switch {
	case word != replacedFolder || exists(name) && !exists(name+".partial"):
		aside{at: hidden, name: name, lock: lock}.remove()
		return
	case !exists(name):
		durable.Rename(hidden, name)
	}
	release(lock)
}

// lockName is the file whose lock locks a scratch folder.
const lockName = "lock"

// Scratch is a temporary folder. If its process is killed, a later one removes it.
type Scratch struct {
	Path string
	lock *os.File
}

// NewScratch makes a folder beside another one or, where that is not possible, in the system's
// folder for temporary files. It clears what killed processes have left there.
func NewScratch(name string) (*Scratch, error) {
	name = Named(name)
	clearLeftovers(name, filepath.Base(name), filepath.Base(name)+".partial")
	for range attempts {
		path, err := durable.MkdirAside(name, scratchFolder)
		if err != nil {
			path, err = os.MkdirTemp("", "twophase-*") // the disk may be read-only
			return &Scratch{Path: path}, err
		}
		lock, err := createLocked(filepath.Join(path, lockName))
		switch {
		case err == nil:
			return &Scratch{path, lock}, nil
		case err == durable.ErrNoLocks:
			return &Scratch{Path: path}, lock.Close()
		}
		os.Remove(path)
		if err != durable.ErrHeld && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	return nil, errors.New("hidden folders beside " + name + " disappear again and again")
}

// Remove removes the folder.
func (s *Scratch) Remove() error { return errors.Join(os.RemoveAll(s.Path), release(s.lock)) }
