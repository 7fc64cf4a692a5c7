package folder

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"twophase/internal/files/durable"
)

// errVacant is the error of a name that no folder has, or an empty one, whose process died early.
var errVacant = errors.New("nothing is there")

// replaceable locks a folder that may be replaced. The error says why it may not: it is no folder,
// is not of this kind, or is being written. It is errVacant if nothing is to be replaced.
func (k Kind) replaceable(name string) (lock *os.File, err error) {
	lock, err = hold(name)
	switch {
	case errors.Is(err, errHeld):
		return nil, fmt.Errorf("a %s is writing to it: %w", k.Name, err)
	case errors.Is(err, fs.ErrNotExist):
		if entries, err := os.ReadDir(name); errors.Is(err, fs.ErrNotExist) || err == nil && len(entries) == 0 {
			return nil, errVacant
		}
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
			if err != nil && err != errVacant {
				return fmt.Errorf("of %s: %w", e.Name(), err)
			}
			release(lock)
			continue
		}
		file := strings.TrimSuffix(e.Name(), durable.Partial("")) // also the temporary file of a killed process
		if e.IsDir() || file != SumsName && file != markName && !k.Files.MatchString(file) {
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

// place gives a folder, which is locked, a name. An older folder of that name, which may be replaced, is then
// aside. Where names can be exchanged, the name always is that of the one or of the other.
func (k Kind) place(from, name string) (old aside, err error) {
	lock, err := k.replaceable(name)
	for end := time.Now().Add(patience); errors.Is(err, errHeld) && time.Now().Before(end); lock, err = k.replaceable(name) {
		time.Sleep(20 * time.Millisecond) // a process that looks at it locks it for a moment
	}
	if err == errVacant {
		os.Remove(name + string(filepath.Separator)) // only an empty folder: another process may have put its own there since
		return old, durable.Rename(from, name)
	}
	if err != nil {
		return old, fmt.Errorf("replace %s: %w", name, err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, release(lock))
		}
	}()
	pause("exchange")
	err = exchange(from, name)
	if err == nil {
		pause("exchanged")
		return aside{at: from, name: name, lock: lock}, nil
	}
	if !errors.Is(err, errors.ErrUnsupported) {
		return old, err
	}
	at := durable.Aside(name, replacedFolder)
	if err := durable.Rename(name, at); err != nil {
		return old, err
	}
	pause("put aside")
	if err := durable.Rename(from, name); err != nil {
		return old, errors.Join(err, durable.Rename(at, name))
	}
	return aside{at: at, name: name, lock: lock}, nil
}

// exchange exchanges two names, which tests replace.
var exchange = durable.Exchange

// remove removes the folder. It keeps the lock until that is done, and a partly removed folder
// never looks complete.
func (a aside) remove() error {
	if a.at == "" {
		return nil
	}
	gone := durable.Aside(a.name, removedFolder)
	if durable.Rename(a.at, gone) != nil && exists(a.at) {
		gone = a.at // renaming may fail on a full disk
	}
	return errors.Join(os.RemoveAll(gone), release(a.lock))
}

// markName is the file in a folder that takes the place of an older one. It holds the identity of the older
// one, so that after a power cut the older one is known under the name that it has got.
const markName = "replacing"

// mark marks a folder that takes the place of an older one.
func mark(folder, older string) error {
	return durable.WriteOwned(filepath.Join(folder, markName), []byte(identity(older)))
}

// unmark removes the mark of a folder that has its name, and the older one if it is still there.
func unmark(name, work string) error {
	path := filepath.Join(name, markName)
	older, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if exists(work) && identity(work) == string(older) {
		gone := durable.Aside(name, removedFolder)
		if err := durable.Rename(work, gone); err != nil {
			return err
		}
		if err := os.RemoveAll(gone); err != nil {
			return err
		}
	}
	return os.Remove(path)
}

// identity returns a hash of the manifest and of the checksums of a folder, of what it has of them.
func identity(folder string) string {
	hash := sha256.New()
	for _, name := range []string{manifestName, SumsName} {
		text, _ := os.ReadFile(filepath.Join(folder, name))
		fmt.Fprintf(hash, "%d %s", len(text), text)
	}
	return fmt.Sprintf("%x", hash.Sum(nil))
}
