package experiment

import (
	"bytes"
	"crypto/sha256"
	"encoding/gob"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"

	"twophase/internal/folder"
)

// CheckpointSchema is the version of the checkpoint's form.
const CheckpointSchema = 1

// checkpointHead is the first line of a checkpoint, which people can read. What
// follows is a checkpointBody, as encoding/gob writes it.
type checkpointHead struct {
	Kind    string `json:"kind"` // always "twophase checkpoint"
	Schema  int    `json:"schema"`
	Version string `json:"version"` // of twophase
	Run     string `json:"run"`     // the run's ID: a hash of the experiment and of what it reads
	Trial   int    `json:"trial"`
	Step    int    `json:"step"`

	// Random numbers are keyed by the seed, the trial and the step: the next stimulus
	// drawn is the one after this.
	Seed     uint64 `json:"seed"`
	Stimulus uint64 `json:"stimulus"`

	State string `json:"state"` // hash of the circuit: see circuit.State.Hash
	Body  string `json:"body"`  // SHA-256 of the rest
}

const checkpointKind = "twophase checkpoint"

// checkpointBody is a trial on its way, or what it found.
type checkpointBody struct {
	State  *trialState
	Result *resultState
}

func checkpointName(trial int) string { return fmt.Sprintf("checkpoint-%04d.bin", trial) }

// checkpoint writes down where the trial is, so that it can be resumed.
func (t *trialRun) checkpoint(elapsed time.Duration) error {
	if !t.circuit.Complete() {
		return nil // the step that failed was never taken back: an older checkpoint stands
	}
	s, err := t.state(elapsed)
	if err == nil && t.traces != nil {
		s.Traces, err = t.traces.Suspend()
	}
	if err == nil && t.events != nil {
		s.Events, err = t.events.Suspend()
	}
	if err == nil {
		err = t.writeCheckpoint(checkpointBody{State: s})
	}
	if err != nil {
		return fmt.Errorf("checkpoint after step %d: %w", t.circuit.StepCount(), err)
	}
	return nil
}

// checkpointResult writes down what the trial found.
func (t *trialRun) checkpointResult() error {
	var files []fileState
	if t.out != nil {
		var err error
		if files, err = recorded(t.out, t.trial); err != nil {
			return err
		}
	}
	return t.writeCheckpoint(checkpointBody{Result: newResultState(t.result, files)})
}

// recorded returns the complete files that a trial has recorded.
func recorded(out *folder.Folder, trial int) (files []fileState, err error) {
	entries, err := os.ReadDir(out.Work())
	for _, e := range entries {
		if !ofTrial(e.Name(), trial) || strings.HasSuffix(e.Name(), ".partial") {
			continue
		}
		info, err := e.Info()
		if err != nil {
			return nil, err
		}
		files = append(files, fileState{e.Name(), info.Size()})
	}
	return files, err
}

// ofTrial reports whether a file is of the traces or the events of a trial.
func ofTrial(name string, trial int) bool {
	return strings.HasPrefix(name, fmt.Sprintf("traces-%04d-", trial)) || strings.HasPrefix(name, fmt.Sprintf("events-%04d.", trial))
}

// check returns an error unless the files of a trial are there that were recorded.
func (s *resultState) check(out *folder.Folder) error {
	for _, f := range s.Files {
		switch info, err := os.Stat(out.Path(f.Name)); {
		case errors.Is(err, fs.ErrNotExist):
			return fmt.Errorf("%s is missing", out.Path(f.Name))
		case err != nil:
			return err
		case info.Size() != f.Size:
			return fmt.Errorf("%s has %d bytes; when it was complete it had %d", out.Path(f.Name), info.Size(), f.Size)
		}
	}
	return nil
}

func (t *trialRun) writeCheckpoint(b checkpointBody) error {
	var body bytes.Buffer
	if err := gob.NewEncoder(&body).Encode(b); err != nil {
		return err
	}
	line, err := t.plan.checkpointHead(t.name, t.trial, &b, body.Bytes())
	if err != nil {
		return err
	}
	content := append(line, body.Bytes()...)
	if t.out == nil {
		return t.writeUnfinished(content)
	}
	return t.out.Replace(checkpointName(t.trial), content)
}

// checkpointHead returns the first line of a checkpoint of a trial of a run.
func (p *Plan) checkpointHead(run string, trial int, b *checkpointBody, body []byte) ([]byte, error) {
	sum := sha256.Sum256(body)
	head := checkpointHead{
		Kind: checkpointKind, Schema: CheckpointSchema, Version: Version, Run: run, Trial: trial,
		Step: p.Experiment.Steps, Seed: p.Experiment.Seed, Body: hex.EncodeToString(sum[:]),
	}
	if s := b.State; s != nil {
		hash := s.Circuit.Hash()
		head.Step, head.Stimulus, head.State = s.Circuit.Step, s.Stimuli.Step, hex.EncodeToString(hash[:])
	}
	line, err := json.Marshal(head)
	return append(line, '\n'), err
}

// readCheckpoint reads the checkpoint of a trial of a run, or nil if there is none.
// The error says why a checkpoint is refused.
func (p *Plan) readCheckpoint(out *folder.Folder, run string, trial int) (*checkpointBody, error) {
	name := out.Path(checkpointName(trial))
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	body, err := p.parseCheckpoint(text, run, trial)
	if err == nil && body.Result != nil {
		err = body.Result.check(out)
	}
	if err != nil {
		return nil, fmt.Errorf("the checkpoint %s is refused: %w; remove it to run the trial from its beginning", name, err)
	}
	return body, nil
}

func (p *Plan) parseCheckpoint(text []byte, run string, trial int) (*checkpointBody, error) {
	line, rest, found := bytes.Cut(text, []byte("\n"))
	var head checkpointHead
	if err := json.Unmarshal(line, &head); !found || err != nil || head.Kind != checkpointKind {
		return nil, errors.New("it does not begin as one")
	}
	sum := sha256.Sum256(rest)
	switch {
	case head.Schema != CheckpointSchema:
		return nil, fmt.Errorf("its schema is %d, and this program reads %d", head.Schema, CheckpointSchema)
	case head.Version != Version:
		return nil, fmt.Errorf("it is of twophase %s, and this is %s: bits are promised of one version only", head.Version, Version)
	case head.Run != run:
		return nil, fmt.Errorf("it is of the run %s, and this is %s: the experiment, or a file that it reads, is another", head.Run, run)
	case head.Trial != trial:
		return nil, fmt.Errorf("it is of trial %d, not %d", head.Trial, trial)
	case head.Body != hex.EncodeToString(sum[:]):
		return nil, errors.New("it is damaged: its hash is not that of what it holds")
	}
	b := new(checkpointBody)
	if err := gob.NewDecoder(bytes.NewReader(rest)).Decode(b); err != nil {
		return nil, fmt.Errorf("it is damaged: %w", err)
	}
	if (b.State == nil) == (b.Result == nil) {
		return nil, errors.New("it is damaged: it holds neither a trial on its way nor a result")
	}
	should, err := p.checkpointHead(run, trial, b, rest)
	if err != nil {
		return nil, err
	}
	if !bytes.Equal(should, text[:len(line)+1]) {
		return nil, fmt.Errorf("it is damaged: its first line should be %s", bytes.TrimSpace(should))
	}
	return b, nil
}
