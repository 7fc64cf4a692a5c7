package training

import (
	"errors"
	"io/fs"
	"os"
	"slices"

	"twophase/internal/planning"
)

// TakeUpUnfinished sets the trial to the checkpoint of an earlier interruption, if there is
// one. It ignores a checkpoint that is damaged, or of another program.
func (t *Trial) TakeUpUnfinished() error {
	if t.Unfinished == "" {
		return nil
	}
	text, err := os.ReadFile(t.unfinishedName())
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	b, err := parseCheckpoint(t.Plan, text, t.Run, t.Number)
	if err == nil {
		t.TakeUp(b)
	}
	return nil
}

// SettleUnfinished saves the findings of a plan's complete trials if another trial was
// interrupted. Otherwise it removes the checkpoints of all trials.
func SettleUnfinished(trials []*Trial) (err error) {
	if trials[0].Unfinished == "" {
		return nil
	}
	if slices.ContainsFunc(trials, func(t *Trial) bool { return errors.Is(t.Err, planning.ErrInterrupted) }) {
		for _, t := range trials {
			if t.Result != nil {
				err = errors.Join(err, t.CheckpointEnd())
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
