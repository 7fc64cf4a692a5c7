package engine

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"twophase/internal/files/folder"
	"twophase/internal/files/interrupt"
	"twophase/internal/run/planning"
	"twophase/internal/run/training"
	"twophase/internal/traces/result"
)

// Verification is the result of running a complete run again: whether its files have the same
// bytes, and its measures the same values.
type Verification struct {
	Run    string                `json:"run"`
	Folder string                `json:"folder"`
	Files  []result.VerifiedFile `json:"files"` // by name

	Revision string `json:"revision,omitempty"` // of the build that recorded the run, empty if it is not known
	Present  string `json:"present,omitempty"`  // of this one
}

// Differing returns the files that differ from the replay, or that were damaged.
func (v *Verification) Differing() (files []result.VerifiedFile) {
	for _, f := range v.Files {
		if f.Difference != "" || f.Damage != "" {
			files = append(files, f)
		}
	}
	return files
}

// Verify runs a complete run again from its manifest and compares the files by their SHA-256.
// It writes to a temporary folder beside the run or, where that is not possible, to that of
// the system. It ignores the name of the folder in the summary, timing.json, and files that
// twophase does not write. It also compares all files with the checksums of the folder, if
// there are any. Of the options, it uses Workers and Progress.
//
// It returns an error if the run cannot be repeated: if it is not complete, if a file that it
// reads has changed, or if the replay fails.
func Verify(ctx context.Context, name string, o planning.RunOptions) (_ *Verification, err error) {
	name = folder.Named(name)
	defer func() {
		if err != nil {
			err = fmt.Errorf("verify %s: %w", name, err)
		}
	}()
	complete := strings.TrimSuffix(name, ".partial")
	if onDisk(complete+".partial") && (name != complete || !onDisk(complete)) {
		name = complete + ".partial"
	} else {
		name = complete
	}
	if name != complete {
		return nil, fmt.Errorf("it %w; only a complete run is verified", result.Unfinished(name))
	}
	text, err := result.RunFolder.Read(name)
	if err != nil {
		return nil, err
	}
	parent, err := folder.NewScratch(name)
	if err != nil {
		return nil, err
	}
	defer parent.Remove()
	replay := filepath.Join(parent.Path, "replay")
	m, err := replayRun(ctx, text, replay, o)
	if ctx.Err() != nil {
		return nil, fmt.Errorf("%w before there was something to compare", interrupt.ErrInterrupted)
	}
	if err != nil {
		return nil, err
	}
	files, err := result.Compare(ctx, result.RunFolder, name, replay)
	return &Verification{Run: m.Run, Folder: name, Files: files, Revision: m.Revision, Present: result.Revision()}, err
}

// replayRun runs the run of a manifest again, and returns the manifest.
func replayRun(ctx context.Context, manifest []byte, name string, o planning.RunOptions) (m result.Manifest, err error) {
	o = planning.RunOptions{Workers: o.Workers, Progress: o.Progress}.WithDefaults()
	p, m, now, err := again(ctx, manifest, o)
	if err != nil {
		return m, err
	}
	defer p.Close()
	out, err := result.RunFolder.Create(name, false, now)
	if err != nil {
		return m, err
	}
	if _, _, err = execute(ctx, p, out, m, o, make([]*training.Checkpoint, p.Experiment.Trials)); err != nil {
		err = replayFailed(err)
	}
	return m, err
}

// onDisk reports whether there is something of a name.
func onDisk(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}
