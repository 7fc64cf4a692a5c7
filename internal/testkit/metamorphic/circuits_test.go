package metamorphic

import (
	"testing"

	"pgregory.net/rapid"

	"twophase/internal/testkit/long"
)

// However circuits are executed, whatever happens to them leaves the same bytes.
func TestCircuits(t *testing.T) {
	long.Repeated(t)
	long.Draws(t, 25)
	checkCircuits(t, newTester(t))
}

func TestLongCircuits(t *testing.T) {
	m := newTester(t)
	long.Again(t, func(t *testing.T) { checkCircuits(t, m) })
}

func checkCircuits(t *testing.T, m *tester) {
	rapid.Check(t, func(t *rapid.T) {
		c := rapid.Custom(drawCase).Draw(t, "case")
		if err := c.check(m); err != nil {
			t.Fatalf("%v\nthe list:\n%s", err, c)
		}
	})
}

func drawCase(t *rapid.T) Case {
	return Case{drawList(t), rapid.SliceOfN(rapid.Custom(drawExecution), 1, 3).Draw(t, "executions")}
}
