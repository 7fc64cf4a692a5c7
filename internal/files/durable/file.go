package durable

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// partial ends temporary names.
const partial = ".partial"

// Partial returns the temporary name of a file in a folder that one process owns.
func Partial(path string) string { return path + partial }

// File is a file that is being written. Exactly one of Commit, Leave and Discard ends it; after
// an error of Commit, call Discard.
type File struct {
	*os.File        // under its temporary name
	path     string // its final name
}

// CreateOwned creates a file in a folder that only this process writes to. It overwrites the
// remains of an earlier attempt.
func CreateOwned(path string) (*File, error) {
	f, err := os.Create(Partial(path))
	if err != nil {
		return nil, err
	}
	return &File{f, path}, nil
}

// Reopen opens a file of CreateOwned that Leave, or a killed process, left unfinished. It
// creates the file if it does not exist.
func Reopen(path string) (*File, error) {
	f, err := os.OpenFile(Partial(path), os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	return &File{f, path}, nil
}

// Create creates a file in a folder that other processes may write to, even the same file: the
// last one to commit wins. It removes what killed processes have left of the file. It returns
// an error if the name is that of something other than a file.
func Create(path string, perm fs.FileMode) (*File, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is there and is not a file: choose another name", path)
	}
	clearLeftovers(path)
	for range attempts {
		f, err := os.OpenFile(asideName(path)+partial, os.O_RDWR|os.O_CREATE|os.O_EXCL, perm)
		if err != nil {
			return nil, err
		}
		switch err := Lock(f); {
		case err == nil && Is(f, f.Name()), errors.Is(err, ErrNoLocks):
			return &File{f, path}, nil
		case err != nil && !errors.Is(err, ErrHeld):
			return nil, errors.Join(err, f.Close(), os.Remove(f.Name()))
		}
		f.Close() // another process removed it before the lock
	}
	return nil, fmt.Errorf("create %s: its temporary files disappear again and again", path)
}

// attempts is the number of tries of an operation that another process can spoil by chance.
const attempts = 10

// Commit puts the file in its place. After an error, call Discard.
func (f *File) Commit() error { return Commit(f) }

// Commit puts files in their places, after all of them are on the disk. It syncs each of their
// folders once. After an error, call Discard for the files.
func Commit(files ...*File) error {
	for _, f := range files {
		if err := f.Sync(); err != nil {
			return err
		}
	}
	var folders []string
	for _, f := range files {
		if err := f.place(os.Rename); err != nil {
			return err
		}
		if folder := filepath.Dir(f.path); len(folders) == 0 || folders[len(folders)-1] != folder {
			folders = append(folders, folder)
		}
	}
	for _, folder := range folders {
		if err := Sync(folder); err != nil {
			return err
		}
	}
	return nil
}

// place gives the file its name and then closes it. Where files can be locked, the order matters:
// no process finds it under its temporary name without a lock.
func (f *File) place(rename func(from, to string) error) error {
	if !canLock {
		if err := f.Close(); err != nil {
			return err
		}
	}
	if err := rename(f.Name(), f.path); err != nil {
		return err
	}
	if canLock {
		return f.Close()
	}
	return nil
}

// Leave closes the unfinished file and keeps it, for Reopen.
func (f *File) Leave() error {
	if err := f.Close(); err != nil && !errors.Is(err, os.ErrClosed) {
		return err
	}
	return nil
}

// Discard removes the file, unless it is in its place.
func (f *File) Discard() error {
	err := os.Remove(f.Name())
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return errors.Join(f.Leave(), err)
}

// Write writes a file, and replaces an older one, in a folder that other processes may write to.
func Write(path string, content []byte, perm fs.FileMode) error {
	f, err := Create(path, perm)
	return write(f, err, content, Commit)
}

// WriteAll writes files to a folder, which is made if it does not exist, and replaces older ones. All of them are complete
// before the first one appears.
func WriteAll(folder string, files map[string][]byte) (err error) {
	if err := MkdirAll(folder); err != nil {
		return err
	}
	var all []*File
	defer func() {
		if err != nil {
			for _, f := range all {
				err = errors.Join(err, f.Discard())
			}
		}
	}()
	for name, content := range files {
		f, err := Create(filepath.Join(folder, name), 0o666)
		if err != nil {
			return err
		}
		all = append(all, f)
		if _, err := f.Write(content); err != nil {
			return err
		}
	}
	return Commit(all...)
}

// WriteOwned writes a file, and replaces an older one, in a folder that only this process writes
// to.
func WriteOwned(path string, content []byte) error {
	f, err := CreateOwned(path)
	return write(f, err, content, Commit)
}

// WriteNew writes a file that does not exist yet. The error is fs.ErrExist if it does.
func WriteNew(path string, content []byte, perm fs.FileMode) error {
	clearLeftovers(path)
	if _, err := os.Lstat(path); err == nil {
		return &fs.PathError{Op: "create", Path: path, Err: fs.ErrExist}
	}
	f, err := Create(path, perm)
	return write(f, err, content, func(files ...*File) error {
		if err := f.Sync(); err != nil {
			return err
		}
		if err := f.place(moveNew); err != nil {
			return err
		}
		return Sync(filepath.Dir(path))
	})
}

// moveNew renames a file to a name that is free.
func moveNew(from, to string) error {
	err := os.Link(from, to) // unlike rename, it fails if the name is taken
	switch {
	case err == nil:
		return os.Remove(from)
	case errors.Is(err, fs.ErrExist):
		return err
	}
	if _, err := os.Lstat(to); err == nil { // the file system may have no links
		return &fs.PathError{Op: "create", Path: to, Err: fs.ErrExist}
	}
	return os.Rename(from, to)
}

func write(f *File, err error, content []byte, commit func(...*File) error) error {
	if err != nil {
		return err
	}
	if _, err = f.File.Write(content); err == nil {
		err = commit(f)
	}
	if err != nil {
		return errors.Join(err, f.Discard()) // remove it: the disk may be full
	}
	return nil
}

// AppendNew creates a file that grows under its final name. The name begins with prefix, ends
// with suffix and is unique. It is on the disk when AppendNew returns; appended data are after
// Sync.
func AppendNew(prefix, suffix string, perm fs.FileMode) (*os.File, error) {
	f, err := os.OpenFile(prefix+randomText()+suffix, os.O_RDWR|os.O_CREATE|os.O_EXCL, perm)
	if err != nil {
		return nil, err
	}
	if err := Sync(filepath.Dir(f.Name())); err != nil {
		return nil, errors.Join(err, f.Close(), os.Remove(f.Name()))
	}
	return f, nil
}
