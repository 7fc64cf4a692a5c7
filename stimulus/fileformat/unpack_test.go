package fileformat

import (
	"errors"
	"strings"
	"testing"

	"twophase/internal/testkit/testfiles"
)

// fullDisk refuses to be written to.
type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

func TestFullDisk(t *testing.T) {
	f, err := Open(testfiles.Write(t, "a.csv", []byte("0,1\n2,3\n")), Layout{})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := Unpack(fullDisk{}, f); err == nil || !strings.Contains(err.Error(), "choose another directory for it, or do not shuffle): no space left") {
		t.Errorf("error %v does not say what to do", err)
	}
}

// TestImagesAreSpooledAsBytes: a packed file of images takes a byte a pixel.
func TestImagesAreSpooledAsBytes(t *testing.T) {
	f, err := Open(testfiles.Write(t, "a.gz", testfiles.Gzip(testfiles.IDX(8, []byte{1, 2, 3, 4}, 2, 2))), Layout{})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out strings.Builder
	if _, err := Unpack(&out, f); err != nil || out.String() != "\x01\x02\x03\x04" {
		t.Errorf("%q %v", out.String(), err)
	}
}
