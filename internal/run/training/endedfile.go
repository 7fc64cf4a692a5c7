package training

import (
	"bufio"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"twophase/internal/files/durable"
	"twophase/internal/files/folder"
	"twophase/internal/files/interrupt"
)

// endedName is the name of the file with the checkpoints of the trials that have ended. After a signal there can be
// thousands, and on a busy disk each file of its own takes long. What is in it is newer than a trial's own file.
const endedName = "findings.bin"

// saved is the checkpoint of a trial in that file, as it would be in a file of its own.
type saved struct {
	Trial int
	Text  []byte
}

// writeEnded writes the checkpoints of some trials, one after another, to a file that create makes. It makes none if
// there are no trials.
func writeEnded(create func() (*durable.File, error), trials []int, text func(trial int) ([]byte, error)) error {
	if len(trials) == 0 {
		return nil
	}
	return interrupt.Save(func() error {
		file, err := create()
		if err != nil {
			return err
		}
		buffer := bufio.NewWriter(file)
		to := gob.NewEncoder(buffer)
		for _, trial := range trials {
			s := saved{Trial: trial}
			if s.Text, err = text(trial); err == nil {
				err = to.Encode(s)
			}
			if err != nil {
				return errors.Join(err, file.Discard())
			}
		}
		if err = buffer.Flush(); err == nil {
			err = file.Commit()
		}
		if err != nil {
			return errors.Join(err, file.Discard())
		}
		return nil
	})
}

// readEnded calls read with the checkpoint of each trial in a file of writeEnded, if it is there.
func readEnded(path string, read func(trial int, text []byte) error) error {
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer file.Close()
	for from := gob.NewDecoder(bufio.NewReader(file)); ; {
		var s saved
		if err := from.Decode(&s); err == io.EOF {
			return nil
		} else if err != nil {
			return refused(path, fmt.Errorf("it is damaged: %w", err))
		}
		if err := read(s.Trial, s.Text); err != nil {
			return refused(path, err)
		}
	}
}

// readAll reads the checkpoint of each trial in a folder, nil if there is none.
func readAll[C any](out *folder.Folder, trials int, parse func(trial int, text []byte) (*C, error)) ([]*C, error) {
	all := make([]*C, trials)
	read := func(trial int, text []byte) (err error) {
		if trial < 0 || trial >= trials {
			return fmt.Errorf("it has trial %d, and there are %d", trial, trials)
		}
		all[trial], err = parse(trial, text)
		return err
	}
	if err := readEnded(out.Path(endedName), read); err != nil {
		return nil, err
	}
	for trial := range all {
		if all[trial] != nil {
			continue
		}
		name := out.Path(checkpointName(trial))
		text, err := os.ReadFile(name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if err := read(trial, text); err != nil {
			return nil, refused(name, err)
		}
	}
	return all, nil
}
