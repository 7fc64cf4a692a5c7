package durable

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// holds reports an error unless a folder holds files of these names, sorted, and no others.
func holds(t *testing.T, folder string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	check(t, err)
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%s holds %v, want %v", folder, got, want)
	}
}

// A file is not there before it is committed, and the older one is until then.
func TestCommit(t *testing.T) {
	for name, create := range map[string]func(string) (*File, error){
		"owned":  CreateOwned,
		"shared": func(path string) (*File, error) { return Create(path, 0o666) },
	} {
		path := filepath.Join(t.TempDir(), "a.txt")
		for i, text := range []string{"first", "second"} {
			f, err := create(path)
			check(t, err)
			_, err = f.WriteString(text)
			check(t, err)
			if before, err := os.ReadFile(path); i == 0 && !errors.Is(err, fs.ErrNotExist) || i == 1 && string(before) != "first" {
				t.Errorf("%s: before the commit of %s there is %q, %v", name, text, before, err)
			}
			check(t, f.Commit())
			if after, err := os.ReadFile(path); string(after) != text {
				t.Errorf("%s: after the commit of %s there is %q, %v", name, text, after, err)
			}
		}
		f, err := create(path)
		check(t, err)
		check(t, f.Discard())
		holds(t, filepath.Dir(path), "a.txt")
	}
}

// Of several files none is in its place before all can be.
func TestCommitTogether(t *testing.T) {
	folder := t.TempDir()
	var files []*File
	for _, name := range []string{"a", "b"} {
		f, err := Create(filepath.Join(folder, name), 0o666)
		check(t, err)
		files = append(files, f)
	}
	files[1].File.Close() // a sync now fails
	if err := Commit(files...); err == nil {
		t.Fatal("a file that cannot be synced was committed")
	}
	for _, f := range files {
		check(t, f.Discard())
	}
	holds(t, folder)
}

// An interrupted file goes on where it was left.
func TestReopen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	f, err := CreateOwned(path)
	check(t, err)
	f.WriteString("one ")
	check(t, f.Leave())
	f, err = Reopen(path)
	check(t, err)
	f.Seek(0, 2)
	f.WriteString("two")
	check(t, f.Commit())
	if text, _ := os.ReadFile(path); string(text) != "one two" {
		t.Errorf("the file holds %q", text)
	}
}

// A new file never takes the place of another, even of one that appears meanwhile.
func TestWriteNew(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	check(t, WriteNew(path, []byte("mine"), 0o666))
	if canLock { // what a process left that died is cleared although the name is taken
		check(t, os.WriteFile(filepath.Join(filepath.Dir(path), ".a.0123456789ab.partial"), nil, 0o666))
	}
	if err := WriteNew(path, []byte("yours"), 0o666); !errors.Is(err, fs.ErrExist) {
		t.Errorf("written over with error %v", err)
	}
	aside := path + "-aside"
	check(t, os.WriteFile(aside, []byte("yours"), 0o666))
	if err := moveNew(aside, path); !errors.Is(err, fs.ErrExist) {
		t.Errorf("moved with error %v", err)
	}
	if text, _ := os.ReadFile(path); string(text) != "mine" {
		t.Errorf("the file holds %q", text)
	}
	check(t, os.Remove(aside))
	holds(t, filepath.Dir(path), "a")
}

// What is not a file is not replaced, and nothing is left beside it.
func TestNotAFile(t *testing.T) {
	folder := t.TempDir()
	check(t, os.Mkdir(filepath.Join(folder, "a"), 0o777))
	for _, path := range []string{filepath.Join(folder, "a"), os.DevNull} {
		if err := Write(path, []byte("text"), 0o666); err == nil || !strings.Contains(err.Error(), "is not a file") {
			t.Errorf("%s was written with error %v", path, err)
		}
	}
	if err := WriteOwned(filepath.Join(folder, "a"), nil); err == nil {
		t.Error("a folder was replaced by a file")
	}
	holds(t, folder, "a")
}

// What a killed process leaves is removed by the next one that writes the same file; what
// a process is writing is not, and neither are files of other names.
func TestLeftovers(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "a.txt")
	foreign := []string{".a.txt.notes.partial", ".b.txt.0123456789ab.partial", "a.txt.0123456789ab.partial"}
	for _, name := range append(foreign, ".a.txt.0123456789ab.partial") {
		check(t, os.WriteFile(filepath.Join(folder, name), nil, 0o666))
	}
	first, err := Create(path, 0o666)
	check(t, err)
	check(t, Write(path, []byte("second"), 0o666))
	first.WriteString("first")
	check(t, first.Commit())
	if text, _ := os.ReadFile(path); string(text) != "first" {
		t.Errorf("the file holds %q", text)
	}
	if canLock {
		holds(t, folder, foreign[0], foreign[1], "a.txt", foreign[2])
	}
}

// Many processes may write one file at a time: each of them does, and nothing is left.
func TestManyWriters(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			for range 10 {
				if err := Write(path, []byte(strings.Repeat(fmt.Sprint(i), 1000)), 0o666); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	text, err := os.ReadFile(path)
	check(t, err)
	if string(text) != strings.Repeat(string(text[:1]), 1000) {
		t.Errorf("the file holds %q", text)
	}
	holds(t, filepath.Dir(path), "a")
}

func TestFolders(t *testing.T) {
	folder := t.TempDir()
	deep := filepath.Join(folder, "a", "b", "c")
	check(t, MkdirAll(deep))
	check(t, MkdirAll(deep))
	check(t, Rename(deep, filepath.Join(folder, "c")))
	holds(t, folder, "a", "c")
	check(t, Write(filepath.Join(folder, "file"), nil, 0o666))
	if err := MkdirAll(filepath.Join(folder, "file", "x")); err == nil {
		t.Error("a folder was made in a file")
	}
	if err := Sync(filepath.Join(folder, "none")); err == nil {
		t.Error("a folder was synced that is not there")
	}
}

// Where files cannot be locked, files are written all the same, and what may be somebody's
// is not removed.
func TestWithoutLocks(t *testing.T) {
	withoutLocks(t)
	folder := t.TempDir()
	first, err := Create(filepath.Join(folder, "a"), 0o666)
	check(t, err)
	check(t, Write(filepath.Join(folder, "a"), []byte("second"), 0o666))
	check(t, first.Commit())
	holds(t, folder, "a")
}

// Of files that are written together none appears before all are complete, and older ones are replaced.
func TestWriteAll(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "a", "b")
	for _, text := range []string{"first", "second"} {
		check(t, WriteAll(folder, map[string][]byte{"x": []byte(text), "y": []byte(text)}))
		for _, name := range []string{"x", "y"} {
			if got, err := os.ReadFile(filepath.Join(folder, name)); string(got) != text {
				t.Errorf("%s holds %q, %v", name, got, err)
			}
		}
	}
	check(t, os.Mkdir(filepath.Join(folder, "z"), 0o777))
	if err := WriteAll(folder, map[string][]byte{"x": nil, "y": nil, "z": nil}); err == nil {
		t.Error("a file took the place of a folder")
	}
	if got, err := os.ReadFile(filepath.Join(folder, "x")); string(got) != "second" {
		t.Errorf("x holds %q, %v", got, err)
	}
	holds(t, folder, "x", "y", "z")
}
