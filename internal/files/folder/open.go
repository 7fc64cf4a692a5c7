package folder

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Open opens an unfinished folder, by its final name or by that of its work folder, and returns
// its manifest. It returns an error if there is none, if it is not of this kind, if a process is
// writing to it, or if its final name is that of something else.
func (k Kind) Open(name string) (_ *Folder, manifest []byte, err error) {
	f := &Folder{kind: k, name: strings.TrimSuffix(Named(name), ".partial"), force: true}
	if to, err := os.Readlink(f.Work()); err == nil {
		return nil, nil, fmt.Errorf("%s is a link to %s: name that folder, so that it gets its final name where it is", f.Work(), to)
	}
	f.clearLeftovers()
	if !exists(f.Work()) {
		if !exists(f.name) {
			return nil, nil, fmt.Errorf("there is no unfinished %s folder %s", k.Name, f.Work())
		}
		return nil, nil, k.openComplete(f.name)
	}
	switch f.lock, err = hold(f.Work()); {
	case errors.Is(err, errHeld):
		return nil, nil, fmt.Errorf("a %s is writing to %s", k.Name, f.Work())
	case err != nil:
		return nil, nil, fmt.Errorf("%s is not a %s folder: %w", f.Work(), k.Name, err)
	case f.lock == nil:
		noteUnlocked(f.Work())
	}
	defer func() {
		if err != nil {
			release(f.lock)
		}
	}()
	if older, err := os.ReadFile(filepath.Join(f.name, markName)); err == nil && identity(f.Work()) == string(older) {
		return nil, nil, fmt.Errorf("%s was replaced by %s, and its process could not remove it: remove it", f.Work(), f.name)
	}
	if f.manifest, err = os.Stat(f.Path(manifestName)); err != nil {
		return nil, nil, err
	}
	if manifest, err = k.Read(f.Work()); err != nil {
		return nil, nil, err
	}
	taken, err := k.replaceable(f.name)
	if err != nil && err != errVacant {
		return nil, nil, fmt.Errorf("%s cannot become %s: %w; move that out of the way", f.Work(), f.name, err)
	}
	release(taken)
	if s, err := ReadSums(f.Work()); err != nil {
		return nil, nil, err
	} else if s.final { // its process was about to finish it
		if err := f.Write(SumsName, beginSums(manifest)); err != nil {
			return nil, nil, err
		}
	}
	return f, manifest, nil
}

// openComplete returns the error of opening a complete folder. If its process was killed while it
// tidied up, the remains are removed.
func (k Kind) openComplete(name string) error {
	if _, err := k.Read(name); err != nil {
		return err
	}
	s, err := ReadSums(name)
	if err != nil {
		return err
	}
	if s.Known() && !s.final { // its checkpoints must stay
		return fmt.Errorf("the %s %s is unfinished: rename it to %s.partial first, as it was called", k.Name, name, filepath.Base(name))
	}
	err = fmt.Errorf("the %s %s %w", k.Name, name, ErrComplete)
	lock, locked := hold(name)
	if locked != nil || !s.Known() { // another process is tidying up, or it may be unfinished
		return errors.Join(err, release(lock))
	}
	return errors.Join(err, k.tidy(name), release(lock))
}

// Read returns the manifest of a folder, or an error if it is not one of this kind or was
// changed.
func (k Kind) Read(name string) (manifest []byte, err error) {
	s, err := ReadSums(name)
	if err != nil {
		return nil, err
	}
	manifest, err = s.Read(manifestName, manifestLimit)
	if errors.Is(err, ErrDamaged) {
		return nil, err
	}
	if err == nil {
		err = k.Manifest(bytes.NewReader(manifest))
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s is not a %s folder, for it has no %s", name, k.Name, manifestName)
	}
	if err != nil {
		return nil, fmt.Errorf("%s is not a %s folder: its %s: %w", name, k.Name, manifestName, err)
	}
	s.NoteUnchecked()
	return manifest, nil
}

// manifestLimit bounds the size of a manifest.
const manifestLimit = 64 << 20

// ErrComplete is the error of opening a folder that is complete.
var ErrComplete = errors.New("is complete")
