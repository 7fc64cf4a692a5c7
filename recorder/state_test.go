package recorder

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"twophase/circuit"
)

// suspended returns a recording that was suspended after 12 steps, in a folder that
// it was left in: two complete parts, and one with a row group and a page.
func suspended(t testing.TB, folder string) (recording, State) {
	t.Helper()
	r := recording{requests: requests(t, "weights", "outputs@3"), options: Options{
		Run: "a run", Trial: 2, Parts: selected(true), PartRows: 110, blockRows: 13, groupRows: 20,
	}}
	n, recorder := r.begin(t, folder, 0)
	n.run(t, 12)
	s, err := recorder.Suspend()
	check(t, err)
	check(t, recorder.Leave())
	return r, s
}

// A state that is of something else, or of files that have changed, is refused with
// a reason, and nothing changes.
func TestForeignStatesAreRefused(t *testing.T) {
	const first, present = "traces-0002-00000.parquet", "traces-0002-00002.parquet.partial"
	type attempt struct {
		recording
		steps int
		state State
	}
	type change struct {
		what string
		make func(folder string, a *attempt)
		want string
	}
	edit := func(name string, edit func([]byte) []byte) func(string, *attempt) {
		return func(folder string, _ *attempt) {
			b, err := os.ReadFile(filepath.Join(folder, name))
			check(t, err)
			check(t, os.WriteFile(filepath.Join(folder, name), edit(b), 0o666))
		}
	}
	flip := func(b []byte) []byte { b[len(b)/2] ^= 4; return b }
	shorten := func(b []byte) []byte { return b[:len(b)-1] }
	for _, c := range []change{
		{"nothing", func(string, *attempt) {}, ""},
		{"another run", func(_ string, a *attempt) { a.options.Run = "b" }, `its run is "a run", not "b"`},
		{"another trial", func(_ string, a *attempt) { a.options.Trial = 3 }, `its trial is "2", not "3"`},
		{"other requests", func(_ string, a *attempt) { a.requests = a.requests[:1] }, `its requests is "weights, outputs@3", not "weights"`},
		{"no parts", func(_ string, a *attempt) { a.options.Parts = nil }, `its parts of changes is "weights", not ""`},
		{"other parts of files", func(_ string, a *attempt) { a.options.PartRows = 100 }, `its rows in a file is "110", not "100"`},
		{"another step", func(_ string, a *attempt) { a.steps = 11 }, `its step is "12", not "11"`},
		{"no state", func(_ string, a *attempt) { a.state = nil }, "not the state of a recording"},
		{"a short state", func(_ string, a *attempt) { a.state = shorten(a.state) }, "its hash is that of something else"},
		{"a flipped bit", func(_ string, a *attempt) { a.state = flip(bytes.Clone(a.state)) }, "its hash is that of something else"},
		{"a part that is missing", func(f string, _ *attempt) { check(t, os.Remove(filepath.Join(f, first))) }, first + " is missing"},
		{"a short part", edit(first, shorten), "bytes; when it was complete it had"},
		{"an unfinished part that is missing", func(f string, _ *attempt) { check(t, os.Remove(filepath.Join(f, present))) }, present + " is missing"},
		{"a short unfinished part", edit(present, shorten), "bytes that were written"},
		{"a changed unfinished part", edit(present, flip), "does not begin with what was written"},
		{"the folder is gone", func(f string, _ *attempt) { check(t, os.RemoveAll(f)) }, first + " is missing"},
	} {
		folder := t.TempDir()
		r, s := suspended(t, folder)
		appendTo(t, filepath.Join(folder, "traces-0002-00005.parquet"), "a later part")
		a := attempt{r, 12, s}
		c.make(folder, &a)
		var before map[string]string
		if _, err := os.Stat(folder); err == nil {
			before = contents(t, folder)
		}
		n := a.network(t, a.steps)
		recorder, err := Resume(n.Circuit, a.requests, a.in(folder), a.state)
		if c.want == "" {
			check(t, err)
			check(t, recorder.Discard())
			continue
		}
		if err == nil || !strings.HasPrefix(err.Error(), "resume traces: ") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %q", c.what, err, c.want)
		}
		if before != nil && !cmp.Equal(before, contents(t, folder)) {
			t.Errorf("%s: the folder has changed", c.what)
		}
	}
	r, s := suspended(t, t.TempDir())
	n := newNetwork(t, 5, 3, circuit.Compiled)
	n.run(t, 12)
	if _, err := Resume(n.Circuit, r.requests, r.in(t.TempDir()), s); err == nil || !strings.Contains(err.Error(), `its inputs is "4", not "5"`) {
		t.Errorf("another circuit: error %v", err)
	}
	events, err := StartEvents(r.in(t.TempDir()))
	check(t, err)
	defer events.Discard()
	if s, err = events.Suspend(); err != nil {
		t.Fatal(err)
	}
	if _, err := Resume(r.network(t, 12).Circuit, r.requests, r.in(t.TempDir()), s); err == nil || !strings.Contains(err.Error(), `its kind of recording is "events", not "traces"`) {
		t.Errorf("the state of an event log: error %v", err)
	}
}

// A recording is suspended between steps, not before it has seen the last one.
func TestSuspendWithinAStepIsRefused(t *testing.T) {
	n := newNetwork(t, 4, 3, circuit.Compiled)
	var r *Recorder
	var err error
	n.Attach(observer(func(*circuit.Circuit) error { _, err = r.Suspend(); return nil }))
	r = start(t, n, Options{Folder: t.TempDir()}, "weights@2")
	n.run(t, 1)
	if err != nil {
		t.Errorf("a step that is not due: error %v", err)
	}
	n.run(t, 1)
	if err == nil || !strings.Contains(err.Error(), "step 2 is due and not recorded yet") {
		t.Errorf("within a step that is due: error %v", err)
	}
	n.run(t, 1)
	if n.Step([]float64{1e308, 1e308, 1e308, 1e308}) == nil {
		t.Fatal("the circuit did not diverge")
	}
	if _, err := r.Suspend(); err == nil || !strings.Contains(err.Error(), "step 4 did not run to its end") {
		t.Errorf("after a step that failed: error %v", err)
	}
	check(t, r.Close())
	if _, err := r.Suspend(); err == nil || !strings.Contains(err.Error(), "the recording is over") {
		t.Errorf("after Close: error %v", err)
	}
}

// observer is an observer that is a function.
type observer func(*circuit.Circuit) error

func (o observer) Observe(c *circuit.Circuit) error { return o(c) }

// However long a recording goes on, a state holds the pages of a row group and the
// rows of a page at most: 2 MB, or 6 MB with the parts of changes.
func TestStatesAreBounded(t *testing.T) {
	for parts, most := range map[bool]int{false: 2 << 20, true: 6 << 20} {
		n, folder := newNetwork(t, 200, 30, circuit.Compiled), t.TempDir()
		r := start(t, n, Options{Folder: folder, Parts: selected(parts)}, "weights")
		largest := 0
		for step := range 90 { // 7 000 rows each, two row groups
			n.run(t, 1)
			if step%9 > 0 {
				continue
			}
			s, err := r.Suspend()
			check(t, err)
			largest = max(largest, len(s))
		}
		check(t, r.Close())
		if largest > most || largest < most/4 {
			t.Errorf("parts %v: the largest state has %d bytes, want at most %d and more than a quarter of it", parts, largest, most)
		}
		t.Logf("parts %v: %d bytes", parts, largest)
	}
}

// The beginning of a state is read with care, too.
func FuzzStateBeginning(f *testing.F) {
	f.Add([]byte{1, 2, 3, 'r', 'u', 'n', 1, 'a', 0, 0})
	f.Add([]byte{1, 255, 255, 255, 255, 15})
	f.Add([]byte{2})
	f.Fuzz(func(t *testing.T, content []byte) {
		s := seal(append([]byte(stateMagic), content...))
		in, err := s.open([]item{{"run", "a"}})
		if err == nil && in == nil {
			t.Error("neither a reader nor an error")
		}
	})
}
