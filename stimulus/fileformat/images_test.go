package fileformat_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"twophase/stimulus/fileformat"
)

// The stimuli are images where the file is an array of three dimensions.
func TestImage(t *testing.T) {
	images := []byte{0, 0, 8, 3, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 9, 9, 9, 9, 9, 9}
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	if _, err := z.Write(images); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	array := func(shape string) []byte {
		header := fmt.Sprintf("{'descr': '|u1', 'fortran_order': False, 'shape': %s, }", shape)
		return append([]byte("\x93NUMPY\x01\x00"+string([]byte{byte(len(header) + 1), 0})+header+"\n"), 9, 9, 9, 9, 9, 9)
	}
	for name, c := range map[string]struct {
		bytes         []byte
		rows, columns int
	}{
		"images": {images, 2, 3}, "packed.gz": {packed.Bytes(), 2, 3}, "three.npy": {array("(1, 2, 3)"), 2, 3},
		"vectors":  {[]byte{0, 0, 8, 2, 0, 0, 0, 1, 0, 0, 0, 6, 9, 9, 9, 9, 9, 9}, 0, 0},
		"text.csv": {[]byte("1,2\n3,4\n"), 0, 0}, "two.npy": {array("(2, 3)"), 0, 0},
	} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, c.bytes, 0o666); err != nil {
			t.Fatal(err)
		}
		f, err := fileformat.Open(path, fileformat.Layout{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if rows, columns := f.Image(); rows != c.rows || columns != c.columns {
			t.Errorf("%s: %d×%d", name, rows, columns)
		}
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}
}
