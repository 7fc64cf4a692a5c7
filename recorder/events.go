package recorder

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"twophase/recorder/internal/series"
)

// EventLog writes the events of one trial as JSON lines: one object a line, with the fields
// run and trial before those of the event. The file is events-TRIAL.jsonl, with a number of
// four digits. Like a part of a trace it is written under a name that ends in .partial, and
// renamed when it is complete. Each event is a write to the file, so events should be rare.
type EventLog struct {
	options Options
	file    *series.File
	before  []byte // beginning of each line

	suspended bool // after an error the unfinished file stays
	over      bool
	err       error // the reason why the log ended early
}

// StartEvents begins an event log, which may stay empty. It uses the options Folder, Run and
// Trial. End it with Close, Leave or Discard.
//
// It returns an error if the options are not valid, if the folder has a log of the
// trial already, or if the file cannot be created.
func StartEvents(o Options) (*EventLog, error) {
	l, err := newEventLog(o)
	if err != nil {
		return nil, err
	}
	if _, err := os.Lstat(l.path()); !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("record events: %s is there already: choose another folder, or remove it first", l.path())
	}
	if l.file, err = series.CreateFile(l.path()); err != nil {
		return nil, fmt.Errorf("record events: %w", err)
	}
	return l, nil
}

// newEventLog returns an event log without a file.
func newEventLog(o Options) (*EventLog, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	before, err := line(struct {
		Run   string `json:"run"`
		Trial int    `json:"trial"`
	}{o.Run, o.Trial})
	return &EventLog{options: o, before: bytes.TrimSuffix(before, []byte("}\n"))}, err
}

// path returns the path of the complete file.
func (l *EventLog) path() string {
	return filepath.Join(l.options.Folder, fmt.Sprintf("events-%04d.jsonl", l.options.Trial))
}

// Append writes an event: any value that encoding/json marshals to an object without the
// fields run and trial. For another value it returns an error, and the log continues. An error
// of writing ends the log and removes its file, unless the log was suspended.
func (l *EventLog) Append(event any) error {
	if l.over {
		return l.ended("append to")
	}
	text, err := line(event)
	if err == nil {
		err = checkObject(text)
	}
	if err != nil {
		return fmt.Errorf("record events: %w", err)
	}
	whole := bytes.Clone(l.before)
	if fields := text[1:]; fields[0] != '}' {
		whole = append(whole, ',')
	}
	if _, err := l.file.Write(append(whole, text[1:]...)); err != nil {
		return l.fail(err)
	}
	return nil
}

// line returns a value as a line of JSON, without escapes for <, > and &.
func line(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return b.Bytes(), err
}

// checkObject returns an error unless JSON is an object that has no field that
// every line has already.
func checkObject(text []byte) error {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(text, &fields); err != nil || fields == nil {
		return fmt.Errorf("the event %s is not an object with fields", bytes.TrimSpace(text))
	}
	for _, name := range []string{"run", "trial"} {
		if _, taken := fields[name]; taken {
			return fmt.Errorf("the event has a field %s, which every line has already", name)
		}
	}
	return nil
}

// Close completes the file and ends the log. It returns the error that ended the log
// early, if one did; closing again does nothing more.
func (l *EventLog) Close() error {
	if l.over {
		return l.err
	}
	if err := l.file.Commit(); err != nil {
		return l.fail(err)
	}
	l.over = true
	return nil
}

// Discard ends the log and removes the file, unless it is complete.
func (l *EventLog) Discard() error {
	if l.over {
		return l.err
	}
	l.over, l.err = true, l.file.Discard()
	return l.err
}

// Leave ends the log and keeps the unfinished file, for ResumeEvents.
func (l *EventLog) Leave() error {
	if l.over {
		return l.err
	}
	l.over, l.err = true, l.file.Leave()
	return l.err
}

// fail ends the log with an error.
func (l *EventLog) fail(err error) error {
	l.over, l.err = true, fmt.Errorf("record events in %s: %w", l.path(), err)
	if l.suspended {
		l.file.Leave()
	} else {
		l.file.Discard()
	}
	return l.err
}

// ended returns the error of using a log that has ended.
func (l *EventLog) ended(what string) error {
	if l.err != nil {
		return l.err
	}
	return fmt.Errorf("%s %s: the log is over", what, l.path())
}
