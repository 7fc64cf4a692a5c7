package folder_test

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"twophase/internal/folder"
)

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
		if err := f.Finish(); err != nil {
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
