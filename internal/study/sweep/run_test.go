package sweep

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"twophase/internal/run/planning"
	"twophase/internal/testkit/long"
	"twophase/internal/testkit/testfiles"
)

func TestMain(m *testing.M) { os.Exit(testfiles.Main(m)) }

// tiny is a grid of 36 points that take a moment; some of them diverge.
const tiny = `
experiment: {steps: 60, trials: 2}
vary:
  tau: {range: {from: 0.02, to: 1, count: 3, log: true}}
  rate: [0.8, 0.1]
  network: [ifPSP, PSW]
seeds: 3
`

// tb is what tests and properties have in common.
type tb interface {
	Helper()
	Fatal(...any)
	Fatalf(string, ...any)
}

// planned freezes a grid into a folder.
func planned(t tb, text, folder string) *Sweep {
	t.Helper()
	p, err := Parse(context.Background(), "grid.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if p.Points < 1000 {
		p.Chunk = 4 // so that there are several
	}
	if err := Write(p, folder); err != nil {
		t.Fatal(err)
	}
	s, err := Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// collected returns all files of a collection.
func collected(t tb, s *Sweep, o CollectOptions) map[string][]byte {
	t.Helper()
	out, err := os.MkdirTemp("", "collected-*")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(out)
	o.Out = out
	c, err := s.Collect(o)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for _, path := range c.Files {
		if files[filepath.Base(path)], err = os.ReadFile(path); err != nil {
			t.Fatal(err)
		}
	}
	return files
}

func same(t tb, got, want map[string][]byte) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%d files, want %d", len(got), len(want))
	}
	for name := range want {
		if !bytes.Equal(got[name], want[name]) {
			t.Fatalf("%s differs:\n%.2000s\nwant\n%.2000s", name, got[name], want[name])
		}
	}
}

var heat = CollectOptions{Plot: Plot{X: "tau", Y: "network", Measure: "lateral_ratio"}}

// stopAfter is a Progress that ends the run after some points.
type stopAfter struct {
	planning.Silent
	mu   sync.Mutex
	left int
	stop func()
}

func (s *stopAfter) Add(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.left -= n; s.left <= 0 {
		s.stop()
	}
}

// tear does to a journal what a death of its process or machine may do: it loses
// its end at any byte, gains a line that is not whole, or has zeros where a page was not written.
func tear(t *rapid.T, path string) {
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	head := bytes.IndexByte(text, '\n') + 1
	switch rapid.IntRange(0, 4).Draw(t, "damage") {
	case 0:
		text = text[:rapid.IntRange(0, len(text)).Draw(t, "length")]
	case 1:
		text = append(text, text[head:head+(len(text)-head)/3]...)
		if i := bytes.LastIndexByte(text, '\n'); i >= 0 && i == len(text)-1 {
			text = append(text, `{"crc32c":"`...)
		}
	case 2:
		text = append(text, "\x00\x00\x00\x00\n"...)
	case 3:
		from := rapid.IntRange(head, len(text)).Draw(t, "from")
		clear(text[from:rapid.IntRange(from, len(text)).Draw(t, "to")])
	}
	if err := os.WriteFile(path, text, 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestAnyHistory runs the points by shards, several at a time, that are stopped and
// die at any moment: the tables are always the same.
func TestAnyHistory(t *testing.T) {
	long.Draws(t, 12)
	reference := planned(t, tiny, filepath.Join(t.TempDir(), "one"))
	if _, _, err := reference.Run(t.Context(), RunOptions{Workers: 1}); err != nil {
		t.Fatal(err)
	}
	want := collected(t, reference, CollectOptions{})
	rapid.Check(t, func(t *rapid.T) {
		folder, err := os.MkdirTemp("", "sweep-*")
		if err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(folder)
		s := planned(t, tiny, filepath.Join(folder, "plan"))
		torn := map[string]bool{}
		for range rapid.IntRange(0, 4).Draw(t, "deaths") {
			of := rapid.IntRange(1, 12).Draw(t, "shards")
			ctx, stop := context.WithCancel(context.Background())
			p := &stopAfter{left: rapid.IntRange(1, 20).Draw(t, "stop"), stop: stop}
			var all sync.WaitGroup
			for range rapid.IntRange(1, 3).Draw(t, "processes") {
				o := RunOptions{Shard: Shard{rapid.IntRange(0, of-1).Draw(t, "shard"), of}, Workers: rapid.IntRange(1, 3).Draw(t, "workers"), Progress: p}
				all.Go(func() { _, _, _ = s.Run(ctx, o) })
			}
			all.Wait()
			stop()
			journals, err := filepath.Glob(filepath.Join(s.Folder, journalFolder, "*"))
			if err != nil {
				t.Fatal(err)
			}
			journals = slices.DeleteFunc(journals, func(path string) bool { return torn[path] })
			if len(journals) > 0 && rapid.Bool().Draw(t, "tears") {
				path := journals[rapid.IntRange(0, len(journals)-1).Draw(t, "journal")]
				tear(t, path)
				torn[path] = true // a process dies once
			}
		}
		of := rapid.IntRange(1, 5).Draw(t, "shards at last")
		for i := range of {
			if _, _, err := s.Run(context.Background(), RunOptions{Shard: Shard{i, of}}); err != nil {
				t.Fatal(err)
			}
		}
		same(t, collected(t, s, CollectOptions{}), want)
	})
}

// TestProcessesShareTheWork runs one plan four times at the same time: every point
// is run once, and every run returns when all are done.
func TestProcessesShareTheWork(t *testing.T) {
	s := planned(t, strings.Replace(tiny, "steps: 60", "steps: 400", 1), filepath.Join(t.TempDir(), "plan"))
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			if _, _, err := s.Run(t.Context(), RunOptions{Workers: 2}); err != nil {
				t.Error(err)
			}
			if status, err := s.Status(); err != nil || status.Done != s.Points {
				t.Errorf("a run returned after %d of %d points: %v", status.Done, s.Points, err)
			}
		})
	}
	all.Wait()
	if status, err := s.Status(); err != nil || status.Twice != 0 || status.Diverged == 0 {
		t.Fatalf("%+v, %v; want no result twice, and some points diverged", status, err)
	}
}

// TestResultsOfTwoMachinesCountOnce copies all results, as two machines without
// locks would write them.
func TestResultsOfTwoMachinesCountOnce(t *testing.T) {
	s := planned(t, tiny, filepath.Join(t.TempDir(), "plan"))
	if _, _, err := s.Run(t.Context(), RunOptions{}); err != nil {
		t.Fatal(err)
	}
	want := collected(t, s, heat)
	journals, _ := filepath.Glob(filepath.Join(s.Folder, journalFolder, "*"))
	for _, path := range journals {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(s.Folder, journalFolder, "a-copy.jsonl"), text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	status, err := s.Status()
	if err != nil || status.Twice != s.Points || status.Done != s.Points {
		t.Fatalf("%+v, %v", status, err)
	}
	same(t, collected(t, s, heat), want)
}

func TestErrorsOfResults(t *testing.T) {
	run := func(t *testing.T) (*Sweep, string) {
		s := planned(t, tiny, filepath.Join(t.TempDir(), "plan"))
		if _, _, err := s.Run(t.Context(), RunOptions{Shard: Shard{0, 3}}); err != nil {
			t.Fatal(err)
		}
		journals, _ := filepath.Glob(filepath.Join(s.Folder, journalFolder, "*"))
		return s, journals[0]
	}
	edit := func(t *testing.T, path, from, to string) {
		t.Helper()
		text, err := os.ReadFile(path)
		if err != nil || !bytes.Contains(text, []byte(from)) {
			t.Fatalf("%s: %v", path, err)
		}
		if err := os.WriteFile(path, bytes.Replace(text, []byte(from), []byte(to), 1), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	wants := func(t *testing.T, err error, text string) {
		t.Helper()
		if err == nil || !strings.Contains(err.Error(), text) {
			t.Fatalf("error %v, want %q", err, text)
		}
	}
	t.Run("points are missing", func(t *testing.T) {
		s, _ := run(t)
		_, err := s.Collect(CollectOptions{})
		wants(t, err, "24 of 36 points have no result")
		c, err := s.Collect(CollectOptions{Partial: true})
		if err != nil || c.Done != 12 || c.Trials != 24 {
			t.Fatalf("%+v, %v", c, err)
		}
	})
	t.Run("damaged", func(t *testing.T) {
		s, path := run(t)
		edit(t, path, `"trial":1`, `"trial":7`)
		if status, err := s.Status(); err != nil || status.Done != 11 || status.Damaged != 1 {
			t.Errorf("%+v, %v, want 11 points and one damaged line", status, err)
		}
		if _, _, err := s.Run(t.Context(), RunOptions{Shard: Shard{0, 3}}); err != nil {
			t.Fatal(err)
		}
		if status, err := s.Status(); err != nil || status.Done != 12 || status.Twice != 0 {
			t.Errorf("%+v, %v, want 12 points, each once", status, err)
		}
	})
	t.Run("not a journal", func(t *testing.T) {
		s, path := run(t)
		edit(t, path, `"schema":`, `"sch3ma":`)
		_, err := s.Status()
		wants(t, err, "it is not a journal of results: remove the file, and its points are run again")
	})
	t.Run("another plan's", func(t *testing.T) {
		s, path := run(t)
		other := planned(t, strings.Replace(tiny, "seeds: 3", "seeds: 4", 1), filepath.Join(t.TempDir(), "other"))
		text, _ := os.ReadFile(path)
		if err := os.WriteFile(filepath.Join(other.Folder, journalFolder, filepath.Base(path)), text, 0o666); err != nil {
			t.Fatal(err)
		}
		_, _, err := other.Run(t.Context(), RunOptions{})
		wants(t, err, "results of another plan, "+s.Hash()[:12])
	})
	t.Run("an edited plan", func(t *testing.T) {
		s, _ := run(t)
		edit(t, filepath.Join(s.Folder, planFile), `"seeds":[1,2,3]`, `"seeds":[1,2,4]`)
		_, err := Open(s.Folder)
		wants(t, err, "the plan was edited after it was frozen")
	})
	t.Run("a plan with a space more", func(t *testing.T) {
		s, _ := run(t)
		edit(t, filepath.Join(s.Folder, planFile), `"seeds":[1,2,3]`, `"seeds":[1, 2,3]`)
		_, err := Open(s.Folder)
		wants(t, err, "the plan was edited after it was frozen")
	})
	t.Run("shard", func(t *testing.T) {
		s, _ := run(t)
		_, _, err := s.Run(t.Context(), RunOptions{Shard: Shard{3, 3}})
		wants(t, err, "choose 0/3 to 2/3")
	})
	t.Run("planned twice", func(t *testing.T) {
		s, _ := run(t)
		wants(t, Write(s.Plan, s.Folder), "exists")
	})
}

// A sweep whose folder is moved while it runs ends, and its folder is not made again.
func TestMovedSweep(t *testing.T) {
	s := planned(t, strings.Replace(tiny, "steps: 60", "steps: 100000", 1), filepath.Join(t.TempDir(), "plan"))
	moved := s.Folder + "-moved"
	p := &stopAfter{left: 1, stop: func() {
		if err := os.Rename(s.Folder, moved); err != nil && !os.IsNotExist(err) {
			t.Error(err)
		}
	}}
	if _, _, err := s.Run(t.Context(), RunOptions{Workers: 2, Progress: p}); err == nil || !strings.Contains(err.Error(), "was moved or removed while the sweep ran") {
		t.Errorf("error %v", err)
	}
	if _, err := os.Lstat(s.Folder); err == nil {
		t.Error("the folder is there again")
	}
	s.Folder = moved
	if status, err := s.Status(); err != nil || status.Done == 0 {
		t.Errorf("%+v, %v", status, err)
	}
}

// TestChangedFile changes a stimulus file after it was planned.
func TestChangedFile(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "x.csv")
	write := func(v int) {
		text := ""
		for i := range 40 {
			text += fmt.Sprintf("%d,%d,%d\n", (i*7+v)%11-5, (i*5)%7-3, i%3-1)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write(0)
	s := planned(t, "experiment: {stimulus: {file: "+file+", center: true}, outputs: 1, lambda: [1]}\nseeds: 2", filepath.Join(dir, "plan"))
	if len(s.Files) != 1 || s.Files[0].SHA256 == "" {
		t.Fatalf("files %v", s.Files)
	}
	write(1)
	if _, _, err := s.Run(t.Context(), RunOptions{}); err == nil || !strings.HasPrefix(err.Error(), "2 points could not be run: ") || strings.Count(err.Error(), "x.csv was changed after the plan was frozen") != 1 {
		t.Fatalf("error %v", err)
	}
	write(0)
	if _, _, err := s.Run(t.Context(), RunOptions{}); err != nil {
		t.Fatal(err)
	}
}
