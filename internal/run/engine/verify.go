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
	"twophase/internal/traces/rundiff"
)

// Verification is the result of running a complete run again: whether its files have the same
// bytes, and its measures the same values.
type Verification struct {
	Run    string                 `json:"run"`
	Folder string                 `json:"folder"`
	Files  []rundiff.VerifiedFile `json:"files"` // by name

	Revision string `json:"revision,omitempty"` // of the build that recorded the run, empty if it is not known
	Present  string `json:"present,omitempty"`  // of this one

	variants []string // of a comparison
}

// Differing returns the files that differ from the replay, or that were damaged.
func (v *Verification) Differing() (files []rundiff.VerifiedFile) {
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
func Verify(ctx context.Context, name string, o planning.RunOptions) (*Verification, error) {
	name = folder.Named(name)
	complete := strings.TrimSuffix(name, ".partial")
	if onDisk(complete+".partial") && (name != complete || !onDisk(complete)) {
		work := complete + ".partial"
		return nil, fmt.Errorf("verify %s: it %w; only a complete run is verified", work, result.Unfinished(work))
	}
	return verify(ctx, complete, result.RunFolder, o, func(manifest []byte, o planning.RunOptions) (v Verification, err error) {
		p, m, now, err := again(ctx, manifest, o)
		if err != nil {
			return v, err
		}
		defer p.Close()
		out, err := result.RunFolder.Create(o.Out, false, now)
		if err != nil {
			return v, err
		}
		if _, _, err = execute(ctx, p, out, m, o, make([]*training.Checkpoint, p.Experiment.Trials)); err != nil {
			err = replayFailed(err)
		}
		return Verification{Run: m.Run, Revision: m.Revision}, err
	})
}

// verify verifies a folder, which replay runs again from its manifest, to the folder Out of the options.
func verify(ctx context.Context, name string, kind folder.Kind, o planning.RunOptions, replay func(manifest []byte, o planning.RunOptions) (Verification, error)) (_ *Verification, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("verify %s: %w", name, err)
		}
	}()
	text, err := kind.Read(name)
	if err != nil {
		return nil, err
	}
	parent, err := folder.NewScratch(name)
	if err != nil {
		return nil, err
	}
	defer parent.Remove()
	o = planning.RunOptions{Workers: o.Workers, Progress: o.Progress, Out: filepath.Join(parent.Path, "replay")}.WithDefaults()
	v, err := replay(text, o)
	if ctx.Err() != nil {
		return nil, fmt.Errorf("%w before there was something to compare", interrupt.ErrInterrupted)
	}
	if err != nil {
		return nil, err
	}
	v.Folder, v.Present = name, result.Revision()
	v.Files, err = rundiff.Compare(ctx, kind, name, o.Out)
	for _, variant := range v.variants {
		if err == nil {
			err = v.compareVariant(ctx, variant, o.Out)
		}
	}
	return &v, err
}

// compareVariant compares the run folder of a variant with that of its replay.
func (v *Verification) compareVariant(ctx context.Context, variant, replay string) error {
	files, err := rundiff.Compare(ctx, result.RunFolder, variantFolder(v.Folder, variant), variantFolder(replay, variant))
	for _, f := range files {
		f.Name = variant + "/" + f.Name
		v.Files = append(v.Files, f)
	}
	return err
}

// onDisk reports whether there is something of a name.
func onDisk(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}
