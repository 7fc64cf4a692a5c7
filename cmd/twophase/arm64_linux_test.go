package main

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"twophase/internal/testkit/long"
)

// TestLongVerifyOnArm64: another processor, emulated, finds a run of this one the same:
// weights and traces to the bit, measures but for last digits.
func TestLongVerifyOnArm64(t *testing.T) {
	long.Only(t)
	emulator, err := exec.LookPath("qemu-aarch64-static")
	if err != nil {
		t.Skip("qemu-aarch64-static (Debian package qemu-user-static) is not installed")
	}
	there, run := filepath.Join(t.TempDir(), "twophase"), filepath.Join(t.TempDir(), "run")
	build := exec.Command("go", "build", "-o", there, ".")
	build.Env = append(build.Environ(), "GOARCH=arm64", "CGO_ENABLED=0")
	if said, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	k := &killed{T: t, folder: t.TempDir()}
	for _, network := range []string{"ifPSP", "PSP", "ei"} {
		if said, err := k.command("run", "--network", network, "--steps", "500", "--out", run, "--force").CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, said)
		}
		said, err := exec.Command(emulator, there, "verify", run).CombinedOutput()
		if err != nil || !strings.Contains(string(said), ": same bytes") {
			t.Errorf("%s: %v: %s", network, err, said)
		}
	}
}
