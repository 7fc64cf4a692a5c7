package metamorphic

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"twophase/recorder"
)

// recording is a recording of a circuit that is under way.
type recording struct {
	op       int // the operation that began it
	folder   string
	requests []recorder.Request
	options  recorder.Options
	*recorder.Recorder
}

// recording returns what records the circuit, or nil.
func (s *subject) recording() *recording {
	for _, w := range s.watches {
		if w.recording != nil {
			return w.recording
		}
	}
	return nil
}

// newRecording returns a recording in a folder that has not begun.
func newRecording(n int, op Op, folder string) (*recording, error) {
	r := &recording{op: n, folder: folder, options: recorder.Options{Folder: folder, Run: "list", PartRows: op.RowsMax}}
	for _, text := range op.Record {
		q, err := recorder.ParseRequest(text)
		if err != nil {
			return nil, err
		}
		r.requests = append(r.requests, q)
	}
	for _, text := range op.Parts {
		parts, err := recorder.ParseParts(text)
		if err != nil {
			return nil, err
		}
		r.options.Parts = append(r.options.Parts, parts...)
	}
	return r, nil
}

// record begins to record the circuit, unless it is recorded.
func (s *subject) record(n int, op Op, folder string) error {
	if s.recording() != nil {
		s.note("is recorded already")
		return nil
	}
	r, err := newRecording(n, op, folder)
	if err != nil {
		return err
	}
	if err := os.Mkdir(folder, 0o777); err != nil {
		return err
	}
	if r.Recorder, err = recorder.Start(s.Circuit, r.requests, r.options); err != nil {
		s.note("%s", strings.ReplaceAll(err.Error(), folder, "FOLDER"))
		return nil
	}
	s.watches = append(s.watches, watch{recording: r})
	return nil
}

// forget takes the recording, if there is one, out of what is attached.
func (s *subject) forget() *recording {
	for i, w := range s.watches {
		if w.recording != nil {
			s.watches = append(s.watches[:i:i], s.watches[i+1:]...)
			return w.recording
		}
	}
	return nil
}

// close ends the recording and notes what it has written.
func (s *subject) close() {
	if r := s.forget(); r != nil {
		err := r.Close()
		text, reading := filesText(r.folder)
		s.note("recorded %s, %v", text, errors.Join(err, reading))
	}
}

// filesText returns the names of the files in a folder, with hashes.
func filesText(folder string) (string, error) {
	entries, err := os.ReadDir(folder)
	var text strings.Builder
	for _, e := range entries {
		content, err := os.ReadFile(filepath.Join(folder, e.Name()))
		if err != nil {
			return "", err
		}
		sum := sha256.Sum256(content)
		fmt.Fprintf(&text, "%s %x; ", e.Name(), sum[:8])
	}
	return text.String(), err
}
