package trace

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
)

// Event is an intervention that took place, from the event log of a trial.
type Event struct {
	Step         int64    `json:"step"`         // after which it took place
	Intervention int      `json:"intervention"` // its number in the experiment, from 0; −1 of a rewiring
	Trigger      string   `json:"trigger"`
	Edit         string   `json:"edit"`
	Changes      []Change `json:"changes"`
}

// Change is one thing that an event changed.
type Change struct {
	What       string `json:"what"`       // such as lesion or weight
	Projection string `json:"projection"` // empty if the whole circuit changed
	Post       int    `json:"post"`       // −1 where there is none
	Pre        int    `json:"pre"`        // −1 where there is none
	After      any    `json:"after"`      // the new value: a number or a text
}

// Limits of an event log.
const (
	longestEvents = 64 << 20 // bytes
	mostEvents    = 100_000
)

// Events returns the events of a trial that was recorded in a folder, in order of step. There are
// none if the folder has no event log. If the log is damaged or too large, it returns an error
// and the events before.
func (t *Trial) Events() (events []Event, err error) {
	name := fmt.Sprintf("events-%04d.jsonl", t.number)
	defer func() {
		if err != nil {
			err = fmt.Errorf("read %s after %d events: %w", name, len(events), err)
		}
	}()
	info, err := t.folder.Stat(name)
	err, complete := t.missing(name, err), true
	if errors.Is(err, fs.ErrNotExist) {
		complete = false
		name += ".partial" // of an interrupted run
		if info, err = t.folder.Stat(name); errors.Is(err, fs.ErrNotExist) {
			return nil, nil
		}
	}
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("it is not a file")
	}
	f, err := t.folder.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info.Size() <= longestEvents {
		if err := t.checkEvents(name, f); err != nil {
			return nil, err
		}
	}
	return readEvents(io.LimitReader(f, longestEvents+1), info.Size(), complete)
}

// readEvents reads the lines of a log of that many bytes. Only an incomplete log may end within a
// line.
func readEvents(r io.Reader, size int64, complete bool) (events []Event, err error) {
	if size > longestEvents {
		return nil, fmt.Errorf("it has %d MB: %d are read at most", size>>20, longestEvents>>20)
	}
	lines := bufio.NewReader(r)
	last := int64(0)
	for {
		line, err := lines.ReadBytes('\n')
		if err == io.EOF && complete && len(line) > 0 {
			return events, errors.New("the last line is cut off")
		}
		if err == io.EOF {
			return events, nil // without the part of a line that a killed process left
		}
		if err != nil {
			return events, err
		}
		var e Event
		if err := json.Unmarshal(line, &e); err != nil {
			return events, err
		}
		if e.Step < last {
			return events, fmt.Errorf("an event of step %d comes after one of step %d", e.Step, last)
		}
		if len(events) == mostEvents {
			return events, fmt.Errorf("there are more than %d", mostEvents)
		}
		last = e.Step
		events = append(events, e)
	}
}
