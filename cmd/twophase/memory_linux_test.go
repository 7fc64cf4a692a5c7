package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestLongMemory runs 10000 inputs and 100 outputs in a process of their own,
// every weight recorded: under 100 MB, however many steps there are. Options
// that measure against a reference need more, for its basis.
func TestLongMemory(t *testing.T) {
	if os.Getenv("TWOPHASE_LONG") == "" {
		t.Skip("takes a minute: make long, or set TWOPHASE_LONG=1")
	}
	short := peak(t, "--steps", "60", "--record", "weights@20")
	long := peak(t, "--steps", "6000", "--record", "weights@100")
	t.Logf("60 steps: %.1f MB, 6000 steps: %.1f MB", short, long)
	if short > 100 || long > 100 {
		t.Errorf("60 steps need %.1f MB, 6000 steps %.1f MB, more than 100", short, long)
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
	var said strings.Builder
	run.Stderr = &said
	if err := run.Run(); err != nil {
		t.Fatalf("%v\n%s", err, said.String())
	}
	return float64(run.ProcessState.SysUsage().(*syscall.Rusage).Maxrss) * 1024 / 1e6
}
