package metamorphic

import (
	"os"
	"strings"
	"testing"
)

// TestList checks the list or the study in the file that TWOPHASE_METAMORPHIC names, as
// a failure prints it.
func TestList(t *testing.T) {
	path := os.Getenv("TWOPHASE_METAMORPHIC")
	if path == "" {
		t.Skip("set TWOPHASE_METAMORPHIC to the file of a list")
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := checkText(t, string(text)); err != nil {
		t.Fatal(err)
	}
}

// checkText checks a case or a study that is given as text.
func checkText(t *testing.T, text string) error {
	t.Helper()
	m := newTester(t)
	if !strings.Contains(text, "circuits {") {
		s, err := parseStudy(text)
		if err != nil {
			return err
		}
		folder, _, err := m.folder()
		if err != nil {
			return err
		}
		if s.Fork != nil {
			return s.checkFork(m, folder)
		}
		return s.check(m, folder)
	}
	c, err := parseCase(text)
	if err != nil {
		return err
	}
	return c.check(m)
}
