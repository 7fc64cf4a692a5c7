package main

import (
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"twophase/stimulus"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"twophase": func() { os.Exit(Main()) }})
}

// TestScripts runs the command as a user would, by the scripts in
// testdata/script.
func TestScripts(t *testing.T) {
	golden, err := filepath.Abs(filepath.Join("..", "..", "testdata", "golden"))
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: filepath.Join("testdata", "script"),
		Setup: func(e *testscript.Env) error {
			e.Setenv("GOLDEN", golden)
			return nil
		},
		Condition: func(name string) (bool, error) {
			if name != "tmpfs" {
				return false, fmt.Errorf("unknown condition %q", name)
			}
			return canMount(), nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"agrees":   agrees,
			"exitcode": exitCode,
			"waitfor":  waitFor,
		},
	})
}

// canMount reports whether a script can have a small disk of its own.
func canMount() bool {
	return exec.Command("unshare", "-m", "mount", "-t", "tmpfs", "tmpfs", "/mnt").Run() == nil
}

// exitCode runs a command that must end with a code: exitcode 2 twophase nosuch.
func exitCode(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exitcode CODE COMMAND [ARGUMENT ...]")
	}
	err := ts.Exec(args[1], args[2:]...)
	var exit *exec.ExitError
	code := 0
	if errors.As(err, &exit) {
		code = exit.ExitCode()
	} else if err != nil {
		ts.Fatalf("%s: %v", args[1], err)
	}
	if fmt.Sprint(code) != args[0] {
		ts.Fatalf("exit code %d, want %s", code, args[0])
	}
}

// waitFor waits until a file exists.
func waitFor(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: waitfor FILE")
	}
	for range 1000 {
		if _, err := os.Stat(ts.MkAbs(args[0])); err == nil {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	ts.Fatalf("%s did not appear", args[0])
}

// agrees compares two matrices: agrees TOLERANCE GOT WANT.
func agrees(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: agrees TOLERANCE GOT WANT")
	}
	var tolerance float64
	if _, err := fmt.Sscan(args[0], &tolerance); err != nil {
		ts.Fatalf("tolerance %s: %v", args[0], err)
	}
	got, want := readMatrix(ts, args[1]), readMatrix(ts, args[2])
	if len(got) != len(want) {
		ts.Fatalf("%s has %d numbers, %s has %d", args[1], len(got), args[2], len(want))
	}
	for i := range want {
		if math.Abs(got[i]-want[i]) > tolerance*math.Max(1, math.Abs(want[i])) {
			ts.Fatalf("%s: number %d is %v, want %v", args[1], i, got[i], want[i])
		}
	}
}

// readMatrix reads all numbers of a matrix file.
func readMatrix(ts *testscript.TestScript, path string) []float64 {
	f, err := stimulus.Open(ts.MkAbs(path))
	ts.Check(err)
	defer f.Close()
	var all []float64
	for row := make([]float64, f.Inputs()); f.Next(row) == nil; {
		all = append(all, row...)
	}
	return all
}
