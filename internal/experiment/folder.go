package experiment

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
)

// folder is a run folder in the making. Everything is written to a work folder
// beside it, NAME.partial, which takes the final name only when the run is
// complete. The manifest in it is locked as long as a process is at work.
type folder struct {
	name     string
	manifest *os.File
}

// manifestName is the file by which a run folder is known.
const manifestName = "manifest.json"

// runFiles are the names of what a run writes, and of nothing else.
var runFiles = regexp.MustCompile(`^(manifest\.json|summary\.json|timing\.json|weights(-\d{4})?\.npz|traces\.svg|traces-\d{4}-\d{5}\.parquet(\.partial)?)$`)

func (f *folder) work() string            { return f.name + ".partial" }
func (f *folder) path(file string) string { return filepath.Join(f.work(), file) }

// checkFolder returns an error if a run folder of that name cannot be made: if
// it exists, finished or not, and is not to be replaced or is not a run folder.
func checkFolder(name string, force bool) error {
	f := folder{name: filepath.Clean(name)}
	for _, taken := range []string{f.name, f.work()} {
		if !exists(taken) {
			continue
		}
		if !force {
			return fmt.Errorf("the run folder %s exists: choose another with --out, or replace it with --force", taken)
		}
		if err := replaceable(taken); err != nil {
			return fmt.Errorf("--force does not replace %s: %w; choose another folder with --out", taken, err)
		}
	}
	return nil
}

// createFolder makes the work folder and its manifest. An unfinished run of
// that name is replaced; see checkFolder.
func createFolder(name string, force bool, manifest []byte) (*folder, error) {
	if err := checkFolder(name, force); err != nil {
		return nil, err
	}
	f := &folder{name: filepath.Clean(name)}
	if err := f.create(manifest); err != nil {
		return nil, fmt.Errorf("create the run folder: %w", err)
	}
	return f, nil
}

func (f *folder) create(manifest []byte) (err error) {
	if err := os.RemoveAll(f.work()); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(f.work()), 0o777); err != nil {
		return err
	}
	if err := os.Mkdir(f.work(), 0o777); err != nil {
		return err
	}
	if f.manifest, err = os.Create(f.path(manifestName)); err == nil {
		if err = lock(f.manifest); err == nil {
			_, err = f.manifest.Write(manifest)
		}
	}
	if err != nil {
		return errors.Join(err, f.discard())
	}
	return nil
}

// replaceable returns why a folder must not be replaced: because it is not one,
// is not what a run left, or is being written.
func replaceable(name string) error {
	entries, err := os.ReadDir(name)
	if err != nil || len(entries) == 0 {
		return err
	}
	file, err := os.Open(filepath.Join(name, manifestName))
	if err != nil {
		return errors.New("it is not a run folder, for it has no manifest.json")
	}
	defer file.Close()
	if err := lock(file); err != nil {
		return errors.New("a run is writing to it")
	}
	var m Manifest
	if err := json.NewDecoder(file).Decode(&m); err != nil || m.Schema == 0 || m.Run == "" {
		return errors.New("it is not a run folder, for its manifest.json is not that of a run")
	}
	for _, e := range entries {
		if !runFiles.MatchString(e.Name()) {
			return fmt.Errorf("it holds %s, which no run has written", e.Name())
		}
	}
	return nil
}

// createFree makes a run folder of the first name that is free: name, name-2,
// name-3, ….
func createFree(name string, manifest []byte) (*folder, error) {
	for i := 1; ; i++ {
		f := &folder{name: name}
		if i > 1 {
			f.name += "-" + strconv.Itoa(i)
		}
		if exists(f.name) || exists(f.work()) {
			continue
		}
		err := f.create(manifest)
		if err == nil {
			return f, nil
		}
		if !errors.Is(err, fs.ErrExist) { // else somebody was faster
			return nil, fmt.Errorf("create the run folder: %w", err)
		}
	}
}

func exists(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}

// finish gives the work folder its final name, in the place of an older run. If
// it cannot, the work folder stays.
func (f *folder) finish() error {
	if err := f.manifest.Close(); err != nil {
		return fmt.Errorf("complete the run folder: %w", err)
	}
	aside := ""
	if exists(f.name) {
		parent, base := filepath.Split(f.name)
		dir, err := os.MkdirTemp(filepath.Clean(parent+"."), "."+base+".replaced-*")
		if err != nil {
			return fmt.Errorf("replace the run folder: %w", err)
		}
		defer os.RemoveAll(dir)
		aside = filepath.Join(dir, base)
		if err := os.Rename(f.name, aside); err != nil {
			return fmt.Errorf("replace the run folder: %w", err)
		}
	}
	if err := os.Rename(f.work(), f.name); err != nil {
		if aside != "" {
			err = errors.Join(err, os.Rename(aside, f.name))
		}
		return fmt.Errorf("complete the run folder: %w", err)
	}
	return nil
}

// discard removes the work folder.
func (f *folder) discard() error {
	f.manifest.Close()
	return os.RemoveAll(f.work())
}

// write writes one file of the run.
func (f *folder) write(file string, content []byte) error {
	if err := os.WriteFile(f.path(file), content, 0o666); err != nil {
		return fmt.Errorf("write the run folder: %w", err)
	}
	return nil
}
