package folder_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"twophase/internal/files/folder"
	"twophase/internal/testkit/long"
)

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// begun returns a folder with a note in it.
func begun(t *testing.T, name, note string) *folder.Folder {
	t.Helper()
	f, err := notes.Create(name, true, []byte("{}"))
	check(t, err)
	check(t, f.Write("note.txt", []byte(note)))
	return f
}

// noteIn returns the note in a folder.
func noteIn(name string) string {
	text, err := os.ReadFile(filepath.Join(name, "note.txt"))
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// alone reports an error unless a folder is all that there is beside it.
func alone(t *testing.T, name string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(name))
	if err != nil || len(entries) != 1 || entries[0].Name() != filepath.Base(name) {
		t.Errorf("%v is there, want %s alone; %v", entries, filepath.Base(name), err)
	}
}

// While a folder takes its final name no other process can begin one in its place: the other's
// would be renamed.
func TestNoFolderBeginsDuringFinish(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a")
	check(t, begun(t, name, "older").Finish(t.Context()))
	f := begun(t, name, "first")
	tried := false
	folder.At(t, func(where string) {
		if where != "finish" || tried {
			return
		}
		tried = true
		if _, err := notes.Create(name, true, []byte("{}")); err == nil || !strings.Contains(err.Error(), "is writing to it") {
			t.Errorf("another folder was begun with error %v", err)
		}
		if _, _, err := notes.Open(name); err == nil || !strings.Contains(err.Error(), "is writing to") {
			t.Errorf("the folder was opened with error %v", err)
		}
	})
	check(t, f.Finish(t.Context()))
	if !tried || noteIn(name) != "first" {
		t.Errorf("the folder holds %q; was it tried to replace it? %v", noteIn(name), tried)
	}
	alone(t, name)
}

// A process that replaces a folder has locked it, so that no other opens it meanwhile.
func TestFolderIsLockedWhileItIsReplaced(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a")
	begun(t, name, "older").Leave()
	tried := false
	folder.At(t, func(where string) {
		if where != "exchange" || tried {
			return
		}
		tried = true
		if _, _, err := notes.Open(name); err == nil || !strings.Contains(err.Error(), "is writing to") {
			t.Errorf("the folder was opened with error %v", err)
		}
	})
	check(t, begun(t, name, "first").Finish(t.Context()))
	if !tried || noteIn(name) != "first" {
		t.Errorf("the folder holds %q; was it tried to open it? %v", noteIn(name), tried)
	}
	alone(t, name)
}

// The lock of a folder that was renamed since is not that of the folder of that name.
func TestFinishedBeforeTheLock(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a")
	f := begun(t, name, "first")
	finished := false
	folder.At(t, func(where string) {
		if where == "hold" && !finished {
			finished = true
			check(t, f.Finish(t.Context()))
		}
	})
	if _, _, err := notes.Open(name); err == nil || !strings.Contains(err.Error(), "is writing to") {
		t.Errorf("the folder was opened with error %v", err)
	}
	if _, _, err := notes.Open(name); !errors.Is(err, folder.ErrComplete) {
		t.Errorf("the folder was opened with error %v", err)
	}
	if noteIn(name) != "first" {
		t.Errorf("the folder holds %q", noteIn(name))
	}
	alone(t, name)
}

// What appears under the final name meanwhile is not replaced unless that was asked for.
func TestAppearedMeanwhile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a")
	f, err := notes.Create(name, false, []byte("{}"))
	check(t, err)
	check(t, os.Mkdir(name, 0o777))
	check(t, os.WriteFile(filepath.Join(name, "thesis.txt"), []byte("mine"), 0o666))
	if err := f.Finish(t.Context()); err == nil || !strings.Contains(err.Error(), "has appeared meanwhile") {
		t.Errorf("finished with error %v", err)
	}
	check(t, f.Leave())
	_, _, err = notes.Open(name)
	if err == nil || !strings.Contains(err.Error(), "thesis.txt") && !strings.Contains(err.Error(), "no manifest.json") {
		t.Errorf("opened with error %v", err)
	}
	f = begun(t, name+"2", "text")
	check(t, os.Mkdir(name+"2", 0o777))
	check(t, os.WriteFile(filepath.Join(name+"2", "thesis.txt"), []byte("mine"), 0o666))
	if err := f.Finish(t.Context()); err == nil {
		t.Error("a thesis was replaced")
	}
	check(t, f.Discard())
	for _, n := range []string{name, name + "2"} {
		if text, _ := os.ReadFile(filepath.Join(n, "thesis.txt")); string(text) != "mine" {
			t.Errorf("%s: the thesis reads %q", n, text)
		}
	}
}

// Whatever processes do at the same time, and wherever they are delayed, whoever is given
// a folder has it alone, and what was finished last is there.
func TestManyProcesses(t *testing.T) {
	long.Draws(t, 30)
	root := t.TempDir()
	rapid.Check(t, func(rt *rapid.T) {
		seed := rapid.Uint64().Draw(rt, "seed")
		doing := rapid.SliceOfN(rapid.SliceOfN(rapid.SampledFrom([]string{"force", "free", "open", "leave", "discard"}), 1, 4), 2, 4).Draw(rt, "what processes do")
		parent, err := os.MkdirTemp(root, "")
		if err != nil {
			rt.Fatal(err)
		}
		defer os.RemoveAll(parent)
		name := filepath.Join(parent, "a")
		var mu sync.Mutex
		random := rand.New(rand.NewPCG(seed, 0))
		last := ""
		folder.At(t, func(where string) {
			mu.Lock()
			if where == "finished" { // still locked
				if note := noteIn(name); !strings.Contains(note, "no such") {
					last = note
				}
			}
			wait := time.Duration(random.IntN(300)) * time.Microsecond
			mu.Unlock()
			time.Sleep(wait)
		})
		var group sync.WaitGroup
		finished := map[string]string{} // notes by folder, of those with a name of their own
		for p, actions := range doing {
			group.Go(func() {
				for i, action := range actions {
					note := fmt.Sprint(p, " ", i)
					var f *folder.Folder
					var err error
					switch action {
					case "free":
						f, err = notes.CreateFree(filepath.Join(parent, "free"), []byte("{}"))
					case "open":
						f, _, err = notes.Open(name)
					default:
						f, err = notes.Create(name, true, []byte("{}"))
					}
					if err != nil {
						if action == "free" {
							rt.Errorf("%s: %v", action, err)
						}
						continue // another process has it
					}
					if err := f.Write("note.txt", []byte(note)); err != nil {
						rt.Errorf("%s: %v", action, err)
					}
					time.Sleep(time.Millisecond)
					if got := noteIn(f.Work()); got != note {
						rt.Errorf("%s: the note %q is %q: two processes have one folder", action, note, got)
					}
					switch action {
					case "leave":
						err = f.Leave()
					case "discard":
						err = f.Discard()
					default:
						err = f.Finish(t.Context())
					}
					if err != nil {
						rt.Errorf("%s: %v", action, err)
					}
					if action == "free" {
						mu.Lock()
						finished[f.Name()] = note
						mu.Unlock()
					}
				}
			})
		}
		group.Wait()
		if err := notes.Check(name, true); err != nil {
			rt.Error(err)
		}
		if last != "" && noteIn(name) != last {
			rt.Errorf("the folder holds %q, and the last that was finished is %q", noteIn(name), last)
		}
		for free, note := range finished {
			if noteIn(free) != note {
				rt.Errorf("%s holds %q, want %q", free, noteIn(free), note)
			}
		}
		entries, err := os.ReadDir(parent)
		if err != nil {
			rt.Fatal(err)
		}
		for _, e := range entries {
			if strings.HasPrefix(e.Name(), ".") {
				rt.Errorf("%s is left", e.Name())
			}
		}
	})
}

// killed is the variable that has this test program begin, fill and finish a folder, and
// die on the way.
const killed = "FOLDER_KILLED"

// A process that is killed anywhere leaves the older folder or the new one, and what it
// leaves under hidden names is cleared by the next one. Where names are exchanged, one of the two has the name
// at once, without the next one.
func TestKilledAnywhere(t *testing.T) {
	if where := os.Getenv(killed); where != "" {
		if os.Getenv("FOLDER_EXCHANGE") == "" {
			folder.WithoutExchange(t)
		}
		folder.At(t, func(at string) {
			if at == where {
				os.Exit(9)
			}
		})
		f := begun(t, os.Getenv("FOLDER_NAME"), "new")
		check(t, f.Finish(t.Context()))
		return
	}
	for where, whole := range map[string]string{
		"begin": "old", "create": "old", "hold": "old", "exchange": "old", "exchanged": "new", "put aside": "old", "finish": "old", "finished": "new", "nowhere": "new",
	} {
		for i := range 4 {
			unfinished, exchanges := i%2 == 0, i < 2 && runtime.GOOS == "linux"
			if where == "put aside" && exchanges || where == "exchanged" && !exchanges {
				continue
			}
			name := filepath.Join(t.TempDir(), "a")
			check(t, begun(t, name, "old").Finish(t.Context()))
			if unfinished {
				check(t, begun(t, name, "unfinished").Leave())
			}
			command := exec.Command(os.Args[0], "-test.run", "^TestKilledAnywhere$")
			command.Env = append(os.Environ(), killed+"="+where, "FOLDER_NAME="+name)
			want := whole
			if exchanges {
				command.Env = append(command.Env, "FOLDER_EXCHANGE=1")
			}
			if unfinished && where == "exchanged" { // that of the work folders comes first
				want = "old"
			}
			out, err := command.CombinedOutput()
			if (err == nil) != (where == "nowhere") {
				t.Fatalf("killed at %q: %v, %s", where, err, out)
			}
			if got := noteIn(name); got != want && exchanges {
				t.Errorf("killed at %q: the folder holds %q at once, want %q", where, got, want)
			}
			check(t, notes.Check(name, true))
			if got := noteIn(name); got != want {
				t.Errorf("killed at %q: the folder holds %q, want %q", where, got, want)
			}
			if left := noteIn(name + ".partial"); left == "old" {
				t.Errorf("killed at %q: the older folder is there as an unfinished one", where)
			}
			entries, err := os.ReadDir(filepath.Dir(name))
			check(t, err)
			for _, e := range entries {
				if strings.HasPrefix(e.Name(), ".") {
					t.Errorf("killed at %q: %s is left", where, e.Name())
				}
			}
			check(t, begun(t, name, "again").Finish(t.Context()))
			alone(t, name)
			if entries, err := os.ReadDir(name); err != nil || len(entries) != 3 {
				t.Errorf("killed at %q: %v is in the folder, %v", where, entries, err)
			}
		}
	}
}

// Where files cannot be locked, what a killed process has replaced is not cleared. It is not taken up either.
func TestReplacedFolderIsNotOpened(t *testing.T) {
	folder.WithoutLocks(t)
	name := filepath.Join(t.TempDir(), "a")
	check(t, begun(t, name, "old").Finish(t.Context()))
	f := begun(t, name, "new")
	folder.At(t, func(where string) {
		if where == "exchanged" {
			panic(where)
		}
	})
	func() {
		defer func() {
			if recover() == nil && runtime.GOOS == "linux" {
				t.Error("names were not exchanged")
			}
		}()
		check(t, f.Finish(t.Context()))
	}()
	if runtime.GOOS != "linux" {
		return
	}
	if _, _, err := notes.Open(name); err == nil || !strings.Contains(err.Error(), "was replaced by") {
		t.Errorf("opened with error %v", err)
	}
	if noteIn(name) != "new" || noteIn(name+".partial") != "old" {
		t.Errorf("the folders hold %q and %q", noteIn(name), noteIn(name+".partial"))
	}
}

// A folder that is replaced again and again is there all the time.
func TestReplacedFolderIsAlwaysThere(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("names are exchanged on Linux only")
	}
	name := filepath.Join(t.TempDir(), "a")
	check(t, begun(t, name, "0").Finish(t.Context()))
	done, looked := make(chan struct{}), make(chan int)
	go func() {
		for n := 0; ; n++ {
			if _, err := os.Stat(filepath.Join(name, "note.txt")); err != nil {
				t.Error(err)
			}
			select {
			case <-done:
				looked <- n
				return
			default:
			}
		}
	}()
	for i := range 50 {
		check(t, begun(t, name, fmt.Sprint(i)).Finish(t.Context()))
	}
	close(done)
	t.Logf("looked %d times", <-looked)
}

// What was moved or removed while it was written is neither continued nor removed under its old name, which may be
// that of another folder.
func TestMovedMeanwhile(t *testing.T) {
	for _, another := range []bool{false, true} {
		name := filepath.Join(t.TempDir(), "a")
		f := begun(t, name, "first")
		check(t, os.Rename(f.Work(), name+"-moved"))
		if another {
			check(t, begun(t, name, "second").Leave())
		}
		for _, err := range []error{f.Write("note.txt", []byte("no")), f.Finish(t.Context())} {
			if err == nil || !strings.Contains(err.Error(), "a.partial was moved or removed while it was being written") {
				t.Errorf("error %v", err)
			}
		}
		check(t, f.Discard())
		if got := noteIn(name + "-moved"); got != "first" {
			t.Errorf("the folder that was moved holds %q", got)
		}
		if got := noteIn(name + ".partial"); another && got != "second" || !another && !strings.Contains(got, "no such file") {
			t.Errorf("another folder there: %v; it holds %q", another, got)
		}
		if _, err := os.Lstat(name); err == nil {
			t.Error("a folder was finished that is not there")
		}
	}
}

// A link to an unfinished folder is not finished: the folder would keep its name, and the link would be renamed.
func TestLinkedFolder(t *testing.T) {
	parent := t.TempDir()
	there, link := filepath.Join(parent, "there"), filepath.Join(parent, "link")
	check(t, begun(t, there, "first").Leave())
	check(t, os.Symlink(there+".partial", link+".partial"))
	if _, _, err := notes.Open(link); err == nil || !strings.Contains(err.Error(), "is a link to "+there+".partial") {
		t.Errorf("error %v", err)
	}
	t.Chdir(link + ".partial")
	t.Setenv("PWD", link+".partial") // as a shell has it
	f, _, err := notes.Open(".")
	check(t, err)
	check(t, f.Finish(t.Context()))
	if noteIn(there) != "first" {
		t.Errorf("%s holds %q", there, noteIn(there))
	}
}

// What is done after a folder has its name does not make it fail: the older one was removed by somebody else, or
// cannot be removed.
func TestTidyingDoesNotFail(t *testing.T) {
	var said string
	folder.Note = func(text string) { said = text }
	defer func() { folder.Note = func(string) {} }()
	for i, where := range []string{"exchanged", "finished"} {
		name := filepath.Join(t.TempDir(), "a")
		check(t, begun(t, name, "older").Finish(t.Context()))
		f := begun(t, name, "newer")
		folder.At(t, func(at string) {
			switch {
			case at == "exchanged" && at == where:
				check(t, os.RemoveAll(name+".partial"))
			case at == where:
				check(t, os.Remove(filepath.Join(name, "replacing")))
				check(t, os.MkdirAll(filepath.Join(name, "replacing", "mine"), 0o777))
			}
		})
		check(t, f.Finish(t.Context()))
		if noteIn(name) != "newer" || strings.Contains(said, "is complete; what it no longer needs could not be removed") != (i == 1) {
			t.Errorf("%s: the folder holds %q, and it was said %q", where, noteIn(name), said)
		}
		alone(t, name)
	}
}

// A folder that a live process has under a hidden name stays.
func TestHeldLeftovers(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a")
	s, err := folder.NewScratch(name)
	check(t, err)
	check(t, begun(t, name, "first").Finish(t.Context()))
	other, err := folder.NewScratch(name)
	check(t, err)
	for _, s := range []*folder.Scratch{s, other} {
		if _, err := os.Stat(s.Path); err != nil {
			t.Errorf("a scratch folder was removed while it was used: %v", err)
		}
		check(t, s.Remove())
	}
	alone(t, name)
	dead := filepath.Join(filepath.Dir(name), ".a.scratch-0123")
	check(t, os.MkdirAll(filepath.Join(dead, "replay.partial"), 0o777))
	check(t, os.WriteFile(filepath.Join(dead, "lock"), nil, 0o666))
	s, err = folder.NewScratch(name)
	check(t, err)
	check(t, s.Remove())
	alone(t, name)
}

// Where files cannot be locked, folders are written with a note.
func TestWithoutLocks(t *testing.T) {
	folder.WithoutLocks(t)
	var said bytes.Buffer
	folder.Note = func(text string) { said.WriteString(text + "\n") }
	defer func() { folder.Note = func(string) {} }()
	name := filepath.Join(t.TempDir(), "a")
	check(t, begun(t, name, "first").Finish(t.Context()))
	check(t, begun(t, name, "second").Leave())
	f, _, err := notes.Open(name)
	check(t, err)
	check(t, f.Finish(t.Context()))
	if noteIn(name) != "second" {
		t.Errorf("the folder holds %q", noteIn(name))
	}
	check(t, begun(t, name, "third").Discard())
	if n := strings.Count(said.String(), "cannot be locked"); n != 1 {
		t.Errorf("it was said %d times that files cannot be locked:\n%s", n, said.String())
	}
	alone(t, name)
}
