package stimulus_test

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"testing"

	"twophase/stimulus"
)

func TestImageShape(t *testing.T) {
	images := []byte{0, 0, 8, 3, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 1, 4, 9, 9}
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	if _, err := z.Write(images); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		bytes         []byte
		rows, columns int
	}{
		"images": {images, 2, 260}, "packed": {packed.Bytes(), 2, 260},
		"vectors": {[]byte{0, 0, 8, 2, 0, 0, 0, 1, 0, 0, 0, 2, 9, 9, 9, 9, 9, 9}, 0, 0},
		"short":   {images[:10], 0, 0}, "text": {[]byte("1,2\n3,4\n"), 0, 0}, "empty": {nil, 0, 0},
	} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, c.bytes, 0o666); err != nil {
			t.Fatal(err)
		}
		rows, columns, err := stimulus.ImageShape(path)
		if err != nil || rows != c.rows || columns != c.columns {
			t.Errorf("%s: %d×%d, %v", name, rows, columns, err)
		}
	}
	if _, _, err := stimulus.ImageShape(t.TempDir()); err == nil {
		t.Error("a folder has a shape")
	}
}
