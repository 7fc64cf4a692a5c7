package folder

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"twophase/internal/files/durable"
)

// Check returns an error if a folder of that name cannot be made: if there is one, finished or
// not, that may not be replaced or is not of this kind. It clears what killed processes have left
// of it.
func (k Kind) Check(name string, force bool) error {
	f := Folder{name: Named(name)}
	f.clearLeftovers()
	for _, taken := range []string{f.name, f.Work()} {
		if !force && exists(taken) {
			return k.taken(taken)
		}
		if !force {
			continue
		}
		lock, err := k.replaceable(taken)
		if err != nil && err != errVacant {
			return fmt.Errorf("--force does not replace %s: %w; choose another folder with --out", taken, err)
		}
		release(lock)
	}
	return nil
}

// taken returns the error of a name that another folder has.
func (k Kind) taken(name string) error {
	if k.Resumed && strings.HasSuffix(name, ".partial") {
		return fmt.Errorf("the unfinished %s folder %s exists: continue it with twophase resume, choose another with --out, or replace it with --force", k.Name, name)
	}
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
	if f.kind.Fill != nil {
		if err := f.kind.Fill(hidden); err != nil {
			return err
		}
	}
	pause("create")
	if f.force {
		old, err := f.kind.place(hidden, f.Work())
		if err != nil {
			return err
		}
		defer old.remove()
	} else if err := durable.Rename(hidden, f.Work()); err != nil {
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
	if err = wrote; err == nil {
		f.manifest, err = os.Stat(filepath.Join(hidden, manifestName))
	}
	if err != nil {
		return "", errors.Join(err, os.RemoveAll(hidden), release(f.lock))
	}
	return hidden, nil
}
