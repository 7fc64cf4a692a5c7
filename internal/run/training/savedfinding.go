package training

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"twophase/circuit"
	"twophase/circuit/weights"
	"twophase/internal/files/folder"
	"twophase/internal/measure"
	"twophase/internal/run/monitor"
	"twophase/internal/text/wording"
	"twophase/internal/traces/result"
	"twophase/internal/traces/trace"
)

// savedFinding is the finding of a trial in a checkpoint.
type savedFinding struct {
	Result  result.Result
	Weights weights.Final
	Preview *monitor.Traces
	Path    monitor.Path
	Kind    string // of the reference
	Floor   wording.Number
	// Isotropic is that of the reference.
	Isotropic bool
	Elapsed   time.Duration

	Files []fileState // the recorded files
}

// savedDivergence is how a trial of a comparison diverged, in a checkpoint.
type savedDivergence struct {
	Divergence *circuit.Divergence
	Files      []fileState // the recorded files
}

// fileState is a complete file.
type fileState struct {
	Name string
	Size int64
}

func newSavedFinding(r *monitor.Finding, files []fileState) *savedFinding {
	return &savedFinding{*r.Result, r.Weights, r.Preview, r.Path, r.Against.Kind, r.Against.Floor, r.Against.Isotropic, r.Elapsed, files}
}

// finding returns the finding.
func (s *savedFinding) finding() *monitor.Finding {
	if d := s.Result.Declared; d != nil {
		keepEmpty(&d.Values)
	}
	if l := s.Result.State; l != nil {
		keepEmpty(&l.Missing)
		keepEmpty(&l.Thresholds)
	}
	return &monitor.Finding{Result: &s.Result, Weights: s.Weights, Preview: s.Preview, Path: s.Path, Against: measure.Against{Kind: s.Kind, Floor: s.Floor, Isotropic: s.Isotropic}, Elapsed: s.Elapsed}
}

// keepEmpty makes an empty list of nil, which is what gob reads of one: a summary writes [] and
// null.
func keepEmpty[T any](list *[]T) {
	if *list == nil {
		*list = []T{}
	}
}

// recorded returns the complete files that a trial has recorded. It asks for each by its name, for there may be those of
// thousands of trials.
func recorded(out *folder.Folder, trial int) (files []fileState, err error) {
	has := func(name string) bool {
		info, failed := os.Stat(out.Path(name))
		if failed == nil {
			files = append(files, fileState{name, info.Size()})
		} else if !errors.Is(failed, fs.ErrNotExist) {
			err = failed
		}
		return failed == nil
	}
	for n := 0; has(trace.PartName(trial, n)); n++ {
	}
	has(fmt.Sprintf("events-%04d.jsonl", trial))
	return files, err
}

// check returns an error unless the recorded files of a trial that has ended are there.
func (b *Checkpoint) check(out *folder.Folder) error {
	var files []fileState
	switch {
	case b.Result != nil:
		files = b.Result.Files
	case b.Diverged != nil:
		files = b.Diverged.Files
	}
	for _, f := range files {
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
