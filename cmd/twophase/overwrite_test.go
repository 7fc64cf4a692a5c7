package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"twophase/circuit"
	"twophase/internal/testkit/long"
	"twophase/internal/web/view"
)

// execute runs a command in this process.
func execute(t *testing.T, stdout, stderr io.Writer, args ...string) error {
	words := append([]string{"twophase"}, args...)
	app := newApp(stdout, stderr, words...)
	return app.RunContext(t.Context(), argumentsLast(app, words))
}

// inProcess runs a command and returns what it says.
func inProcess(t *testing.T, args ...string) (said string, err error) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	err = execute(t, &stdout, &stderr, args...)
	return stdout.String() + stderr.String(), err
}

// writtenTwice fails unless a command can write over what it has written.
func writtenTwice(t *testing.T, args ...string) {
	t.Helper()
	for i, args := range [][]string{args, slices.Concat(args, []string{"--force"})} {
		if said, err := inProcess(t, args...); err != nil {
			t.Fatalf("%v, time %d: %v\n%s", args, i+1, err, said)
		}
	}
	if _, err := inProcess(t, args...); err == nil || !strings.Contains(err.Error(), "--force") {
		t.Fatalf("%v writes over what is there, without --force: %v", args, err)
	}
}

// stimuliOptions are all ways to say what the stimuli are.
var stimuliOptions = [][]string{
	nil,
	{"--problem", "small"},
	{"--problem", "large"},
	{"--spectrum", "4,3,2,1,0.5", "--inputs", "8"},
	{"--stimulus", "x.csv", "--center", "--scale", "eigen", "--shuffle", "--epochs", "2"},
}

// inFolder makes a folder with stimuli the current one.
func inFolder(t *testing.T) {
	t.Helper()
	t.Chdir(t.TempDir())
	var rows strings.Builder
	for i := range 40 {
		fmt.Fprintf(&rows, "%d,%d,%d,%d\n", i%7, i%5, i%3, i%2)
	}
	for name, text := range map[string]string{
		"x.csv":       rows.String(),
		"twins.yaml":  "steps: 30\noutputs: 3\nrecord: [weights@10]\ncompare:\n  cut: {interventions: [{at: 9, lesion: \"lateral[2,*]\"}]}\n",
		"beside.yaml": "steps: 30\noutputs: 3\nrecord: [weights@10]\ncompare:\n  wild: {interventions: [{at: 9, multiply: feedforward, by: 1e200}]}\n",
		"listed.yaml": "steps: 30\noutputs: 3\nlambda: [1, 0.9, 0.8]\nrate: 1e-3\n",
		"grid.yaml":   "experiment: {steps: 10}\nvary: {tau: [0.3, 0.5]}\nseeds: 2\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// A run can be written over by a run, whatever it is of, and everything that reads a
// run takes it.
func TestRunsWriteOver(t *testing.T) {
	long.SkipShort(t)
	inFolder(t)
	for n, network := range circuit.NetworksThat(circuit.Network.IsPair) {
		if n%long.Or(7, 1) != 0 {
			continue
		}
		outputs, list := 2, "1,0.9"
		if network.MostOutputs == 1 {
			outputs, list = 1, "1"
		}
		out := fmt.Sprint("r", n)
		args := []string{"run", "--network", network.Name, "--outputs", fmt.Sprint(outputs), "--steps", "20", "--trials", fmt.Sprint(1 + n%2), "--out", out}
		if network.Gains != circuit.NoGains {
			args = append(args, [][]string{nil, {"--lambda", "1:0.7"}, {"--lambda", list}}[n%3]...)
		}
		args = append(args, stimuliOptions[n%len(stimuliOptions)]...)
		if n%4 == 0 {
			args = append(args, "--parts", "all", "--checkpoint-every", "5")
		}
		writtenTwice(t, args...)
		if said, err := inProcess(t, "resume", out); err != nil || !strings.Contains(said, "is complete") {
			t.Fatalf("resume after %v: %v %s", args, err, said)
		}
		if said, err := inProcess(t, "verify", out); err != nil {
			t.Fatalf("verify after %v: %v %s", args, err, said)
		}
		readable(t, out, args)
	}
}

// readable fails unless a folder can be read.
func readable(t *testing.T, folder string, after []string) {
	t.Helper()
	source, err := view.Open(folder)
	if err != nil {
		t.Fatalf("%s cannot be read after %v: %v", folder, after, err)
	}
	source.Close()
}

// Everything else that has --force can be written over by the command that wrote it.
func TestFoldersWriteOver(t *testing.T) {
	long.SkipShort(t)
	inFolder(t)
	comparisons := [][]string{
		{"compare", "beside.yaml", "--out", "d"}, // one of the two diverges
		{"compare", "twins.yaml", "--out", "c"},
		{"compare", "listed.yaml", "twins.yaml", "--fork-at", "5", "--out", "e"},
	}
	for _, args := range comparisons[:long.Or(1, len(comparisons))] {
		writtenTwice(t, args...)
		readable(t, args[len(args)-1], args)
	}
	for i, stimuli := range stimuliOptions[:long.Or(1, len(stimuliOptions))] {
		args := append([]string{"compare", "--networks", "ifPSP,oja", "--steps", "20", "--trials", "2", "--rates", "0.5,1", "--outputs", "2", "--out", fmt.Sprint("n", i)}, stimuli...)
		if i%2 == 0 {
			args = append(args, "--rate", "1e-3")
		}
		writtenTwice(t, args...)
	}
	if long.Asked() {
		writtenTwice(t, "compare", "--networks", "all", "--steps", "5", "--trials", "1", "--rates", "1", "--out", "all")
	}
	for _, args := range [][]string{
		{"reproduce", "stability", "--quick", "--out", "s"},
		{"run", "--steps", "20", "--out", "r"},
		{"plot", "r", "--out", "pictures"},
		{"report", "r", "--out", "r.html"},
		{"explore", "--out", "explore.html"},
	} {
		writtenTwice(t, args...)
	}
}

// What has no --force either replaces what it wrote, or refuses to and says what to do.
func TestOthersWriteOver(t *testing.T) {
	long.SkipShort(t)
	inFolder(t)
	for _, c := range []struct{ args, refused string }{
		{"init new", "new.yaml exists: choose another name, or remove it"},
		{"sweep plan grid.yaml", "grid.plan exists: choose another folder with --out, or remove it"},
		{"sweep run grid.plan", ""},
		{"sweep collect grid.plan --plot tau", ""},
		{"sweep collect grid.plan --plot tau --out tables", ""},
		{"sweep emit slurm grid.plan --point-time 1s --memory 50MB", ""},
		{"sweep emit slurm grid.plan --point-time 1s --memory 50MB --out a/b", ""},
	} {
		args := strings.Fields(c.args)
		if said, err := inProcess(t, args...); err != nil {
			t.Fatalf("%s: %v %s", c.args, err, said)
		}
		if said, err := inProcess(t, args...); c.refused == "" && err != nil || c.refused != "" && (err == nil || !strings.Contains(err.Error(), c.refused)) {
			t.Errorf("%s, a second time: %v %s, want %q", c.args, err, said, c.refused)
		}
	}
	if _, err := inProcess(t, "sweep", "status", "grid.plan"); err != nil {
		t.Error(err)
	}
}
