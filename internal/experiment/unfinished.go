package experiment

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"twophase/internal/folder"
)

// Measured trials leave no run folder. Those of a plan that was interrupted leave
// checkpoints in a folder for all plans, by the name of the run.

// unfinishedName returns the name of the trial's checkpoint.
func (t *trialRun) unfinishedName() string {
	return filepath.Join(t.unfinished, fmt.Sprintf("%s-%04d.bin", t.name, t.trial))
}

// takeUpUnfinished has the trial begin where it was interrupted, if it was. A
// checkpoint that is damaged, or of another program, does not count.
func (t *trialRun) takeUpUnfinished() error {
	if t.unfinished == "" {
		return nil
	}
	text, err := os.ReadFile(t.unfinishedName())
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	b, err := t.plan.parseCheckpoint(text, t.name, t.trial)
	switch {
	case err != nil:
	case b.Result != nil:
		t.result = b.Result.result()
	default:
		t.from = b.State
	}
	return nil
}

// writeUnfinished writes the trial's checkpoint.
func (t *trialRun) writeUnfinished(content []byte) error {
	if err := os.MkdirAll(t.unfinished, 0o777); err != nil {
		return err
	}
	return folder.Replace(t.unfinishedName(), content)
}

// settleUnfinished keeps what the complete trials of a plan have found if another one
// of them was interrupted, and forgets the checkpoints of all if not.
func settleUnfinished(trials []*trialRun) (err error) {
	if trials[0].unfinished == "" {
		return nil
	}
	if slices.ContainsFunc(trials, func(t *trialRun) bool { return errors.Is(t.err, ErrInterrupted) }) {
		for _, t := range trials {
			if t.result != nil {
				err = errors.Join(err, t.checkpointResult())
			}
		}
		return err
	}
	for _, t := range trials {
		if gone := os.Remove(t.unfinishedName()); !errors.Is(gone, fs.ErrNotExist) {
			err = errors.Join(err, gone)
		}
	}
	return err
}
