package trace

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
)

// Event is an intervention that took place, as the event log of a trial has it.
type Event struct {
	Step         int64    `json:"step"`         // after which it did
	Intervention int      `json:"intervention"` // its number in the experiment, from 0
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
}

// What is read of an event log at most.
const (
	longestEvents = 64 << 20 // bytes
	mostEvents    = 100_000
)

// Events returns what happened to a trial that was recorded in a folder, in order of
// step. There is nothing if the folder has no event log. It returns an error if the log
// is damaged or larger than can be believed, and the events before.
func (t *Trial) Events() (events []Event, err error) {
	name := fmt.Sprintf("events-%04d.jsonl", t.number)
	defer func() {
		if err != nil {
			err = fmt.Errorf("read %s after %d events: %w", name, len(events), err)
		}
	}()
	info, err := t.folder.Stat(name)
	if errors.Is(err, fs.ErrNotExist) {
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
	return readEvents(io.LimitReader(f, longestEvents+1), info.Size())
}

// readEvents reads lines of a log of that many bytes.
func readEvents(r io.Reader, size int64) (events []Event, err error) {
	if size > longestEvents {
		return nil, fmt.Errorf("it has %d MB: %d are read at most", size>>20, longestEvents>>20)
	}
	lines := bufio.NewReader(r)
	last := int64(0)
	for {
		line, err := lines.ReadBytes('\n')
		if err == io.EOF {
			return events, nil // without what a death may have left of a line
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
