package recorder

import (
	"fmt"
	"strconv"

	"twophase/internal/files/durable"
	"twophase/recorder/internal/series"
)

// Suspend returns the state of the log. All events have then reached the disk. After it, an
// error of writing does not remove the unfinished file.
func (l *EventLog) Suspend() (State, error) {
	if l.over {
		return nil, l.ended("suspend")
	}
	err := l.file.Sync()
	if err == nil {
		err = durable.Sync(l.options.Folder)
	}
	if err != nil {
		return nil, l.fail(err)
	}
	l.suspended = true
	return seal(l.file.AppendState(beginState(l.identity(), 0))), nil
}

// ResumeEvents continues a suspended log. The options are those of StartEvents; only the
// folder may have moved. It removes events after the suspension.
//
// It returns an error, and changes nothing, if the state is damaged or of another log, or if
// the beginning of the file has changed.
func ResumeEvents(o Options, s State) (*EventLog, error) {
	l, err := newEventLog(o)
	if err != nil {
		return nil, err
	}
	if err := l.resume(s); err != nil {
		return nil, fmt.Errorf("resume events: %w", err)
	}
	return l, nil
}

// resume reads a state and reopens the file.
func (l *EventLog) resume(s State) error {
	in, err := s.open(l.identity())
	if err != nil {
		return err
	}
	l.file, l.suspended = series.ReadFile(l.path(), in), true
	if err := in.End(); err != nil {
		return fmt.Errorf("the state is damaged: %w", err)
	}
	name, err := l.file.Find()
	if err != nil {
		return err
	}
	return l.file.Reopen(name)
}

// identity lists the properties that a log and its state must share.
func (l *EventLog) identity() []item {
	return []item{{"kind of recording", "events"}, {"run", l.options.Run}, {"trial", strconv.Itoa(l.options.Trial)}}
}
