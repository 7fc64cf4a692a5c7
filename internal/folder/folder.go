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
)

// Kind is a kind of folder: who writes it, and what is in it.
type Kind struct {
	Name     string                         // such as "run", for errors
	Files    *regexp.Regexp                 // the names of what is written to it, and of nothing else
	Manifest func(manifest io.Reader) error // nil if a manifest is one of this kind
	Within   *Kind                          // the kind of folders in it; nil: there are none
}

// Folder is a folder in the making. Everything is written to a work folder
// beside it, NAME.partial, which takes the final name only when it is complete.
// The manifest in it is locked as long as a process is at work.
type Folder struct {
	kind     Kind
	name     string
	manifest *os.File
}

// manifestName is the file by which a folder is known, manifestAside its name until
// it is whole.
const (
	manifestName  = "manifest.json"
	manifestAside = manifestName + ".partial"
)

// Name returns the name that the folder will have.
func (f *Folder) Name() string { return f.name }

// Work returns the name of the work folder.
func (f *Folder) Work() string { return f.name + ".partial" }

// Path returns the path of a file in the work folder.
func (f *Folder) Path(file string) string { return filepath.Join(f.Work(), file) }

// Check returns an error if a folder of that name cannot be made: if it exists,
// finished or not, and is not to be replaced or is not of this kind.
func (k Kind) Check(name string, force bool) error {
	f := Folder{name: filepath.Clean(name)}
	for _, taken := range []string{f.name, f.Work()} {
		if !exists(taken) {
			continue
		}
		if !force {
			return fmt.Errorf("the %s folder %s exists: choose another with --out, or replace it with --force", k.Name, taken)
		}
		if err := k.replaceable(taken); err != nil {
			return fmt.Errorf("--force does not replace %s: %w; choose another folder with --out", taken, err)
		}
	}
	return nil
}

// Create makes the work folder and its manifest. An unfinished folder of that
// name is replaced; see Check.
func (k Kind) Create(name string, force bool, manifest []byte) (*Folder, error) {
	if err := k.Check(name, force); err != nil {
		return nil, err
	}
	f := &Folder{kind: k, name: filepath.Clean(name)}
	if err := f.create(manifest); err != nil {
		return nil, fmt.Errorf("create the %s folder: %w", k.Name, err)
	}
	return f, nil
}

func (f *Folder) create(manifest []byte) (err error) {
	if err := os.RemoveAll(f.Work()); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(f.Work()), 0o777); err != nil {
		return err
	}
	if err := os.Mkdir(f.Work(), 0o777); err != nil {
		return err
	}
	if f.manifest, err = os.Create(f.Path(manifestAside)); err == nil {
		if err = lock(f.manifest); err == nil {
			_, err = f.manifest.Write(manifest)
		}
		if err == nil {
			err = os.Rename(f.Path(manifestAside), f.Path(manifestName))
		}
	}
	if err != nil {
		return errors.Join(err, f.Discard())
	}
	return nil
}

// replaceable returns why a folder must not be replaced: because it is not one,
// is not of this kind, or is being written.
func (k Kind) replaceable(name string) error {
	entries, err := os.ReadDir(name)
	if err != nil || len(entries) == 0 || len(entries) == 1 && entries[0].Name() == manifestAside {
		return err // who was to write it did not come far
	}
	file, err := os.Open(filepath.Join(name, manifestName))
	if err != nil {
		return fmt.Errorf("it is not a %s folder, for it has no manifest.json", k.Name)
	}
	defer file.Close()
	if err := lock(file); err != nil {
		return fmt.Errorf("a %s is writing to it", k.Name)
	}
	if err := k.Manifest(file); err != nil {
		return fmt.Errorf("it is not a %[1]s folder, for its manifest.json is not that of a %[1]s", k.Name)
	}
	for _, e := range entries {
		if e.IsDir() && k.Within != nil {
			if err := k.Within.replaceable(filepath.Join(name, e.Name())); err != nil {
				return fmt.Errorf("of %s: %w", e.Name(), err)
			}
			continue
		}
		if e.IsDir() || !k.Files.MatchString(e.Name()) {
			return fmt.Errorf("it holds %s, which no %s has written", e.Name(), k.Name)
		}
	}
	return nil
}

// CreateFree makes a folder of the first name that is free: name, name-2,
// name-3, ….
func (k Kind) CreateFree(name string, manifest []byte) (*Folder, error) {
	for i := 1; ; i++ {
		f := &Folder{kind: k, name: name}
		if i > 1 {
			f.name += "-" + strconv.Itoa(i)
		}
		if exists(f.name) || exists(f.Work()) {
			continue
		}
		err := f.create(manifest)
		if err == nil {
			return f, nil
		}
		if !errors.Is(err, fs.ErrExist) { // else somebody was faster
			return nil, fmt.Errorf("create the %s folder: %w", k.Name, err)
		}
	}
}

func exists(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}

// Finish gives the work folder its final name, in the place of an older one. If
// it cannot, the work folder stays.
func (f *Folder) Finish() error {
	if err := f.manifest.Close(); err != nil {
		return fmt.Errorf("complete the %s folder: %w", f.kind.Name, err)
	}
	aside := ""
	if exists(f.name) {
		parent, base := filepath.Split(f.name)
		dir, err := os.MkdirTemp(filepath.Clean(parent+"."), "."+base+".replaced-*")
		if err != nil {
			return fmt.Errorf("replace the %s folder: %w", f.kind.Name, err)
		}
		defer os.RemoveAll(dir)
		aside = filepath.Join(dir, base)
		if err := os.Rename(f.name, aside); err != nil {
			return fmt.Errorf("replace the %s folder: %w", f.kind.Name, err)
		}
	}
	if err := os.Rename(f.Work(), f.name); err != nil {
		if aside != "" {
			err = errors.Join(err, os.Rename(aside, f.name))
		}
		return fmt.Errorf("complete the %s folder: %w", f.kind.Name, err)
	}
	return nil
}

// Leave leaves the work folder as it is, for Open.
func (f *Folder) Leave() error { return f.manifest.Close() }

// Discard removes the work folder.
func (f *Folder) Discard() error {
	f.manifest.Close()
	return os.RemoveAll(f.Work())
}

// Write writes one file to the work folder.
func (f *Folder) Write(file string, content []byte) error {
	if err := os.WriteFile(f.Path(file), content, 0o666); err != nil {
		return fmt.Errorf("write the %s folder: %w", f.kind.Name, err)
	}
	return nil
}
