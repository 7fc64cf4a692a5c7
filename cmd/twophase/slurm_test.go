package main

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// TestSlurm runs a sweep on a real Slurm of one node: testdata/slurm.
func TestSlurm(t *testing.T) {
	if os.Getenv("TWOPHASE_SLURM") == "" {
		t.Skip("starts a Slurm, and installs one if there is none: make slurm, or set TWOPHASE_SLURM=1")
	}
	folder, err := filepath.Abs(filepath.Join("testdata", "slurm"))
	if err != nil {
		t.Fatal(err)
	}
	bin, work := t.TempDir(), t.TempDir()
	if text, err := exec.Command("go", "build", "-o", filepath.Join(bin, "twophase"), ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 9*time.Minute)
	defer cancel()
	run := exec.CommandContext(ctx, filepath.Join(folder, "with-cluster"), filepath.Join(folder, "sweep"), work)
	run.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	run.Cancel = func() error { return run.Process.Signal(os.Interrupt) } // so that the cluster is stopped
	run.WaitDelay = 2 * time.Minute
	text, err := run.CombinedOutput()
	const cannot = 77
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == cannot {
		t.Skipf("%s", text)
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	t.Logf("%s", text)
}
