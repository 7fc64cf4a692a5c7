package training

import (
	"errors"
	"io/fs"
	"os"
	"slices"

	"twophase/internal/files/interrupt"
)

// TakeUpUnfinished sets all trials of a plan to the checkpoints of an earlier interruption, if there are
// any. It ignores one that is damaged, or of another program.
func TakeUpUnfinished(trials []*Trial) error {
	first := trials[0]
	if first.Unfinished == "" {
		return nil
	}
	for _, t := range trials {
		text, err := os.ReadFile(t.unfinishedName())
		if err == nil {
			t.takeUpText(text)
		} else if !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	_ = readEnded(first.unfinishedEnded(), func(trial int, text []byte) error {
		if trial < len(trials) {
			trials[trial].takeUpText(text)
		}
		return nil
	})
	return nil
}

// takeUpText sets the trial to a checkpoint, unless it is refused.
func (t *Trial) takeUpText(text []byte) {
	if b, err := parseCheckpoint(t.Plan, text, t.Run, t.Number); err == nil {
		t.TakeUp(b)
	}
}

// SettleUnfinished saves the findings of a plan's complete trials if another trial was
// interrupted. Otherwise it removes the checkpoints of all trials.
func SettleUnfinished(trials []*Trial) error {
	if trials[0].Unfinished == "" {
		return nil
	}
	if slices.ContainsFunc(trials, func(t *Trial) bool { return errors.Is(t.Err, interrupt.ErrInterrupted) }) {
		return CheckpointFindings(trials)
	}
	names := []string{trials[0].unfinishedEnded()}
	for _, t := range trials {
		names = append(names, t.unfinishedName())
	}
	var err error
	for _, name := range names {
		if gone := os.Remove(name); !errors.Is(gone, fs.ErrNotExist) {
			err = errors.Join(err, gone)
		}
	}
	return err
}
