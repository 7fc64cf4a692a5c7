package experiment

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Verification is what came of running a complete run again: whether its files have
// the same bytes.
type Verification struct {
	Run    string         `json:"run"`
	Folder string         `json:"folder"`
	Files  []VerifiedFile `json:"files"` // by name
}

// VerifiedFile is a file of a run and of its replay.
type VerifiedFile struct {
	Name       string `json:"name"`
	SHA256     string `json:"sha256,omitempty"`     // of the run's; empty: it is missing
	Replayed   string `json:"replayed,omitempty"`   // of the replay's; empty: it wrote none
	Difference string `json:"difference,omitempty"` // what differs first, and how much does
}

// Differing returns the files that differ.
func (v *Verification) Differing() (files []VerifiedFile) {
	for _, f := range v.Files {
		if f.SHA256 != f.Replayed {
			files = append(files, f)
		}
	}
	return files
}

// Verify runs a complete run again from its manifest, in a temporary folder beside it
// or, where nothing can be written, in that of the system, and compares the files by
// their SHA-256. Of the summary, the name of the folder does not count; neither do
// timing.json, which is never the same twice, and what twophase has not written. Of
// the options, Workers and Progress count.
//
// It returns an error if the run cannot be repeated: if the folder is not that of a
// complete run, if a file that it reads has changed, or if the replay fails.
func Verify(ctx context.Context, name string, o RunOptions) (_ *Verification, err error) {
	name = filepath.Clean(name)
	defer func() {
		if err != nil {
			err = fmt.Errorf("verify %s: %w", name, err)
		}
	}()
	if _, err := os.Lstat(name); os.IsNotExist(err) {
		name = strings.TrimSuffix(name, ".partial")
		if _, err := os.Lstat(name + ".partial"); err == nil {
			return nil, fmt.Errorf("it is not complete: twophase resume %s completes it", name)
		}
	}
	if strings.HasSuffix(name, ".partial") {
		return nil, fmt.Errorf("it is not complete: twophase resume %s completes it", name)
	}
	text, err := runFolder.Read(name)
	if err != nil {
		return nil, err
	}
	parent, err := temporaryBeside(name)
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(parent)
	replay := filepath.Join(parent, "replay")
	run, err := replayRun(ctx, text, replay, o)
	if ctx.Err() != nil {
		return nil, fmt.Errorf("%w before there was something to compare", ErrInterrupted)
	}
	if err != nil {
		return nil, err
	}
	files, err := compareFiles(runFolder, name, replay)
	return &Verification{Run: run, Folder: name, Files: files}, err
}

// temporaryBeside makes a temporary folder.
func temporaryBeside(name string) (string, error) {
	parent, base := filepath.Split(name)
	folder, err := os.MkdirTemp(filepath.Clean(parent+"."), "."+base+".replay-*")
	if err != nil { // the run may be on a disk that cannot be written to
		return os.MkdirTemp("", "twophase-replay-*")
	}
	return folder, nil
}

// replayRun runs the run of a manifest again, and returns its ID.
func replayRun(ctx context.Context, manifest []byte, folder string, o RunOptions) (run string, err error) {
	o = RunOptions{Workers: o.Workers, Progress: o.Progress}.withDefaults()
	p, m, now, err := again(ctx, manifest, o)
	if err != nil {
		return "", err
	}
	defer p.Close()
	out, err := runFolder.Create(folder, false, now)
	if err != nil {
		return "", err
	}
	if _, err = p.execute(ctx, out, m, o, make([]*checkpointBody, p.Experiment.Trials)); err != nil {
		err = fmt.Errorf("the replay failed: %w", err)
	}
	return m.Run, err
}
