package experiment

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
)

// folder is a run folder in the making. Everything is written to a work folder
// beside it, NAME.partial, which takes the final name only when the run is
// complete.
type folder struct {
	name string
}

// manifestName is the file by which a run folder is known.
const manifestName = "manifest.json"

func (f folder) work() string            { return f.name + ".partial" }
func (f folder) path(file string) string { return filepath.Join(f.work(), file) }

// createFolder makes the work folder. A folder of that name, finished or not,
// is refused unless force is set; and what is not a run folder is refused even
// then.
func createFolder(name string, force bool) (folder, error) {
	f := folder{filepath.Clean(name)}
	for _, taken := range []string{f.name, f.work()} {
		_, err := os.Lstat(taken)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			continue
		case err != nil:
			return f, fmt.Errorf("create the run folder: %w", err)
		case !force:
			return f, fmt.Errorf("the run folder %s exists: choose another with --out, or replace it with --force", taken)
		case !replaceable(taken):
			return f, fmt.Errorf("%s is not a run folder, so --force does not replace it: choose another with --out", taken)
		}
	}
	if err := os.RemoveAll(f.work()); err != nil {
		return f, fmt.Errorf("remove an unfinished run: %w", err)
	}
	if err := os.MkdirAll(filepath.Dir(f.work()), 0o777); err != nil {
		return f, fmt.Errorf("create the run folder: %w", err)
	}
	if err := os.Mkdir(f.work(), 0o777); err != nil {
		return f, fmt.Errorf("create the run folder: %w", err)
	}
	return f, nil
}

// replaceable reports whether a folder is one that a run left: it holds a
// manifest, or nothing.
func replaceable(name string) bool {
	if info, err := os.Lstat(name); err != nil || !info.IsDir() {
		return false
	}
	if _, err := os.Lstat(filepath.Join(name, manifestName)); err == nil {
		return true
	}
	entries, err := os.ReadDir(name)
	return err == nil && len(entries) == 0
}

// freeName returns name, or name-2, name-3, … if it is taken.
func freeName(name string) string {
	for i := 1; ; i++ {
		candidate := name
		if i > 1 {
			candidate += "-" + strconv.Itoa(i)
		}
		if !exists(candidate) && !exists(folder{candidate}.work()) {
			return candidate
		}
	}
}

func exists(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}

// finish gives the work folder its final name, in the place of an older run.
func (f folder) finish() error {
	old := f.name + ".replaced"
	if exists(f.name) {
		if err := os.Rename(f.name, old); err != nil {
			return fmt.Errorf("replace the run folder: %w", err)
		}
	}
	if err := os.Rename(f.work(), f.name); err != nil {
		return fmt.Errorf("complete the run folder: %w", err)
	}
	return os.RemoveAll(old)
}

// discard removes the work folder.
func (f folder) discard() error { return os.RemoveAll(f.work()) }

// write writes one file of the run.
func (f folder) write(file string, content []byte) error {
	if err := os.WriteFile(f.path(file), content, 0o666); err != nil {
		return fmt.Errorf("write the run folder: %w", err)
	}
	return nil
}
