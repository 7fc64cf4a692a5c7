package sweep

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"twophase/internal/files/durable"
	"twophase/internal/files/folder"
)

// Names in a sweep's folder.
const (
	planFile      = "plan.json"
	journalFolder = "results"
	journalSuffix = ".jsonl" // of the names of journals
	claimsFile    = "claims"
)

// Write freezes the plan into a new folder, which appears when it is complete.
func Write(p *Plan, name string) error {
	name = filepath.Clean(name)
	text, err := p.Freeze()
	if err != nil {
		return fmt.Errorf("freeze the plan: %w", err)
	}
	err = freeze(name, text)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s exists: choose another folder with --out, or remove it with all its results", name)
	}
	if err != nil {
		return fmt.Errorf("freeze the plan: %w", err)
	}
	return nil
}

// freeze writes the folder of a plan, and removes the remains of a killed process. The error
// is fs.ErrExist if the name is taken.
func freeze(name string, plan []byte) error {
	if err := durable.MkdirAll(filepath.Dir(name)); err != nil {
		return err
	}
	scratch, err := folder.NewScratch(name)
	if err != nil {
		return err
	}
	defer scratch.Remove()
	if _, err := os.Lstat(name); err == nil {
		return fs.ErrExist
	}
	work := filepath.Join(scratch.Path, "plan")
	for _, dir := range []string{work, filepath.Join(work, journalFolder)} {
		if err := durable.Mkdir(dir); err != nil {
			return err
		}
	}
	if err := durable.WriteOwned(filepath.Join(work, claimsFile), nil); err != nil {
		return err
	}
	if err := durable.WriteOwned(filepath.Join(work, planFile), plan); err != nil {
		return err
	}
	return durable.Rename(work, name)
}

// Sweep is a frozen plan and its results.
type Sweep struct {
	*Plan
	Folder string

	workers int // points that run at the same time; 0: one
}

// Open opens a sweep's folder.
func Open(folder string) (*Sweep, error) {
	folder = filepath.Clean(folder)
	text, err := os.ReadFile(filepath.Join(folder, planFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s is not the folder of a sweep, for it has no %s: make one by twophase sweep plan GRID.yaml", folder, planFile)
	}
	if err != nil {
		return nil, fmt.Errorf("open the sweep: %w", err)
	}
	p, err := decodePlan(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Join(folder, planFile), err)
	}
	s := &Sweep{Plan: p, Folder: folder}
	if p.Fit != nil {
		err = s.recall()
	}
	return s, err
}

// IsFolder reports whether a folder is that of a sweep.
func IsFolder(name string) bool {
	_, err := os.Stat(filepath.Join(name, planFile))
	return err == nil
}

func (s *Sweep) path(parts ...string) string {
	return filepath.Join(append([]string{s.Folder}, parts...)...)
}
