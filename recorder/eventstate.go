package recorder

import (
	"fmt"
	"strconv"
)

// Suspend returns where the log is. All events have then reached the disk. From now
// on an error of writing leaves the unfinished file where it is.
func (l *EventLog) Suspend() (State, error) {
	if l.over {
		return nil, l.ended("suspend")
	}
	err := l.file.file.Sync()
	if err == nil {
		err = syncFolder(l.options.Folder)
	}
	if err != nil {
		return nil, l.fail(err)
	}
	l.suspended = true
	return seal(l.file.appendState(beginState(l.identity(), 0))), nil
}

// ResumeEvents goes on with a log where it was suspended. The options are those of
// StartEvents, but for the folder, which may have moved. Events after the suspension
// are removed.
//
// It returns an error, and has changed nothing, if the state is damaged or of
// another log, or if the file does not begin as it did.
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
	l.file, l.suspended = readAside(l.path(), in), true
	if err := in.End(); err != nil {
		return fmt.Errorf("the state is damaged: %w", err)
	}
	name, err := l.file.find()
	if err != nil {
		return err
	}
	return l.file.reopen(name)
}

// identity lists what a suspended log is.
func (l *EventLog) identity() []item {
	return []item{{"kind of recording", "events"}, {"run", l.options.Run}, {"trial", strconv.Itoa(l.options.Trial)}}
}
