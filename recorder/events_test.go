package recorder

import (
	"bufio"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"twophase/internal/files/durable"
)

// happening is an event of these tests.
type happening struct {
	Step int    `json:"step"`
	What string `json:"what"`
}

// logged is a line of an event log.
type logged struct {
	Run   string `json:"run"`
	Trial int    `json:"trial"`
	happening
}

// readEvents reads an event log back.
func readEvents(t rapid.TB, path string) []logged {
	t.Helper()
	f, err := os.Open(path)
	check(t, err)
	defer f.Close()
	var all []logged
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		var l logged
		d := json.NewDecoder(strings.NewReader(lines.Text()))
		d.DisallowUnknownFields()
		check(t, d.Decode(&l))
		all = append(all, l)
	}
	check(t, lines.Err())
	return all
}

// Whatever happens after a suspension, the log that is resumed ends with the bytes
// of one that was never interrupted, and with all events.
func TestResumedEventLogIsTheSame(t *testing.T) {
	root := t.TempDir()
	rapid.Check(t, func(rt *rapid.T) {
		events := rapid.SliceOf(rapid.Custom(func(t *rapid.T) happening {
			return happening{rapid.IntRange(0, 1e9).Draw(t, "step"), rapid.String().Draw(t, "what")}
		})).Draw(rt, "events")
		o := Options{Folder: tempDir(t, root), Run: rapid.String().Draw(rt, "run"), Trial: 7}
		plain, err := StartEvents(o)
		check(rt, err)
		for _, e := range events {
			check(rt, plain.Append(e))
		}
		check(rt, plain.Close())
		want := contents(t, o.Folder)

		o.Folder = tempDir(t, root)
		log, err := StartEvents(o)
		check(rt, err)
		for _, e := range events {
			if rapid.Bool().Draw(rt, "a kill") {
				s, err := log.Suspend()
				check(rt, err)
				for range rapid.IntRange(0, 2).Draw(rt, "events that are lost") {
					check(rt, log.Append(happening{What: "lost"}))
				}
				switch rapid.IntRange(0, 2).Draw(rt, "kill") {
				case 0:
					check(rt, log.Leave())
				case 1:
					check(rt, log.Close())
				case 2:
					check(rt, log.Leave())
					appendTo(rt, durable.Partial(log.path()), `{"run":"half a li`)
				}
				log, err = ResumeEvents(o, s)
				check(rt, err)
			}
			check(rt, log.Append(e))
		}
		check(rt, log.Close())
		sameFiles(rt, want, contents(t, o.Folder))
		var all []happening
		for _, l := range readEvents(rt, filepath.Join(o.Folder, "events-0007.jsonl")) {
			if l.Run != strings.ToValidUTF8(o.Run, "\ufffd") || l.Trial != 7 {
				rt.Fatalf("an event of run %q, trial %d", l.Run, l.Trial)
			}
			all = append(all, l.happening)
		}
		if len(events) == 0 {
			events = nil
		}
		if diff := cmp.Diff(events, all); diff != "" {
			rt.Fatalf("events (-want +got):\n%s", diff)
		}
	})
}

func TestEventsAreObjectsOfTheirOwn(t *testing.T) {
	o := Options{Folder: t.TempDir(), Run: "a<b", Trial: 3}
	log, err := StartEvents(o)
	check(t, err)
	for event, want := range map[any]string{
		5:       "the event 5 is not an object",
		"text":  "is not an object",
		nil:     "the event null is not an object",
		math.Pi: "is not an object",
		struct {
			Run string `json:"run"`
		}{"x"}: "a field run, which every line has already",
		struct {
			Trial int `json:"trial"`
		}{1}: "a field trial",
		struct{ Error float64 }{math.NaN()}: "unsupported value: NaN",
	} {
		if err := log.Append(event); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: error %v, want one with %q", event, err, want)
		}
	}
	check(t, log.Append(struct{}{}))
	check(t, log.Append(map[string]any{"when": "error < 0.01"}))
	check(t, log.Close())
	want := map[string]string{"events-0003.jsonl": `{"run":"a<b","trial":3}` + "\n" + `{"run":"a<b","trial":3,"when":"error < 0.01"}` + "\n"}
	if diff := cmp.Diff(want, contents(t, o.Folder)); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	if err := log.Append(happening{}); err == nil {
		t.Error("a log that is closed takes an event")
	}
	if _, err := log.Suspend(); err == nil {
		t.Error("a log that is closed is suspended")
	}
	if _, err := StartEvents(o); err == nil || !strings.Contains(err.Error(), "is there already") {
		t.Errorf("a log that is there is overwritten: error %v", err)
	}
}

// The disk is full: nothing is left, unless the log was suspended.
func TestFullDiskOfAnEventLog(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("no /dev/full")
	}
	o := Options{Folder: t.TempDir()}
	path := filepath.Join(o.Folder, "events-0000.jsonl")
	check(t, os.Symlink("/dev/full", durable.Partial(path)))
	log, err := StartEvents(o)
	check(t, err)
	if err := log.Append(happening{}); !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), path) {
		t.Errorf("error %v, want no space left on device with the path", err)
	}
	if err := log.Close(); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("closing: error %v", err)
	}
	if left := files(t, o.Folder); left != nil {
		t.Errorf("files are left: %v", left)
	}

	log, err = StartEvents(o)
	check(t, err)
	check(t, log.Append(happening{1, "kept"}))
	s, err := log.Suspend()
	check(t, err)
	check(t, log.file.Leave()) // writing fails from here on
	if err := log.Append(happening{2, "lost"}); err == nil {
		t.Fatal("no error of a file that is closed")
	}
	log, err = ResumeEvents(o, s)
	check(t, err)
	check(t, log.Close())
	if got := readEvents(t, path); len(got) != 1 || got[0].What != "kept" {
		t.Errorf("the log holds %v", got)
	}
}

func TestDiscardedEventLogLeavesNothing(t *testing.T) {
	o := Options{Folder: t.TempDir()}
	log, err := StartEvents(o)
	check(t, err)
	check(t, log.Append(happening{}))
	check(t, log.Discard())
	if left := files(t, o.Folder); left != nil {
		t.Errorf("files are left: %v", left)
	}
}
