package engine

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"twophase/internal/files/folder"
	"twophase/internal/run/planning"
	"twophase/internal/run/training"
	"twophase/internal/traces/result"
)

// ErrComplete is the error of resuming a run that is complete.
var ErrComplete = folder.ErrComplete

// Resume continues a run that was interrupted or killed, in the folder that it left. It ends
// as Run would have ended, with the same bytes of weights and traces. It ignores the options
// Out, Force and Budget.
//
// It returns an error, and changes nothing, if the folder is not that of an unfinished run,
// if a process is writing to it, if it diverged, or if a checkpoint is damaged. It does so too if
// the program or a file that the run reads has changed. The error is ErrComplete if the run is
// complete, and a *result.Ended if it diverged, or failed without a checkpoint.
func Resume(ctx context.Context, name string, o planning.RunOptions) (_ *result.Summary, err error) {
	o = o.WithDefaults()
	o.Resumed = true
	work := strings.TrimSuffix(folder.Named(name), ".partial") + ".partial"
	if parent := filepath.Dir(work); strings.HasSuffix(parent, ".partial") && result.IsComparison(parent) {
		return nil, fmt.Errorf("%s is a part of the unfinished comparison %s: resume that", work, parent)
	}
	var ended *result.Ended
	if errors.As(result.Unfinished(work), &ended) { // before the folder is opened, as it may be a part of a complete comparison
		switch {
		case !ended.Failed:
			return nil, fmt.Errorf("%s %w; it would diverge again, and is not resumed: run the experiment with what you change", work, ended)
		case !hasFile(work, checkpointFiles...):
			return nil, fmt.Errorf("%s %w; it has no checkpoint to go on from, and is not resumed: run the experiment again once that is mended", work, ended)
		}
	}
	out, text, err := result.RunFolder.Open(name)
	if err != nil {
		return nil, err
	}
	left := false
	defer func() {
		if !left {
			out.Leave()
		}
	}()
	p, manifest, now, err := again(ctx, text, o)
	if err == nil && !bytes.Equal(now, text) {
		p.Close()
		err = errChangedManifest
	}
	if err != nil {
		return nil, fmt.Errorf("resume %s: %w", out.Work(), err)
	}
	defer p.Close()
	from, err := training.ReadCheckpoints(p, out, manifest.Run)
	if err != nil {
		return nil, fmt.Errorf("resume %s: %w", out.Work(), err)
	}
	if err := result.ForgetFailure(out); err != nil {
		return nil, fmt.Errorf("resume %s: %w", out.Work(), err)
	}
	for trial := range from { // only after all checkpoints were accepted
		if from[trial] != nil {
			continue
		}
		if err := clearTrial(p, out, trial); err != nil {
			return nil, fmt.Errorf("resume %s: %w", out.Work(), err)
		}
	}
	left = true
	summary, _, err := execute(ctx, p, out, manifest, o, from)
	return summary, err
}

// checkpointFiles match the checkpoints in a run folder.
var checkpointFiles = []string{"checkpoint-*.bin", "findings.bin"}

// hasFile reports whether a folder has a file whose name matches one of some patterns.
func hasFile(folder string, patterns ...string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		names, err := fs.Glob(os.DirFS(folder), pattern)
		return err == nil && len(names) > 0
	})
}

// clearTrial removes the records of a trial without a checkpoint.
func clearTrial(p *planning.Plan, out *folder.Folder, trial int) error {
	return out.Remove(fmt.Sprintf("traces-%04d-*", trial), fmt.Sprintf("events-%04d.jsonl*", trial))
}
