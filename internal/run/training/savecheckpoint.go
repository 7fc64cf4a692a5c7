package training

import (
	"bytes"
	"encoding/gob"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"time"

	"twophase/internal/files/durable"
	"twophase/internal/files/interrupt"
)

// checkpoint writes the state of the trial, so that it can be resumed.
func (t *Trial) checkpoint(elapsed time.Duration) error {
	if !t.circuit.Complete() || t.circuit.CheckWeights() != nil {
		return nil // the state cannot be saved, and the next step will fail: the older checkpoint stays
	}
	s, err := t.suspend(elapsed)
	if err != nil {
		return err
	}
	return t.writeCheckpoint(Checkpoint{State: s})
}

// suspend returns the state of the trial, with that of its recorder.
func (t *Trial) suspend(elapsed time.Duration) (*State, error) {
	s, err := t.State(elapsed)
	if err == nil && t.traces != nil {
		s.Traces, err = t.traces.Suspend()
	}
	if err == nil && t.events != nil {
		s.Events, err = t.events.Suspend()
	}
	if err != nil {
		return nil, fmt.Errorf("checkpoint after step %d: %w", t.circuit.StepCount(), err)
	}
	return s, nil
}

// CheckpointEnd writes a checkpoint with the finding of the trial, or with its divergence.
func (t *Trial) CheckpointEnd() error {
	b, err := t.ended()
	if err != nil {
		return err
	}
	return t.writeCheckpoint(b)
}

// ended returns the checkpoint of a trial that has ended.
func (t *Trial) ended() (b Checkpoint, err error) {
	if t.Out != nil {
		if b.Files, err = recorded(t.Out, t.Number); err != nil {
			return b, err
		}
	}
	if !errors.As(t.Err, &b.Diverged) {
		b.Result = t.Result
	}
	return b, nil
}

// CheckpointFindings writes the findings of those trials of a plan that have them to one file.
func CheckpointFindings(trials []*Trial) error {
	var ended []int
	for i, t := range trials {
		if t.Result != nil {
			ended = append(ended, i)
		}
	}
	return writeEnded(trials[0].createEnded, ended, func(i int) ([]byte, error) {
		b, err := trials[i].ended()
		if err != nil {
			return nil, err
		}
		return trials[i].text(b)
	})
}

func (t *Trial) writeCheckpoint(b Checkpoint) error {
	err := interrupt.Save(func() error { return t.saveCheckpoint(b) })
	if err != nil && b.State != nil {
		return fmt.Errorf("checkpoint after step %d: %w", b.State.Circuit.Step, err)
	}
	return err
}

func (t *Trial) saveCheckpoint(b Checkpoint) error {
	if t.Keep != nil {
		return t.Keep(b)
	}
	text, err := t.text(b)
	if err != nil {
		return err
	}
	if t.Out == nil {
		return t.writeUnfinished(text)
	}
	return t.Out.Write(checkpointName(t.Number), text)
}

// longestHead is more than the bytes of the first line of a checkpoint.
const longestHead = 2048

// text returns a checkpoint as it is in a file. The line with the hash of the rest is put before the rest: a second copy of the weights
// of a large circuit would be in memory otherwise.
func (t *Trial) text(b Checkpoint) ([]byte, error) {
	body := bytes.NewBuffer(make([]byte, longestHead))
	if err := gob.NewEncoder(body).Encode(b); err != nil {
		return nil, err
	}
	line, err := newHead(t.Plan, t.Run, t.Number, &b, body.Bytes()[longestHead:])
	if err != nil {
		return nil, err
	}
	text := body.Bytes()[longestHead-len(line):]
	copy(text, line)
	return text, nil
}

// A measured trial leaves no run folder. If it is interrupted, it leaves a checkpoint in a
// folder for all plans, under the ID of its run.

// unfinishedName returns the name of the trial's checkpoint.
func (t *Trial) unfinishedName() string {
	return filepath.Join(t.Unfinished, fmt.Sprintf("%s-%04d.bin", t.Run, t.Number))
}

// unfinishedEnded returns the name of the file for the trials of its plan that have ended.
func (t *Trial) unfinishedEnded() string {
	return filepath.Join(t.Unfinished, t.Run+"-"+endedName)
}

// createEnded creates the file for the trials of its plan that have ended.
func (t *Trial) createEnded() (*durable.File, error) {
	if t.Out != nil {
		return t.Out.Create(endedName)
	}
	if err := t.makeUnfinished(); err != nil {
		return nil, err
	}
	return durable.Create(t.unfinishedEnded(), 0o666)
}

// makeUnfinished makes the folder for checkpoints.
func (t *Trial) makeUnfinished() error {
	if err := durable.Mkdir(t.Unfinished); err != nil && !errors.Is(err, fs.ErrExist) { // its parent may have been removed
		return err
	}
	return durable.Sync(filepath.Dir(t.Unfinished))
}

// writeUnfinished writes the trial's checkpoint.
func (t *Trial) writeUnfinished(content []byte) error {
	if err := t.makeUnfinished(); err != nil {
		return err
	}
	return durable.Write(t.unfinishedName(), content, 0o666)
}
