package runs_test

import (
	"os"
	"testing"

	"twophase/internal/testkit/scratch"
	"twophase/internal/web/view/runs"
)

func TestMain(m *testing.M) { os.Exit(scratch.Main(m)) }

// open opens a run folder until the end of the test.
func open(t testing.TB, folder string) *runs.Recorded {
	t.Helper()
	r, err := runs.Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}
