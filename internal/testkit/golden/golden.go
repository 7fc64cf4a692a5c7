package golden

import (
	"bytes"
	"flag"
	"os"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files again")

// Want returns the contents of a golden file, which -update replaces by what the test has.
func Want(t testing.TB, path string, got []byte) []byte {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return want
}

// Same fails a test unless it has the bytes of a golden file.
func Same(t testing.TB, path string, got []byte) {
	t.Helper()
	if !bytes.Equal(got, Want(t, path, got)) {
		t.Errorf("%s has changed: look at what is new, and if it is right run this test with -update", path)
	}
}
