package training

import (
	"bytes"
	"crypto/sha256"
	"encoding/gob"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"

	"twophase/circuit"
	"twophase/internal/files/folder"
	"twophase/internal/run/monitor"
	"twophase/internal/run/planning"
	"twophase/internal/traces/result"
)

// CheckpointSchema is the version of the checkpoint's form.
const CheckpointSchema = 3

// head is the first line of a checkpoint, which people can read. A Checkpoint follows, as
// encoding/gob writes it.
type head struct {
	Kind    string `json:"kind"` // always "twophase checkpoint"
	Schema  int    `json:"schema"`
	Version string `json:"version"` // of twophase
	Run     string `json:"run"`     // the run's ID: a hash of the experiment and of the files that it reads
	Trial   int    `json:"trial"`
	Step    int    `json:"step"`

	// Random numbers are keyed by the seed, the trial and the step: the next stimulus
	// drawn is the one after this.
	Seed     uint64 `json:"seed"`
	Stimulus uint64 `json:"stimulus"`

	State string `json:"state"` // hash of the circuit: see circuit.State.Hash
	Body  string `json:"body"`  // SHA-256 of the rest
}

const kind = "twophase checkpoint"

// Checkpoint is a trial between two steps, or its finding, or how it diverged beside other variants.
type Checkpoint struct {
	State    *State
	Result   *monitor.Finding
	Diverged *circuit.Divergence
	Files    []fileState // the recorded files of a trial that has ended
}

// finding returns the finding, as it was before it was written: gob reads nil of an empty list, and a summary has [] and
// null.
func (b *Checkpoint) finding() *monitor.Finding {
	if d := b.Result.Declared; d != nil {
		keepEmpty(&d.Values)
	}
	if l := b.Result.State; l != nil {
		keepEmpty(&l.Missing)
		keepEmpty(&l.Thresholds)
	}
	return b.Result
}

// keepEmpty makes an empty list of nil.
func keepEmpty[T any](list *[]T) {
	if *list == nil {
		*list = []T{}
	}
}

// Left returns the number of steps of a trial after its checkpoint, which is nil if there is
// none.
func (b *Checkpoint) Left(steps int) int {
	switch {
	case b == nil:
		return steps
	case b.Result != nil || b.Diverged != nil:
		return 0
	}
	return steps - b.State.Circuit.Step
}

func checkpointName(trial int) string { return fmt.Sprintf("checkpoint-%04d.bin", trial) }

// newHead returns the first line of a checkpoint of a trial of a run.
func newHead(p *planning.Plan, run string, trial int, b *Checkpoint, body []byte) ([]byte, error) {
	head := head{Kind: kind, Run: run, Trial: trial, Step: p.Experiment.Steps, Seed: p.Experiment.Seed}
	if s := b.State; s != nil {
		hash := s.Circuit.Hash()
		head.Step, head.Stimulus, head.State = s.Circuit.Step, s.Stimuli.Step, hex.EncodeToString(hash[:])
	}
	return head.before(body)
}

// before returns the line for a checkpoint whose rest is body.
func (h head) before(body []byte) ([]byte, error) {
	sum := sha256.Sum256(body)
	h.Schema, h.Version, h.Body = CheckpointSchema, result.Version, hex.EncodeToString(sum[:])
	line, err := json.Marshal(h)
	return append(line, '\n'), err
}

// ReadCheckpoints reads the checkpoints of a run by trial, nil where there is none. The error says why one is refused.
func ReadCheckpoints(p *planning.Plan, out *folder.Folder, run string) ([]*Checkpoint, error) {
	return readAll(out, p.Experiment.Trials, func(trial int, text []byte) (*Checkpoint, error) {
		b, err := parseCheckpoint(p, text, run, trial)
		if err == nil {
			err = b.check(out)
		}
		return b, err
	})
}

func refused(name string, err error) error {
	again := "the trial from its beginning"
	if filepath.Base(name) == endedName {
		again = "its trials again"
	}
	return fmt.Errorf("the checkpoint %s is refused: %w; remove it to run %s", name, err, again)
}

// parseBody checks the first line of a checkpoint of some kind, and decodes the rest into b. It returns both as text.
func parseBody(text []byte, kind, run string, trial int, b any) (line, rest []byte, err error) {
	line, rest, found := bytes.Cut(text, []byte("\n"))
	var head head
	if err := json.Unmarshal(line, &head); !found || err != nil || head.Kind != kind {
		return nil, nil, errors.New("it does not begin as one")
	}
	sum := sha256.Sum256(rest)
	switch {
	case head.Schema != CheckpointSchema:
		return nil, nil, fmt.Errorf("its schema is %d, and this program reads %d: begin the run again", head.Schema, CheckpointSchema)
	case head.Version != result.Version:
		return nil, nil, fmt.Errorf("it is of twophase %s, and this is %s: bits are promised of one version only", head.Version, result.Version)
	case head.Run != run:
		return nil, nil, fmt.Errorf("it is of the run %s, and this is %s: the experiment, or a file that it reads, is another", head.Run, run)
	case head.Trial != trial:
		return nil, nil, fmt.Errorf("it is of trial %d, not %d", head.Trial, trial)
	case head.Body != hex.EncodeToString(sum[:]):
		return nil, nil, errors.New("it is damaged: its hash is not that of what it holds")
	}
	if err := gob.NewDecoder(bytes.NewReader(rest)).Decode(b); err != nil {
		return nil, nil, fmt.Errorf("it is damaged: %w", err)
	}
	return line, rest, nil
}

func parseCheckpoint(p *planning.Plan, text []byte, run string, trial int) (*Checkpoint, error) {
	b := new(Checkpoint)
	line, rest, err := parseBody(text, kind, run, trial, b)
	if err != nil {
		return nil, err
	}
	if (b.State == nil) == (b.Result == nil) {
		return nil, errors.New("it is damaged: it holds neither a trial on its way nor a result")
	}
	should, err := newHead(p, run, trial, b, rest)
	if err != nil {
		return nil, err
	}
	if !bytes.Equal(should, text[:len(line)+1]) {
		return nil, fmt.Errorf("it is damaged: its first line should be %s", bytes.TrimSpace(should))
	}
	return b, nil
}
