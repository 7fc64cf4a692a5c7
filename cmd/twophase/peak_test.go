package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// peakVariable names the file in which a command under test notes its peak of memory.
const peakVariable = "TWOPHASE_TEST_PEAK"

// notePeak writes down the most memory that this process had, where the system says it
// (Linux) and somebody asked. The usage that a parent is given of its child counts from
// the parent's own peak, for the child begins as a copy of it.
func notePeak() {
	file := os.Getenv(peakVariable)
	if file == "" {
		return
	}
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return
	}
	if found := regexp.MustCompile(`VmHWM:\s+(\d+) kB`).FindSubmatch(status); found != nil {
		_ = os.WriteFile(file, found[1], 0o666)
	}
}

// peakOf runs a command and returns the most memory that it had, in bytes.
func peakOf(t *testing.T, run *exec.Cmd) float64 {
	t.Helper()
	file := filepath.Join(t.TempDir(), "peak")
	if run.Env == nil {
		run.Env = os.Environ()
	}
	run.Env = append(run.Env, peakVariable+"="+file)
	var said strings.Builder
	run.Stderr = &said
	if err := run.Run(); err != nil {
		t.Fatalf("%v: %s", err, said.String())
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	kilobytes, err := strconv.ParseFloat(string(text), 64)
	if err != nil {
		t.Fatal(err)
	}
	return kilobytes * 1024
}
