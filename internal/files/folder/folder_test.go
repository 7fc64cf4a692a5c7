package folder_test

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"twophase/internal/files/folder"
	"twophase/internal/testkit/testfiles"
)

func TestMain(m *testing.M) { os.Exit(testfiles.Main(m)) }

var notes = folder.Kind{
	Name:  "note",
	Files: regexp.MustCompile(`^(manifest\.json|note\.txt)$`),
	Manifest: func(manifest io.Reader) error {
		return json.NewDecoder(manifest).Decode(new(struct{}))
	},
}

func TestFreeNames(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, want := range []string{"a", "a-2", "a-3"} {
		f, err := notes.CreateFree("a", []byte("{}"))
		if err != nil || f.Name() != want {
			t.Fatalf("the free name is %v, %v, want %q", f, err, want)
		}
	}
}

// A folder appears when it is complete, and takes the place of an older one.
func TestFinish(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a")
	for _, text := range []string{"first", "second"} {
		f, err := notes.Create(name, true, []byte("{}"))
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Write("note.txt", []byte(text)); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(filepath.Join(name, "note.txt")); err == nil && string(got) == text {
			t.Error("the folder is there before it is complete")
		}
		if err := f.Finish(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(filepath.Join(name, "note.txt")); err != nil || string(got) != text {
			t.Errorf("the folder holds %q, %v", got, err)
		}
	}
	entries, err := os.ReadDir(filepath.Dir(name))
	if err != nil || len(entries) != 1 {
		t.Errorf("%v is left beside the folder, %v", entries, err)
	}
}

// What is not of this kind is not replaced.
func TestForeignFolders(t *testing.T) {
	for file, want := range map[string]string{
		"thesis.txt":    "it is not a note folder, for it has no manifest.json",
		"manifest.json": "its manifest.json is not that of a note",
	} {
		name := filepath.Join(t.TempDir(), "a")
		if err := os.Mkdir(name, 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(name, file), []byte("mine"), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := notes.Check(name, true); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("with %s: %v", file, err)
		}
	}
}

// What dies while it writes a file leaves a folder that can be replaced.
func TestKilledWhileWriting(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a")
	f, err := notes.Create(name, false, []byte("{}"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(f.Path("note.txt.partial"), []byte("no"), 0o666); err != nil {
		t.Fatal(err)
	}
	f.Leave()
	if err := notes.Check(name, true); err != nil {
		t.Error(err)
	}
	if err := os.WriteFile(f.Path("thesis.txt.partial"), []byte("mine"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := notes.Check(name, true); err == nil || !strings.Contains(err.Error(), "thesis.txt.partial") {
		t.Errorf("with a foreign file: %v", err)
	}
}

// An unfinished folder is taken up where it was left, by either name, but not while
// somebody is at work on it, and not if it is complete or another kind of folder.
func TestOpen(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a")
	refused := func(why string) {
		t.Helper()
		if _, _, err := notes.Open(name); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("opened although %s: %v", why, err)
		}
	}
	refused("there is no unfinished note folder")
	f, err := notes.Create(name, false, []byte("{}"))
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Write("note.txt", []byte("one")); err != nil {
		t.Fatal(err)
	}
	refused("is writing to")
	f.Leave()
	for _, as := range []string{name, name + ".partial"} {
		f, manifest, err := notes.Open(as)
		if err != nil || string(manifest) != "{}" || f.Name() != name {
			t.Fatalf("opened %s: %v, %q, %v", as, f, manifest, err)
		}
		if err := f.Write("note.txt", []byte(as)); err != nil {
			t.Fatal(err)
		}
		f.Leave()
	}
	f, _, err = notes.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Finish(t.Context()); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(filepath.Join(name, "note.txt")); err != nil || string(text) != name+".partial" {
		t.Errorf("the folder holds %q, %v", text, err)
	}
	refused("the note " + name + " is complete")
	if entries, _ := os.ReadDir(name); len(entries) != 3 {
		t.Errorf("the folder holds %v", entries)
	}
}

// A folder is found from within by the name that it has, and what it has on the way stays.
func TestOpenFromWithin(t *testing.T) {
	kind := notes
	kind.OnTheWay = regexp.MustCompile(`^note\.txt$`)
	name := filepath.Join(t.TempDir(), "a")
	f, err := kind.Create(name, false, []byte("{}"))
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(f.Write("note.txt", []byte("one")), f.Leave()); err != nil {
		t.Fatal(err)
	}
	t.Chdir(name + ".partial")
	if f, _, err = kind.Open("."); err != nil || filepath.Base(f.Name()) != "a" {
		t.Fatalf("opened %v from within: %v", f, err)
	}
	if err := errors.Join(f.Leave(), os.Rename(name+".partial", name)); err != nil {
		t.Fatal(err)
	}
	if _, _, err := kind.Open(name); err == nil || !strings.Contains(err.Error(), "is unfinished: rename it") {
		t.Errorf("an unfinished folder with another name: %v", err)
	}
	if err := os.Remove(filepath.Join(name, folder.SumsName)); err != nil {
		t.Fatal(err)
	}
	if _, _, err := kind.Open(name); err == nil { // nothing says that it is complete
		t.Error("opened")
	}
	if _, err := os.Stat(filepath.Join(name, "note.txt")); err != nil {
		t.Error(err)
	}
}

// A folder of folders is replaced only if all of them are of their kinds.
func TestFoldersWithin(t *testing.T) {
	books := folder.Kind{Name: "book", Files: notes.Files, Manifest: notes.Manifest, Within: &notes}
	name := filepath.Join(t.TempDir(), "a")
	f, err := books.Create(name, false, []byte("{}"))
	if err != nil {
		t.Fatal(err)
	}
	within, err := notes.Create(f.Path("chapter"), false, []byte("{}"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range []*folder.Folder{within, f} {
		if err := f.Finish(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if err := books.Check(name, true); err != nil {
		t.Errorf("not replaceable: %v", err)
	}
	if err := notes.Check(name, true); err == nil {
		t.Error("a note with a folder in it is replaceable")
	}
	if err := os.WriteFile(filepath.Join(name, "chapter", "thesis.txt"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := books.Check(name, true); err == nil || !strings.Contains(err.Error(), "thesis.txt") {
		t.Errorf("a book with a thesis in it: %v", err)
	}
}

// A process that was killed before its manifest was whole has left nothing to open,
// and nothing that cannot be replaced.
func TestKilledBeforeTheManifest(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a")
	check(t, os.Mkdir(name+".partial", 0o777))
	if _, _, err := notes.Open(name); err == nil || !strings.Contains(err.Error(), "is not a note folder") {
		t.Errorf("opened with error %v", err)
	}
	check(t, notes.Check(name, true))
	check(t, begun(t, name, "first").Finish(t.Context()))
	alone(t, name)
}

// An unfinished folder is not opened while something else has its name.
func TestNameTakenMeanwhile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a")
	f, err := notes.Create(name, false, []byte("{}"))
	if err != nil {
		t.Fatal(err)
	}
	f.Leave()
	if err := os.Mkdir(name, 0o777); err != nil {
		t.Fatal(err)
	}
	mine := filepath.Join(name, "mine")
	if err := os.WriteFile(mine, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, _, err := notes.Open(name); err == nil || !strings.Contains(err.Error(), "move that out of the way") {
		t.Fatalf("opened with error %v", err)
	}
	if err := os.Remove(mine); err != nil {
		t.Fatal(err)
	}
	if f, _, err = notes.Open(name); err != nil {
		t.Fatal(err)
	}
	if err := f.Finish(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// What cannot be replaced stays, and nothing is left beside it.
func TestFailedReplacement(t *testing.T) {
	f, err := notes.Create(filepath.Join(t.TempDir(), "a"), false, []byte("{}"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Discard()
	if err := os.MkdirAll(f.Path("note.txt/within"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := f.Write("note.txt", []byte("text")); err == nil {
		t.Fatal("a folder was replaced by a file")
	}
	if _, err := os.Lstat(f.Path("note.txt.partial")); !os.IsNotExist(err) {
		t.Errorf("note.txt.partial is left: %v", err)
	}
}
