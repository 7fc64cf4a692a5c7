package sweep

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"twophase/internal/files/durable"
	"twophase/internal/traces/result"
)

// journal is the file to which one process appends its results. No other process writes to
// it, at the same time or later. A line is on the disk syncEvery after it was appended, at the
// latest, and at once if the last sync was that long ago.
type journal struct {
	mu     sync.Mutex
	file   *os.File
	size   int64       // of whole lines
	safe   int64       // of what is on the disk
	synced time.Time   // when the last sync ended
	later  *time.Timer // the next sync; nil: none is due
	failed error       // of a sync: what it was to save may be lost
}

// syncEvery is the time between two syncs. No line is appended during a sync. So a power cut loses at
// most the results of this time, however slow the disk is. A sync takes some milliseconds on most disks.
const syncEvery = 2 * time.Second

// createJournal creates the journal of this process. Its name is unique on this machine and
// on others that share the folder.
func (s *Sweep) createJournal() (*journal, error) {
	if err := durable.MkdirAll(s.path(journalFolder)); err != nil {
		return nil, fmt.Errorf("write results: %w", err)
	}
	host, _ := os.Hostname()
	host = strings.Map(func(r rune) rune {
		if r == '/' || r == '*' || r == os.PathSeparator {
			return '-'
		}
		return r
	}, host)
	f, err := durable.AppendNew(s.path(journalFolder, fmt.Sprintf("%s-%d-", host, os.Getpid())), journalSuffix, 0o666)
	if err != nil {
		return nil, fmt.Errorf("write results: %w", err)
	}
	j := &journal{file: f}
	err = j.append(headerStart, header{Schema, result.Version, s.Hash(), measuresOf(s.Plan)})
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

// append appends lines, and syncs them now or soon. After an error it removes the part that was
// written.
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
	if j.failed != nil {
		return j.failed
	}
	if _, err := j.file.Write(text); err != nil {
		// If that fails, the part is a torn last line, which readers ignore.
		_ = j.file.Truncate(j.size)
		_, _ = j.file.Seek(j.size, io.SeekStart)
		return fmt.Errorf("write results: %w", err)
	}
	j.size += int64(len(text))
	if wait := syncEvery - time.Since(j.synced); wait <= 0 {
		j.sync()
	} else if j.later == nil {
		j.later = time.AfterFunc(wait, func() {
			j.mu.Lock()
			defer j.mu.Unlock()
			j.sync()
		})
	}
	return j.failed
}

// sync has the appended lines reach the disk. The caller has locked mu.
func (j *journal) sync() {
	if j.later != nil {
		j.later.Stop()
	}
	j.later = nil
	if j.failed != nil || j.safe == j.size {
		return
	}
	err := j.file.Sync()
	if err == nil && !durable.Is(j.file, j.file.Name()) {
		err = fmt.Errorf("%s was moved or removed while the sweep ran", j.file.Name())
	}
	if err != nil {
		j.failed = fmt.Errorf("write results: %w", err)
		return
	}
	j.safe, j.synced = j.size, time.Now()
}

// close ends the journal.
func (j *journal) close() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.sync()
	return errors.Join(j.failed, j.file.Close())
}

// A line of a journal is JSON with a checksum (CRC-32C) of its content:
//
//	{"crc32c":"89abcdef","journal":{…}}    the first
//	{"crc32c":"89abcdef","result":{…}}     each further one
const (
	lineStart   = `{"crc32c":"`
	sumDigits   = 8
	headerStart = `","journal":`
	resultStart = `","result":`
	pointStart  = `{"point":`
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// header names the sweep and the version of the results in a journal.
type header struct {
	Schema   int      `json:"schema"`
	Version  string   `json:"version"` // of twophase
	Plan     string   `json:"plan"`    // its hash
	Measures []string `json:"measures"`
}

// appendLine appends a line with v.
func appendLine(text []byte, start string, v any) ([]byte, error) {
	content, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	text = fmt.Appendf(text, "%s%08x%s", lineStart, crc32.Checksum(content, castagnoli), start)
	return append(append(text, content...), "}\n"...), nil
}

var errDamaged = errors.New("the line is damaged")

// content returns the content of a line without its newline, and its checksum. It returns an
// error if the line is not whole.
func content(line []byte, start string) ([]byte, uint32, error) {
	rest, ok := bytes.CutPrefix(line, []byte(lineStart))
	if !ok || len(rest) < sumDigits {
		return nil, 0, errDamaged
	}
	sum, err := strconv.ParseUint(string(rest[:sumDigits]), 16, 32)
	rest, ok = bytes.CutPrefix(rest[sumDigits:], []byte(start))
	rest, closed := bytes.CutSuffix(rest, []byte("}"))
	if err != nil || !ok || !closed || crc32.Checksum(rest, castagnoli) != uint32(sum) {
		return nil, 0, errDamaged
	}
	return rest, uint32(sum), nil
}

// pointOf returns the point of a result, without decoding the rest.
func pointOf(result []byte) (int, error) {
	rest, ok := bytes.CutPrefix(result, []byte(pointStart))
	digits, _, found := bytes.Cut(rest, []byte(","))
	if !ok || !found || len(digits) > 18 {
		return 0, errDamaged
	}
	return strconv.Atoi(string(digits))
}
