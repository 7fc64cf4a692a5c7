package sweep

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"twophase/internal/experiment"
)

// journal is the file to which one process appends its results. Nobody else writes
// to it, and nobody appends to it later.
type journal struct {
	mu   sync.Mutex
	file *os.File
	size int64 // of whole lines
}

// journalSuffix is how the names of journals end.
const journalSuffix = ".jsonl"

// createJournal makes the journal of this process. Its name is nobody else's: not
// on this machine, and not on another that shares the folder.
func (s *Sweep) createJournal() (*journal, error) {
	if err := os.MkdirAll(s.path(journalFolder), 0o777); err != nil {
		return nil, fmt.Errorf("write results: %w", err)
	}
	host, _ := os.Hostname()
	host = strings.Map(func(r rune) rune {
		if r == '/' || r == '*' || r == os.PathSeparator {
			return '-'
		}
		return r
	}, host)
	f, err := os.CreateTemp(s.path(journalFolder), fmt.Sprintf("%s-%d-*%s", host, os.Getpid(), journalSuffix))
	if err != nil {
		return nil, fmt.Errorf("write results: %w", err)
	}
	j := &journal{file: f}
	err = errors.Join(f.Chmod(0o644), j.append(headerStart, header{Schema, experiment.Version, s.Hash(), Measures()}))
	if err != nil {
		return nil, errors.Join(err, f.Close(), os.Remove(f.Name()))
	}
	return j, nil
}

// name returns the name of the journal's file in its folder.
func (j *journal) name() string { return filepath.Base(j.file.Name()) }

// add appends the results of some points, in one piece.
func (j *journal) add(results ...Result) error {
	lines := make([]any, len(results))
	for i, r := range results {
		lines[i] = r
	}
	return j.append(resultStart, lines...)
}

// append appends lines. What was written of them before an error is taken back.
func (j *journal) append(start string, lines ...any) error {
	var text []byte
	var err error
	for _, line := range lines {
		if text, err = appendLine(text, start, line); err != nil {
			return err
		}
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if _, err := j.file.Write(text); err != nil {
		// A rest that stays is a torn last line, which readers pass over.
		_ = j.file.Truncate(j.size)
		_, _ = j.file.Seek(j.size, io.SeekStart)
		return fmt.Errorf("write results: %w", err)
	}
	j.size += int64(len(text))
	return nil
}

// sync has what was appended reach the disk.
func (j *journal) sync() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if err := j.file.Sync(); err != nil {
		return fmt.Errorf("write results: %w", err)
	}
	return nil
}

// close ends the journal.
func (j *journal) close() error {
	return errors.Join(j.sync(), j.file.Close())
}
