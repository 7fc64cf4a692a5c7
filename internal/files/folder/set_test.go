package folder_test

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"twophase/internal/files/folder"
)

var pictures = regexp.MustCompile(`^[a-z]+\.svg$`)

// set returns files with some content.
func set(content string, names ...string) map[string][]byte {
	files := map[string][]byte{}
	for _, name := range names {
		files[name] = []byte(content)
	}
	return files
}

// holds fails unless a folder has just these files.
func holds(t *testing.T, name string, want map[string][]byte) {
	t.Helper()
	entries, err := os.ReadDir(name)
	check(t, err)
	got := map[string][]byte{}
	for _, e := range entries {
		got[e.Name()], err = os.ReadFile(filepath.Join(name, e.Name()))
		check(t, err)
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%s holds %q, want %q", filepath.Base(name), got, want)
	}
}

// A set replaces the older one, and other files stay, be they pictures or not.
func TestWriteSet(t *testing.T) {
	name := filepath.Join(t.TempDir(), "p")
	want := map[string][]byte{}
	for i, files := range []map[string][]byte{set("1", "a.svg", "b.svg"), set("2", "a.svg", "b.svg"), set("3", "c.svg")} {
		check(t, folder.WriteSet(name, files, pictures))
		maps.Copy(want, files)
		holds(t, name, want)
		if i == 0 {
			check(t, os.Chmod(name, 0o750))
		}
		alone(t, name)
	}
	if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o750 {
		t.Errorf("its permissions are %v, %v", info.Mode(), err)
	}
	check(t, os.WriteFile(filepath.Join(name, "thesis.txt"), []byte("mine"), 0o666))
	before, err := os.Stat(name)
	check(t, err)
	files := set("4", "a.svg", "d.svg")
	check(t, folder.WriteSet(name, files, pictures))
	maps.Copy(want, files)
	want["thesis.txt"] = []byte("mine")
	holds(t, name, want)
	if after, err := os.Stat(name); err != nil || !os.SameFile(before, after) {
		t.Errorf("a folder that others use was replaced, %v", err)
	}
	alone(t, name)
	here := t.TempDir()
	t.Chdir(here)
	check(t, folder.WriteSet(".", set("5", "a.svg"), pictures))
	check(t, folder.WriteSet(".", set("6", "a.svg"), pictures))
	holds(t, ".", set("6", "a.svg"))
}

// What others put into a folder while it is replaced stays: new files and folders, and a newer version of an older
// file. Where it cannot be in the folder, it is said where it is.
func TestLateFilesStay(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("names are exchanged on Linux only")
	}
	name := filepath.Join(t.TempDir(), "p")
	check(t, folder.WriteSet(name, set("1", "a.svg", "b.svg"), pictures))
	write := func(file, text string) { check(t, os.WriteFile(filepath.Join(name, file), []byte(text), 0o666)) }
	write("mine.svg", "old")
	write("other.svg", "old")
	folder.At(t, func(where string) {
		if where == "listed" {
			write("thesis.txt", "mine")
			write("new.svg", "mine")
			check(t, os.Rename(filepath.Join(name, "new.svg"), filepath.Join(name, "mine.svg")))
			check(t, os.MkdirAll(filepath.Join(name, "late", "late"), 0o777))
		}
	})
	check(t, folder.WriteSet(name, set("2", "a.svg"), pictures))
	check(t, os.Remove(filepath.Join(name, "late", "late")))
	check(t, os.Remove(filepath.Join(name, "late")))
	want := map[string][]byte{"a.svg": []byte("2"), "b.svg": []byte("1"), "mine.svg": []byte("mine"), "other.svg": []byte("old"), "thesis.txt": []byte("mine")}
	holds(t, name, want)
	alone(t, name)
	check(t, os.Remove(filepath.Join(name, "thesis.txt")))
	folder.At(t, func(where string) {
		if where == "listed" {
			check(t, os.Remove(filepath.Join(name, "a.svg")))
			check(t, os.MkdirAll(filepath.Join(name, "a.svg"), 0o777))
			check(t, os.WriteFile(filepath.Join(name, "a.svg", "thesis.txt"), []byte("mine"), 0o666))
		}
	})
	err := folder.WriteSet(name, set("3", "a.svg"), pictures)
	if err == nil || !strings.Contains(err.Error(), "what was put into "+name+" while it was replaced is in ") {
		t.Fatalf("error %v", err)
	}
	kept, _ := filepath.Glob(filepath.Join(filepath.Dir(name), ".p.kept-*"))
	if len(kept) != 1 || !strings.Contains(err.Error(), kept[0]) {
		t.Fatalf("%v is kept, and the error is %v", kept, err)
	}
	folder.At(t, func(string) {})
	check(t, folder.WriteSet(name, set("3", "a.svg"), pictures))
	if text, _ := os.ReadFile(filepath.Join(kept[0], "a.svg", "thesis.txt")); string(text) != "mine" {
		t.Errorf("what is kept reads %q", text)
	}
}

// Sets that several processes write to one folder are all there.
func TestWriteSetsAtOnce(t *testing.T) {
	name := filepath.Join(t.TempDir(), "p")
	want := map[string][]byte{}
	var all sync.WaitGroup
	for i := range 6 {
		files := set(fmt.Sprint(i), fmt.Sprintf("%c.svg", 'a'+i), fmt.Sprintf("%c.svg", 'k'+i))
		maps.Copy(want, files)
		all.Go(func() {
			if err := folder.WriteSet(name, files, pictures); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	holds(t, name, want)
	alone(t, name)
}

// A reader sees all of the older set or all of the newer one, also of one whose process is killed.
func TestSetIsOneUnit(t *testing.T) {
	if where := os.Getenv(killed); where != "" {
		folder.At(t, func(at string) {
			if at == where {
				os.Exit(9)
			}
		})
		check(t, folder.WriteSet(os.Getenv("FOLDER_NAME"), set("new", "a.svg", "b.svg"), pictures))
		return
	}
	if runtime.GOOS != "linux" {
		t.Skip("names are exchanged on Linux only")
	}
	for _, older := range []bool{false, true} {
		name := filepath.Join(t.TempDir(), "p")
		if older {
			check(t, folder.WriteSet(name, set("old", "a.svg", "b.svg"), pictures))
		}
		command := exec.Command(os.Args[0], "-test.run", "^TestSetIsOneUnit$")
		command.Env = append(os.Environ(), killed+"=set", "FOLDER_NAME="+name)
		if out, err := command.CombinedOutput(); err == nil {
			t.Fatalf("not killed: %s", out)
		}
		if older {
			holds(t, name, set("old", "a.svg", "b.svg"))
		} else if _, err := os.Lstat(name); err == nil {
			t.Error("a folder is there")
		}
		check(t, folder.WriteSet(name, set("0", "a.svg", "b.svg"), pictures))
		alone(t, name)
	}
	name := filepath.Join(t.TempDir(), "p")
	check(t, folder.WriteSet(name, set("0", "a.svg", "b.svg"), pictures))
	done := make(chan struct{})
	var all sync.WaitGroup
	all.Go(func() {
		for {
			select {
			case <-done:
				return
			default:
			}
			dir, err := os.OpenRoot(name)
			if err != nil {
				t.Error(err)
				return
			}
			a, errA := dir.ReadFile("a.svg")
			b, errB := dir.ReadFile("b.svg")
			dir.Close()
			if errA == nil && errB == nil && !slices.Equal(a, b) { // an older folder may be gone meanwhile
				t.Errorf("a.svg is of set %s and b.svg of set %s", a, b)
			}
		}
	})
	for i := range 50 {
		check(t, folder.WriteSet(name, set(fmt.Sprint(i), "a.svg", "b.svg"), pictures))
	}
	close(done)
	all.Wait()
}
