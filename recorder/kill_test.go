package recorder

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"twophase/circuit"
	"twophase/internal/files/durable"
	"twophase/internal/testkit/testfiles"
)

// killed is a recording that TestMain runs in a process of its own, to be killed.
var killed = recording{options: Options{Run: "killed", Parts: selected(true), PartRows: 3000, blockRows: 70, groupRows: 500}}

// checkpoint is what that process writes at times.
type checkpoint struct {
	Step           int
	Traces, Events State
}

const killedFolder = "TWOPHASE_TEST_KILLED"

func TestMain(m *testing.M) {
	if folder := os.Getenv(killedFolder); folder != "" {
		recordForever(folder)
	}
	os.Exit(testfiles.Main(m))
}

// recordForever records and writes checkpoints until it is killed.
func recordForever(folder string) {
	t := panics{}
	_, r, events, n := resumeKilled(t, folder)
	for {
		n.run(t, 1)
		check(t, events.Append(happening{n.StepCount(), "a step"}))
		if n.StepCount()%37 > 0 {
			continue
		}
		c := checkpoint{Step: n.StepCount()}
		var err error
		c.Traces, err = r.Suspend()
		check(t, err)
		c.Events, err = events.Suspend()
		check(t, err)
		b, err := json.Marshal(c)
		check(t, err)
		check(t, os.WriteFile(filepath.Join(folder, "checkpoint.new"), b, 0o666))
		check(t, os.Rename(filepath.Join(folder, "checkpoint.new"), filepath.Join(folder, "checkpoint")))
	}
}

// resumeKilled goes on from the last checkpoint, or from the beginning.
func resumeKilled(t testing.TB, folder string) (checkpoint, *Recorder, *EventLog, network) {
	killed := killed
	killed.requests = requests(t, "weights@2", "outputs", "lateral@log")
	var c checkpoint
	b, err := os.ReadFile(filepath.Join(folder, "checkpoint"))
	if errors.Is(err, fs.ErrNotExist) {
		for _, name := range files(t, folder) {
			check(t, os.Remove(filepath.Join(folder, name)))
		}
		n, r := killed.begin(t, folder, 0)
		events, err := StartEvents(killed.in(folder))
		check(t, err)
		return c, r, events, n
	}
	check(t, err)
	check(t, json.Unmarshal(b, &c))
	n := killed.network(t, c.Step)
	r, err := Resume(n.Circuit, killed.requests, killed.in(folder), c.Traces)
	check(t, err)
	events, err := ResumeEvents(killed.in(folder), c.Events)
	check(t, err)
	return c, r, events, n
}

// panics is a testing.TB outside a test.
type panics struct{ testing.TB }

func (panics) Helper()           {}
func (panics) Fatal(args ...any) { panic(fmt.Sprint(args...)) }

// A process that is killed at any moment, again and again, loses nothing.
func TestKilledProcess(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no SIGKILL")
	}
	folder, plain := t.TempDir(), t.TempDir()
	last := 0
	step := func() int {
		var c checkpoint
		b, err := os.ReadFile(filepath.Join(folder, "checkpoint"))
		if errors.Is(err, fs.ErrNotExist) {
			return 0
		}
		check(t, errors.Join(err, json.Unmarshal(b, &c)))
		return c.Step
	}
	for i := range 8 {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), killedFolder+"="+folder)
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		check(t, cmd.Start())
		for begin := time.Now(); i%2 == 0 && step() == last && time.Since(begin) < time.Minute; { // half of them get on
			time.Sleep(time.Millisecond)
		}
		time.Sleep(time.Duration(7*i) * time.Millisecond)
		check(t, cmd.Process.Kill())
		if cmd.Wait(); stderr.Len() > 0 {
			t.Fatal(stderr.String())
		}
		if now := step(); now < last || i%2 == 0 && now == last {
			t.Fatalf("step %d after step %d", now, last)
		} else {
			last = now
		}
	}
	c, r, events, n := resumeKilled(t, folder)
	finish := func(r *Recorder, events *EventLog, n network) {
		for n.StepCount() < c.Step+50 {
			n.run(t, 1)
			check(t, events.Append(happening{n.StepCount(), "a step"}))
		}
		check(t, r.Close())
		check(t, events.Close())
	}
	finish(r, events, n)
	_, r, events, n = resumeKilled(t, plain)
	finish(r, events, n)
	for _, name := range []string{"checkpoint", "checkpoint.new"} {
		check(t, os.RemoveAll(filepath.Join(folder, name)))
	}
	sameFiles(t, contents(t, plain), contents(t, folder))
	t.Logf("%d steps in %d files", c.Step+50, len(files(t, plain)))
}

// A disk that is full at a suspension or after it ends the recording. What was
// suspended before can go on once there is room.
func TestFullDiskAfterASuspension(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("no /dev/full")
	}
	n, folder := newNetwork(t, 4, 2, circuit.Compiled), t.TempDir()
	o := Options{Folder: folder, PartRows: 30}
	r := start(t, n, o, "weights") // parts end with steps 2, 5, …
	n.run(t, 4)
	s, err := r.Suspend()
	check(t, err)
	check(t, os.Symlink("/dev/full", durable.Partial(o.path(2))))
	for range 1000 {
		if err = n.Step(n.stimulus); err != nil {
			break
		}
	}
	if err == nil {
		err = r.Close()
	}
	if !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), o.path(2)) {
		t.Fatalf("error %v, want no space left on device with the path", err)
	}
	if _, again := r.Suspend(); !errors.Is(again, syscall.ENOSPC) {
		t.Errorf("suspending after it: error %v", again)
	}
	n = newNetwork(t, 4, 2, circuit.Compiled)
	n.run(t, 4)
	r, err = Resume(n.Circuit, requests(t, "weights"), o, s)
	check(t, err)
	n.run(t, 6)
	check(t, r.Close())

	plain := t.TempDir()
	n = newNetwork(t, 4, 2, circuit.Compiled)
	o.Folder = plain
	r = start(t, n, o, "weights")
	n.run(t, 10)
	check(t, r.Close())
	sameFiles(t, contents(t, plain), contents(t, folder))

	// the unfinished file cannot be synced
	folder = t.TempDir()
	o.Folder = folder
	check(t, os.Symlink("/dev/full", durable.Partial(o.path(0))))
	r = start(t, newNetwork(t, 4, 2, circuit.Compiled), o, "weights")
	if _, err := r.Suspend(); err == nil || !strings.Contains(err.Error(), o.path(0)) {
		t.Errorf("error %v, want one with the path", err)
	}
	if left := files(t, folder); left != nil {
		t.Errorf("files are left: %v", left)
	}
}
