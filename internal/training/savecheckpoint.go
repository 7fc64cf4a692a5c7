package training

import (
	"bytes"
	"encoding/gob"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"time"

	"twophase/circuit"
	"twophase/internal/durable"
	"twophase/internal/interrupt"
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
	var files []fileState
	if t.Out != nil {
		var err error
		if files, err = recorded(t.Out, t.Number); err != nil {
			return err
		}
	}
	var d *circuit.Divergence
	if errors.As(t.Err, &d) {
		return t.writeCheckpoint(Checkpoint{Diverged: &savedDivergence{d, files}})
	}
	return t.writeCheckpoint(Checkpoint{Result: newSavedFinding(t.Result, files)})
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
	var body bytes.Buffer
	if err := gob.NewEncoder(&body).Encode(b); err != nil {
		return err
	}
	line, err := newHead(t.Plan, t.Run, t.Number, &b, body.Bytes())
	if err != nil {
		return err
	}
	content := append(line, body.Bytes()...)
	if t.Out == nil {
		return t.writeUnfinished(content)
	}
	return t.Out.Write(checkpointName(t.Number), content)
}

// A measured trial leaves no run folder. If it is interrupted, it leaves a checkpoint in a
// folder for all plans, under the ID of its run.

// unfinishedName returns the name of the trial's checkpoint.
func (t *Trial) unfinishedName() string {
	return filepath.Join(t.Unfinished, fmt.Sprintf("%s-%04d.bin", t.Run, t.Number))
}

// writeUnfinished writes the trial's checkpoint.
func (t *Trial) writeUnfinished(content []byte) error {
	if err := durable.Mkdir(t.Unfinished); err != nil && !errors.Is(err, fs.ErrExist) { // its parent may have been removed
		return err
	}
	if err := durable.Sync(filepath.Dir(t.Unfinished)); err != nil {
		return err
	}
	return durable.Write(t.unfinishedName(), content, 0o666)
}
