package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"twophase/circuit"
	"twophase/internal/testkit/long"
	"twophase/internal/testkit/testfiles"
	"twophase/internal/text/wording"
	"twophase/stimulus/fileformat"
)

func TestMain(m *testing.M) {
	testscript.Main(tests{m}, map[string]func(){"twophase": func() {
		code := Main()
		notePeak()
		os.Exit(code)
	}})
}

// tests are run in memory, but on the disk too by make long.
type tests struct{ *testing.M }

func (m tests) Run() int {
	if long.Asked() {
		return m.M.Run()
	}
	return testfiles.Main(m.M)
}

// TestScripts runs the command as a user would, by the scripts in testdata/script. With -short, as under the race detector,
// it runs those in which several things go on at a time; with TWOPHASE_LONG those that do more then.
func TestScripts(t *testing.T) {
	params := scripts(t, "script")
	files, err := filepath.Glob(filepath.Join(params.Dir, "*.txtar"))
	must(t, err)
	params.Dir, params.Files = "", slices.DeleteFunc(files, func(file string) bool {
		text, err := os.ReadFile(file)
		must(t, err)
		return testing.Short() && !together[filepath.Base(file)] || long.Asked() && !bytes.Contains(text, []byte("[long]"))
	})
	testscript.Run(t, params)
}

// together are the scripts with workers, servers and signals: what these do is not done by tests of single packages.
var together = map[string]bool{
	"exact.txtar": true, "interrupt.txtar": true, "live.txtar": true, "resume.txtar": true, "sweep_end.txtar": true,
	"terminal.txtar": true, "terminate.txtar": true, "view.txtar": true, "workers.txtar": true,
}

// TestLong runs the scripts in testdata/long, on real images and many trials.
func TestLong(t *testing.T) {
	long.Only(t)
	testscript.Run(t, scripts(t, "long"))
}

// images is where the Debian package dataset-fashion-mnist puts them.
const images = "/usr/share/datasets/fashion-mnist/train-images-idx3-ubyte.gz"

// scripts returns how the scripts of a folder under testdata are run.
func scripts(t *testing.T, folder string) testscript.Params {
	t.Helper()
	golden, err := filepath.Abs(filepath.Join("..", "..", "testdata", "golden"))
	if err != nil {
		t.Fatal(err)
	}
	reference, err := filepath.Abs(filepath.Join("..", "..", "internal", "study", "reproduce", "testdata"))
	if err != nil {
		t.Fatal(err)
	}
	return testscript.Params{
		Dir: filepath.Join("testdata", folder),
		Setup: func(e *testscript.Env) error {
			e.Setenv("GOLDEN", golden)
			e.Setenv("REFERENCE", reference)
			e.Setenv("IMAGES", images)
			e.Setenv("NETWORKS", networkNames())
			e.Setenv("GORACE", "atexit_sleep_ms=10") // not a second for each command
			e.Setenv("GOGC", "400")                  // a third of the time, of commands with little memory
			return setPython(e)
		},
		Condition: func(name string) (bool, error) {
			switch name {
			case "tmpfs":
				return canMount(), nil
			case "long":
				return long.Asked(), nil
			}
			return false, fmt.Errorf("unknown condition %q", name)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"follow":   follow,
			"above":    func(ts *testscript.TestScript, _ bool, args []string) { compareMeasure(ts, args, +1) },
			"below":    func(ts *testscript.TestScript, _ bool, args []string) { compareMeasure(ts, args, -1) },
			"agrees":   agrees,
			"medians":  medians,
			"exitcode": exitCode,
			"waitfor":  waitFor,
			"fetch":    fetch,
			"same":     sameRun,
		},
	}
}

// networkNames lists all networks as errors do: A, B or C.
func networkNames() string {
	var names []string
	for _, n := range circuit.Networks() {
		names = append(names, n.Name)
	}
	return wording.List(names, "or")
}

// compareMeasure compares a measure of every trial with a limit: below LIMIT
// MEASURE SUMMARY.
func compareMeasure(ts *testscript.TestScript, args []string, sign float64) {
	if len(args) != 3 {
		ts.Fatalf("usage: above|below LIMIT MEASURE SUMMARY")
	}
	var limit float64
	if _, err := fmt.Sscan(args[0], &limit); err != nil {
		ts.Fatalf("limit %s: %v", args[0], err)
	}
	var summary struct {
		Results []struct {
			Measures map[string]any `json:"measures"`
		} `json:"results"`
	}
	ts.Check(json.Unmarshal([]byte(ts.ReadFile(args[2])), &summary))
	if len(summary.Results) == 0 {
		ts.Fatalf("%s holds no results", args[2])
	}
	for trial, r := range summary.Results {
		v, ok := r.Measures[args[1]].(float64)
		if ts.Logf("trial %d: %s = %v", trial, args[1], v); !ok || !(sign*v > sign*limit) {
			ts.Fatalf("trial %d: %s is %v, on the wrong side of %v", trial, args[1], r.Measures[args[1]], limit)
		}
	}
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

// patience is how long a script waits for something, on a machine that is busy.
const patience = 2 * time.Minute

// waitFor waits until a file exists, or until its text matches a regular expression:
// waitfor FILE [REGEXP].
func waitFor(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 || len(args) > 2 {
		ts.Fatalf("usage: waitfor FILE [REGEXP]")
	}
	file := ts.MkAbs(args[0])
	there := func() bool { _, err := os.Stat(file); return err == nil }
	if len(args) == 2 {
		want, err := regexp.Compile(args[1])
		ts.Check(err)
		there = func() bool { text, _ := os.ReadFile(file); return want.Match(text) }
	}
	for begin := time.Now(); !there(); time.Sleep(2 * time.Millisecond) {
		if time.Since(begin) > patience {
			ts.Fatalf("waited %v for %s", patience, strings.Join(args, " "))
		}
	}
}

// fetch gets a page of a server whose address is the first line of a file, as soon as
// both are there: fetch STATUS ADDRESS PATH INTO.
func fetch(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 4 {
		ts.Fatalf("usage: fetch STATUS ADDRESS PATH INTO")
	}
	var status string
	var body []byte
	for begin := time.Now(); time.Since(begin) < patience; time.Sleep(10 * time.Millisecond) {
		text, _ := os.ReadFile(ts.MkAbs(args[1]))
		if address, _, whole := strings.Cut(string(text), "\n"); whole {
			r, err := http.Get(address + args[2])
			ts.Check(err)
			status = fmt.Sprint(r.StatusCode)
			body, err = io.ReadAll(r.Body)
			r.Body.Close()
			ts.Check(err)
			if status == args[0] {
				ts.Check(os.WriteFile(ts.MkAbs(args[3]), body, 0o666))
				return
			}
			if !slices.Contains([]string{"202", "409", "503"}, status) { // not yet
				break
			}
		}
	}
	ts.Fatalf("%s of %s: %s %s", args[2], args[1], status, body)
}

// sameRun compares the files of two run folders, but for timing.json, the checksums and the
// name of the folder: same WANT GOT.
func sameRun(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: same WANT GOT")
	}
	files := func(name string) map[string]string {
		entries, err := os.ReadDir(ts.MkAbs(name))
		ts.Check(err)
		all := map[string]string{}
		for _, e := range entries {
			text := ts.ReadFile(filepath.Join(name, e.Name()))
			if e.Name() == "timing.json" || e.Name() == "SHA256SUMS" { // the sums of which differ
				text = ""
			}
			all[e.Name()] = strings.Replace(text, fmt.Sprintf("\"folder\": %q,", name), "", 1)
		}
		return all
	}
	want, got := files(args[0]), files(args[1])
	for name := range want {
		if want[name] != got[name] {
			ts.Fatalf("%s differs", name)
		}
	}
	if len(want) != len(got) {
		ts.Fatalf("%d files, want %d", len(got), len(want))
	}
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
	f, err := fileformat.Open(ts.MkAbs(path), fileformat.Layout{})
	ts.Check(err)
	defer f.Close()
	var all []float64
	for row := make([]float64, f.Inputs()); f.Next(row) == nil; {
		all = append(all, row...)
	}
	return all
}

// medians checks that the medians of a table of the paper are within the
// quartiles of a reference, widened by a fraction: medians INPUTS FRACTION TABLE
// REFERENCE ENTRIES. ENTRIES is the number of entries that must have been compared.
func medians(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 5 {
		ts.Fatalf("usage: medians INPUTS FRACTION TABLE REFERENCE ENTRIES")
	}
	read := func(file string) map[[3]string][]string {
		rows, err := csv.NewReader(strings.NewReader(ts.ReadFile(file))).ReadAll()
		ts.Check(err)
		entries := map[[3]string][]string{}
		for _, row := range rows {
			entries[[3]string{row[0], row[1], row[3]}] = row
		}
		return entries
	}
	number := func(text string) float64 {
		v, err := strconv.ParseFloat(text, 64)
		ts.Check(err)
		return v
	}
	widened, table, compared := 1+number(args[1]), read(args[2]), 0
	for entry, row := range read(args[3]) {
		if entry[1] != args[0] {
			continue
		}
		if table[entry] == nil {
			ts.Fatalf("%s has no entry %v", args[2], entry)
		}
		median, low, high := number(table[entry][4]), number(row[5])/widened, number(row[6])*widened
		if compared++; !(low <= median && median <= high) {
			ts.Fatalf("%v: the median is %g, not within %.3g to %.3g", entry, median, low, high)
		}
	}
	if fmt.Sprint(compared) != args[4] {
		ts.Fatalf("%d entries were compared, not %s", compared, args[4])
	}
}
