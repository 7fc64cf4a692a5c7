package training

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"twophase/internal/files/folder"
	"twophase/internal/traces/trace"
)

// fileState is a complete file.
type fileState struct {
	Name string
	Size int64
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
	for _, f := range b.Files {
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
