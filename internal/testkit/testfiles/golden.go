package testfiles

import (
	"bytes"
	"flag"
	"os"
	"strings"
	"testing"
)

// Update is set where a test is to write again what it compares with.
var Update = flag.Bool("update", false, "write the golden files again")

// Want returns the contents of a golden file, which -update replaces by what the test has.
func Want(t testing.TB, path string, got []byte) []byte {
	t.Helper()
	if *Update {
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

// Sections fails a test unless a golden file is those sections in their order, where some may be missing: what is new
// since the file was written passes. With all set none may be missing.
func Sections(t testing.TB, path string, sections []string, all bool) {
	t.Helper()
	rest := string(Want(t, path, []byte(strings.Join(sections, ""))))
	for _, s := range sections {
		after, found := strings.CutPrefix(rest, s)
		if rest = after; !found && all {
			t.Errorf("%s has not, in its place:\n%s\nIf it is right run this test with -update", path, s)
		}
	}
	if rest != "" {
		t.Errorf("%s has changed: look at what is new, and if it is right run this test with -update. It says from here on something else:\n%.300s", path, rest)
	}
}
