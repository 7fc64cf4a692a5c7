package folder

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"

	"twophase/internal/durable"
)

// Kind is a kind of folder: its name, and the files in it.
type Kind struct {
	Name     string                         // such as "run", for errors
	Files    *regexp.Regexp                 // matches the names of all files that the folder may have
	OnTheWay *regexp.Regexp                 // matches the files that only an unfinished folder has; nil: none
	Manifest func(manifest io.Reader) error // returns an error unless a manifest is of this kind
	Within   *Kind                          // the kind of the folders in it; nil: there are none
}

// Folder is a folder that is being written. All files are written to a work folder beside it,
// NAME.partial, which gets the final name only when it is complete.
type Folder struct {
	kind  Kind
	name  string
	force bool     // an older folder of that name may be replaced
	lock  *os.File // the manifest; nil where files cannot be locked
	over  bool     // it has its final name
}

// manifestName is the file that identifies a folder.
const manifestName = "manifest.json"

// Name returns the name that the folder will have.
func (f *Folder) Name() string { return f.name }

// Work returns the name of the work folder.
func (f *Folder) Work() string { return f.name + ".partial" }

// Path returns the path of a file in the work folder.
func (f *Folder) Path(file string) string { return filepath.Join(f.Work(), file) }

// Check returns an error if a folder of that name cannot be made: if there is one, finished or
// not, that may not be replaced or is not of this kind. It clears what killed processes have left
// of it.
func (k Kind) Check(name string, force bool) error {
	f := Folder{name: Named(name)}
	f.clearLeftovers()
	for _, taken := range []string{f.name, f.Work()} {
		if !exists(taken) {
			continue
		}
		if !force {
			return k.taken(taken)
		}
		lock, err := k.replaceable(taken)
		if err != nil && exists(taken) { // else another process has finished or removed it
			return fmt.Errorf("--force does not replace %s: %w; choose another folder with --out", taken, err)
		}
		release(lock)
	}
	return nil
}

// taken returns the error of a name that another folder has.
func (k Kind) taken(name string) error {
	return fmt.Errorf("the %s folder %s exists: choose another with --out, or replace it with --force", k.Name, name)
}

// Create makes the work folder and its manifest. An unfinished folder of that
// name is replaced; see Check.
func (k Kind) Create(name string, force bool, manifest []byte) (*Folder, error) {
	if err := k.Check(name, force); err != nil {
		return nil, err
	}
	f := &Folder{kind: k, name: Named(name), force: force}
	err := f.create(manifest)
	if errors.Is(err, fs.ErrExist) { // another process was faster
		return nil, k.taken(name)
	}
	if err != nil {
		return nil, fmt.Errorf("create the %s folder: %w", k.Name, err)
	}
	return f, nil
}

// CreateFree makes a folder of the first name that is free: name, name-2,
// name-3, ….
func (k Kind) CreateFree(name string, manifest []byte) (*Folder, error) {
	for i := 1; ; i++ {
		f := &Folder{kind: k, name: Named(name)}
		if i > 1 {
			f.name += "-" + strconv.Itoa(i)
		}
		if exists(f.name) || exists(f.Work()) {
			continue
		}
		f.clearLeftovers()
		err := f.create(manifest)
		if err == nil {
			return f, nil
		}
		if !errors.Is(err, fs.ErrExist) { // else another process was faster
			return nil, fmt.Errorf("create the %s folder: %w", k.Name, err)
		}
	}
}

// create makes the work folder, in the place of an older one if that may be replaced. The error is
// fs.ErrExist if another process has taken the name.
func (f *Folder) create(manifest []byte) (err error) {
	if err := durable.MkdirAll(filepath.Dir(f.Work())); err != nil {
		return err
	}
	hidden, err := f.begin(manifest)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.RemoveAll(hidden))
			release(f.lock)
		}
	}()
	if f.force {
		old, err := f.kind.putAside(f.Work())
		if err != nil {
			return err
		}
		defer old.remove()
	}
	pause("create")
	if err := durable.Rename(hidden, f.Work()); err != nil {
		return err
	}
	if !f.force && exists(f.name) { // it was finished since
		hidden = f.Work()
		return fs.ErrExist
	}
	return nil
}

// begin makes a folder with its manifest under a hidden name, and locks it.
func (f *Folder) begin(manifest []byte) (hidden string, err error) {
	for range attempts {
		if hidden, err = durable.MkdirAside(f.Work(), newFolder); err != nil {
			return "", err
		}
		pause("begin")
		f.lock, err = createLocked(filepath.Join(hidden, manifestName))
		if err == nil || err == durable.ErrNoLocks {
			break
		}
		os.Remove(hidden) // unless another process has cleared it
		if err != durable.ErrHeld && !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
	}
	if f.lock == nil {
		return "", err
	}
	_, wrote := f.lock.Write(manifest)
	if wrote == nil {
		wrote = f.lock.Sync()
	}
	if wrote == nil {
		wrote = durable.WriteOwned(filepath.Join(hidden, SumsName), beginSums(manifest))
	}
	if err == durable.ErrNoLocks {
		noteUnlocked(f.Work())
		wrote = errors.Join(wrote, f.lock.Close()) // an open file may prevent the removal
		f.lock = nil
	}
	if err = wrote; err != nil {
		return "", errors.Join(err, os.RemoveAll(hidden), release(f.lock))
	}
	return hidden, nil
}

// attempts is the number of tries of an operation that another process can spoil by chance.
const attempts = 10

func exists(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}

// Leave keeps the work folder as it is, for Open.
func (f *Folder) Leave() error { return f.unlock() }

func (f *Folder) unlock() error {
	lock := f.lock
	f.lock = nil
	return release(lock)
}

// Discard removes the work folder, unless it has its final name.
func (f *Folder) Discard() error {
	if f.over {
		return nil
	}
	lock := f.lock
	f.lock = nil
	return aside{at: f.Work(), name: f.Work(), lock: lock}.remove()
}

// Write writes one file to the work folder, and replaces an older one.
func (f *Folder) Write(file string, content []byte) error {
	if err := durable.WriteOwned(f.Path(file), content); err != nil {
		return fmt.Errorf("write the %s folder: %w", f.kind.Name, err)
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
