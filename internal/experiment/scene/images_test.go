package scene

import (
	"os"
	"path/filepath"
	"testing"
)

// The images are found plain or compressed; where there are none, that is no error.
func TestFindImages(t *testing.T) {
	folder := t.TempDir()
	if path, err := findImages("", filepath.Join(folder, "images")); path != "" || err != nil {
		t.Errorf("found %q, error %v, in an empty folder", path, err)
	}
	packed := filepath.Join(folder, "images.gz")
	if err := os.WriteFile(packed, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if path, err := findImages("", filepath.Join(folder, "images")); path != packed || err != nil {
		t.Errorf("found %q, error %v, want %s", path, err, packed)
	}
	if _, err := findImages(filepath.Join(folder, "others"), packed); err == nil {
		t.Error("a given file that is not there is no error")
	}
}
