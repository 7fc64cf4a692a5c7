package folder

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"time"

	"twophase/internal/files/durable"
)

// WriteSet writes files to a folder, which is made if it does not exist, as one unit: all of them appear
// together, and replace older ones together. Other files stay.
//
// A folder that has files whose names do not match, or is the current one, or a link, may be in use by others.
// It is not replaced: all files are complete before the first one appears there. What others put into a folder
// while it is replaced stays too.
func WriteSet(name string, files map[string][]byte, match *regexp.Regexp) error {
	name = Named(name)
	if err := durable.MkdirAll(filepath.Dir(name)); err != nil {
		return err
	}
	for range attempts {
		err := writeSet(name, files, match)
		if !errors.Is(err, fs.ErrExist) { // else another process has made the folder
			return err
		}
	}
	return errors.New(name + " changes all the time")
}

func writeSet(name string, files map[string][]byte, match *regexp.Regexp) error {
	var others []string
	there := exists(name)
	if there {
		lock, err := lockFolder(name)
		if err != nil {
			return err
		}
		defer release(lock)
		if others, err = otherFiles(name, files, match); errors.Is(err, errors.ErrUnsupported) {
			return writeInPlace(name, files)
		} else if err != nil {
			return err
		}
	}
	s, err := NewScratch(name)
	if err != nil {
		return err
	}
	defer s.Remove()
	work := filepath.Join(s.Path, "set")
	if err := durable.Mkdir(work); err != nil {
		return err
	}
	for file, content := range files {
		if err := durable.WriteOwned(filepath.Join(work, file), content); err != nil {
			return err
		}
	}
	pause("set")
	if !there {
		return durable.Rename(work, name)
	}
	for _, file := range others {
		if err := durable.Link(filepath.Join(name, file), filepath.Join(work, file)); err != nil {
			return writeInPlace(name, files)
		}
	}
	if err := errors.Join(durable.CopyMode(name, work), durable.Sync(work)); err != nil {
		return err
	}
	pause("listed")
	if exchange(work, name) != nil { // as of the root of a file system
		return writeInPlace(name, files)
	}
	if err := moveLate(work, name, files, others); err != nil {
		kept := durable.Aside(name, keptFolder)
		return errors.Join(fmt.Errorf("what was put into %s while it was replaced is in %s: %v", name, kept, err), durable.Rename(work, kept))
	}
	return nil
}

// moveLate empties a folder that was replaced. What others have put there since it was listed moves to the new one.
func moveLate(old, name string, files map[string][]byte, others []string) error {
	entries, err := os.ReadDir(old)
	if err != nil {
		return err
	}
	for _, e := range entries {
		from, to := filepath.Join(old, e.Name()), filepath.Join(name, e.Name())
		if _, replaced := files[e.Name()]; replaced || sameFile(from, to) {
			err = os.Remove(from)
		} else if exists(to) && !slices.Contains(others, e.Name()) { // and that has come even later
			err = fmt.Errorf("there are two of %s", e.Name())
		} else {
			err = durable.Rename(from, to)
		}
		if err != nil {
			return err
		}
	}
	return os.Remove(old) // only an empty folder
}

func sameFile(a, b string) bool {
	x, errX := os.Lstat(a)
	y, errY := os.Lstat(b)
	return errX == nil && errY == nil && os.SameFile(x, y)
}

// otherFiles returns the names of the other files in a folder. The error is errors.ErrUnsupported if the
// folder is not to be replaced.
func otherFiles(name string, files map[string][]byte, match *regexp.Regexp) (others []string, err error) {
	info, err := os.Lstat(name)
	if err != nil {
		return nil, err
	}
	if here, err := os.Stat("."); err != nil || !info.IsDir() || os.SameFile(info, here) {
		return nil, errors.ErrUnsupported
	}
	entries, err := os.ReadDir(name)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if !e.Type().IsRegular() || !match.MatchString(e.Name()) {
			return nil, errors.ErrUnsupported
		}
		if _, replaced := files[e.Name()]; !replaced {
			others = append(others, e.Name())
		}
	}
	return others, nil
}

// lockFolder locks a folder itself, where that is possible, and waits for another process that has locked it.
func lockFolder(name string) (*os.File, error) {
	for end := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		if err := lockFile(f); err == nil && durable.Is(f, name) || err == durable.ErrNoLocks {
			return f, nil
		} else if err != nil && err != durable.ErrHeld || time.Now().After(end) {
			return nil, errors.Join(err, f.Close())
		}
		f.Close()
	}
}

// writeInPlace writes files one after another, when all of them are complete.
func writeInPlace(name string, files map[string][]byte) (err error) {
	var all []*durable.File
	defer func() {
		if err != nil {
			for _, f := range all {
				err = errors.Join(err, f.Discard())
			}
		}
	}()
	for file, content := range files {
		f, err := durable.Create(filepath.Join(name, file), 0o666)
		if err != nil {
			return err
		}
		all = append(all, f)
		if _, err := f.Write(content); err != nil {
			return err
		}
	}
	return durable.Commit(all...)
}
