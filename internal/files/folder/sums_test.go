package folder_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"twophase/internal/files/folder"
)

// finishedBook returns a folder with two folders in it, one finished, one sealed.
func finishedBook(t *testing.T) (folder.Kind, string) {
	t.Helper()
	books := folder.Kind{Name: "book", Files: notes.Files, Manifest: notes.Manifest, Within: &notes}
	name := filepath.Join(t.TempDir(), "a")
	f, err := books.Create(name, false, []byte("{}"))
	check(t, err)
	check(t, f.Write("note.txt", []byte("of the book")))
	check(t, begun(t, f.Path("one"), "first").Finish(t.Context()))
	two := begun(t, f.Path("two"), "second")
	check(t, two.Seal(t.Context()))
	check(t, two.Leave())
	check(t, f.Finish(t.Context()))
	return books, name
}

// The checksums are those that sha256sum finds.
func TestSha256sum(t *testing.T) {
	tool, err := exec.LookPath("sha256sum")
	if err != nil {
		t.Skip("sha256sum is not installed")
	}
	_, name := finishedBook(t)
	command := exec.Command(tool, "-c", "--strict", folder.SumsName)
	command.Dir = name
	out, err := command.CombinedOutput()
	want := "manifest.json: OK\nnote.txt: OK\none/SHA256SUMS: OK\ntwo.partial/SHA256SUMS: OK\n"
	if err != nil || string(out) != want {
		t.Errorf("sha256sum says %v, %s, want %s", err, out, want)
	}
}

// Every byte of every file counts.
func TestFlippedBits(t *testing.T) {
	books, name := finishedBook(t)
	whole := func(kind folder.Kind, dir string) error {
		wrong, err := kind.Damaged(t.Context(), dir)
		for _, e := range wrong {
			err = errors.Join(err, e)
		}
		return err
	}
	for _, dir := range []struct {
		kind folder.Kind
		name string
	}{{books, name}, {notes, filepath.Join(name, "one")}, {notes, filepath.Join(name, "two.partial")}} {
		check(t, whole(dir.kind, dir.name))
		for _, file := range []string{"manifest.json", "note.txt", folder.SumsName} {
			path := filepath.Join(dir.name, file)
			text, err := os.ReadFile(path)
			check(t, err)
			for i := range text {
				bit := 8*i + 5*i%8 // one of each byte, not always the same
				flipped := []byte(string(text))
				flipped[bit/8] ^= 1 << (bit % 8)
				check(t, os.WriteFile(path, flipped, 0o666))
				err := whole(dir.kind, dir.name)
				if !errors.Is(err, folder.ErrDamaged) || !strings.Contains(err.Error(), path) {
					t.Fatalf("bit %d of %s is another, with error %v", bit, path, err)
				}
				if _, err := dir.kind.Read(dir.name); file != "note.txt" && err == nil {
					t.Fatalf("the manifest was read although bit %d of %s is another", bit, path)
				}
			}
			check(t, os.WriteFile(path, text, 0o666))
		}
		note := filepath.Join(dir.name, "note.txt")
		check(t, os.Rename(note, note+"2"))
		if err := whole(dir.kind, dir.name); err == nil || !strings.Contains(err.Error(), "note.txt is missing") {
			t.Errorf("a file is missing with error %v", err)
		}
		check(t, os.Rename(note+"2", note))
	}
	check(t, whole(books, name))
}

// Nothing can be added to a complete folder that is read as its own.
func TestUnlistedFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a")
	f, err := notes.Create(name, false, []byte("{}"))
	check(t, err)
	check(t, f.Finish(t.Context()))
	check(t, os.WriteFile(filepath.Join(name, "note.txt"), []byte("mine"), 0o666))
	wrong, err := notes.Damaged(t.Context(), name)
	if err != nil || len(wrong) != 1 || !strings.Contains(fmt.Sprint(wrong["note.txt"]), "is not listed") {
		t.Errorf("a file was added, with %v, %v", wrong, err)
	}
	s, err := folder.ReadSums(name)
	check(t, err)
	if _, err := s.Read("note.txt", 100); !errors.Is(err, folder.ErrDamaged) {
		t.Errorf("a file that was added was read with error %v", err)
	}
}

// The manifest of an unfinished folder is checked as well; what was written by an earlier
// version is read with a note.
func TestUnfinishedSums(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a")
	begun(t, name, "text").Leave()
	path := filepath.Join(name+".partial", "manifest.json")
	check(t, os.WriteFile(path, []byte("{ }"), 0o666))
	if _, _, err := notes.Open(name); !errors.Is(err, folder.ErrDamaged) || !strings.Contains(err.Error(), path) {
		t.Errorf("opened with error %v", err)
	}
	check(t, os.Remove(filepath.Join(name+".partial", folder.SumsName)))
	said := ""
	folder.Note = func(text string) { said += text }
	defer func() { folder.Note = func(string) {} }()
	f, _, err := notes.Open(name)
	check(t, err)
	if !strings.Contains(said, name+".partial has no SHA256SUMS") {
		t.Errorf("it was said: %s", said)
	}
	check(t, f.Finish(t.Context()))
	wrong, err := notes.Damaged(t.Context(), name)
	if err != nil || len(wrong) > 0 {
		t.Errorf("%v is wrong, %v", wrong, err)
	}
}
