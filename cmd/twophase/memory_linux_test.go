package main

import (
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"twophase/internal/testkit/long"
)

// TestLongMemory runs 10000 inputs and 100 outputs in a process of their own,
// every weight recorded: under 120 MB, however many steps there are. Go lets garbage grow up to
// what is in use, of which the blocks of the trace are a part. Options
// that measure against a reference need more, for its basis. On a busy machine garbage is
// collected late, so the least of three processes counts.
func TestLongMemory(t *testing.T) {
	long.Only(t)
	for _, args := range [][]string{{"--steps", "60", "--record", "weights@20"}, {"--steps", "6000", "--record", "weights@100"}} {
		const most = 120
		least := math.Inf(1)
		for range 3 {
			if least = min(least, peak(t, args...)); least <= most {
				break
			}
		}
		t.Logf("%s: %.1f MB", args, least)
		if least > most {
			t.Errorf("%s: %.1f MB, more than %d", args, least, most)
		}
	}
}

// peak runs the command and returns the most memory that it had, in MB.
func peak(t *testing.T, args ...string) float64 {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	run := exec.Command(self)
	run.Args = append([]string{"twophase", "run", "--inputs", "10000", "--outputs", "100", "--spectrum", "1,0.8,0.6,0.4,0.1",
		"--reference", "none", "--record-budget", "20GB", "--out", filepath.Join(t.TempDir(), "run")}, args...)
	return peakOf(t, run) / 1e6
}
