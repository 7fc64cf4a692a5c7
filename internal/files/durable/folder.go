package durable

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
)

// Sync has what any process has written to a file, or the names of a folder's files, reach the disk,
// where that is possible.
func Sync(path string) error {
	if runtime.GOOS == "windows" || runtime.GOOS == "plan9" {
		return nil
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	err = f.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, errors.ErrUnsupported) {
		err = nil // some network file systems sync files only, and names with them
	}
	return errors.Join(err, f.Close())
}

// MkdirAll makes a folder and its parents, if they do not exist.
func MkdirAll(path string) error {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return nil
	}
	path = filepath.Clean(path)
	parent := filepath.Dir(path)
	if parent != path {
		if err := MkdirAll(parent); err != nil {
			return err
		}
	}
	if err := os.Mkdir(path, 0o777); err != nil {
		if info, lookErr := os.Stat(path); lookErr == nil && info.IsDir() {
			return nil // another process was faster
		}
		return err
	}
	return Sync(parent)
}

// MkdirAside makes a folder under a hidden name beside path, .NAME.WORD-*, where the word says
// what it is for. It may be lost in a power cut.
func MkdirAside(path, word string) (string, error) {
	for {
		name := Aside(path, word)
		if err := os.Mkdir(name, 0o777); !errors.Is(err, fs.ErrExist) {
			return name, err
		}
	}
}

// Mkdir makes a folder within another one, which the caller syncs later.
func Mkdir(path string) error { return os.Mkdir(path, 0o777) }

// Aside returns an unused hidden name beside path: .NAME.WORD-*.
func Aside(path, word string) string {
	parent, base := filepath.Split(filepath.Clean(path))
	return filepath.Join(parent, "."+base+"."+word+"-"+randomText())
}

// Rename renames a file or a folder whose content is on the disk.
func Rename(from, to string) error {
	if err := os.Rename(from, to); err != nil {
		return err
	}
	return syncNames(filepath.Dir(to), filepath.Dir(from))
}

// syncNames has the names in two folders, which may be the same, reach the disk.
func syncNames(folder, other string) error {
	if err := Sync(folder); err != nil || other == folder {
		return err
	}
	return Sync(other)
}
