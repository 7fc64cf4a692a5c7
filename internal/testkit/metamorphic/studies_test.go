package metamorphic

import (
	"errors"
	"testing"

	"pgregory.net/rapid"

	"twophase/internal/testkit/long"
)

// However often a run is interrupted or killed, and however it goes on, it ends with the
// bytes of one that was run at once, and is verified.
func TestStudies(t *testing.T) {
	long.Repeated(t)
	long.Draws(t, 6)
	checkStudies(t, newTester(t), 400)
}

func TestLongStudies(t *testing.T) {
	m := newTester(t)
	long.Again(t, func(t *testing.T) { checkStudies(t, m, 2000) })
}

// checkStudies checks studies with at most that many steps.
func checkStudies(t *testing.T, m *tester, steps int) {
	if err := writeStimuli(m.root); err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.Custom(func(t *rapid.T) Study { return drawStudy(t, steps, m.root) }).Draw(t, "study")
		folder, remove, err := m.folder()
		if err != nil {
			t.Fatal(err)
		}
		defer remove()
		if err := s.check(m, folder); errors.Is(err, errSkip) {
			t.Skip(err)
		} else if err != nil {
			t.Fatalf("%v\nthe study:\n%s", err, s)
		}
	})
}
