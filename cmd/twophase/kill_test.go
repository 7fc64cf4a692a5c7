//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"twophase/internal/testkit/long"
)

// killedStudy is a run that is killed again and again: trials side by side and one
// after another, traces in which a page ends now and then, events, stimuli that change.
const killedStudy = `
steps: 12000
trials: 3
seed: 11
parts: true
record: [weights@20, outputs@log]
interventions:
  - {every: 1000, multiply: feedforward, by: 0.999}
  - {at: 3000, lesion: "lateral[2,*]"}
  - {at: 5000, noise: feedforward, size: 1e-5}
  - {at: 9000, stimulus: {rotate: 45}}
`

// killedCircuit is such a run of a circuit in a file: three populations, a rule of its own that
// uses means and currents, drawn wiring, a tied projection, and interventions on every part.
const killedCircuit = `
circuit:
  name: mine
  populations:
    x: {input: true, mean: {window: 50}}
    y: {activation: rectified, scale: PSP, previous: true}
    n: {size: K+1}
  projections:
    W:
      from: x
      to: y
      start: positive
      current_mean: {window: 20}
      rule: {post: {drive: [y, "0.1*(a - current_mean)"], decay: 1}, pre: {drive: [x, "x - mean"], decay: 1}}
    P: {from: n, to: y, sign: subtracts, wiring: {random: 0.7}, start: positive, rate: alpha/tau, rule: {post: {drive: y, decay: 1}, pre: {drive: n, decay: 1}}}
    PT: {from: y, to: n, tied: P}
  schedule: [{equilibrate: [y, n]}, {trace: y}, average, plasticity]
  finds: clusters
stimulus: {clusters: 3, inputs: 6}
outputs: 3
steps: 6000
trials: 2
seed: 11
record: [W@50, P@20, "n@log", y.scale@20]
interventions:
  - {every: 500, multiply: W, by: 0.999}
  - {at: 1500, clamp: "n[1]", to: 0.5}
  - {at: 2500, release: "n[1]"}
  - {at: 2500, lesion: "n[0]"}
  - {at: 3500, multiply: y.scale, by: 1.5}
  - {at: 4500, freeze: P}
`

// A run that is killed at any moment, resumed, and killed again, ends with the bytes
// of one that was not; no checkpoint is lost.
func TestKilledRun(t *testing.T) { killRuns(t, killedStudy, long.Or(4, 100)) }

// TestKilledCircuit is TestKilledRun of a circuit in a file.
func TestKilledCircuit(t *testing.T) {
	long.SkipShort(t)
	killRuns(t, killedCircuit, long.Or(3, 12))
}

// TestKilledComparison is TestKilledRun of variants side by side, one of which diverges in some trials.
func TestKilledComparison(t *testing.T) {
	long.SkipShort(t)
	killRuns(t, killedStudy+`
compare:
  early: {interventions: [{at: 700, lesion: "outputs[1]"}]}
  wild: {interventions: [{at: 2500, noise: feedforward, size: 5}]}
`, long.Or(3, 12))
}

// killed is a folder in which processes run and are killed.
type killed struct {
	*testing.T
	folder string
	random *rand.Rand
	steps  int // of all checkpoints

	begun, completing bool // kill only once a run has begun, or while it is completed, however long it takes to get there
}

func killRuns(t *testing.T, study string, kills int) {
	k := &killed{T: t, folder: t.TempDir(), random: rand.New(rand.NewPCG(5, uint64(kills)))}
	if err := os.WriteFile(filepath.Join(k.folder, "study.yaml"), []byte(study), 0o666); err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	if text, err := k.command("run", "study.yaml", "--out", "whole").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	took := time.Since(start)
	whole, runs, begun, ending := k.contents("whole"), 0, 0, 0
	for left := kills; left > 0; runs++ {
		k.steps = 0
		if err := os.RemoveAll(filepath.Join(k.folder, "r")); err != nil {
			t.Fatal(err)
		}
		args := []string{"run", "study.yaml", "--out", "r", "--force", "--checkpoint-every", "500"}
		for {
			if left <= 0 {
				took = 0 // let it come to its end
			}
			k.begun, k.completing = left == kills, left <= kills/10
			done := k.kill(took, args...)
			if done {
				break
			}
			left--
			args = []string{"resume", "r", "--workers", []string{"1", "2"}[k.random.IntN(2)], "--checkpoint-every", []string{"300", "1000"}[k.random.IntN(2)]}
			if _, err := os.Stat(filepath.Join(k.folder, "r.partial", "manifest.json")); err != nil && !k.exists("r") {
				args = []string{"run", "study.yaml", "--out", "r", "--force", "--checkpoint-every", "500"} // nothing was begun
				continue
			}
			if begun++; k.has("weights.npz") || k.exists("r") {
				ending++
			}
			k.checkSteps()
		}
		if text, err := k.command("resume", "r").CombinedOutput(); err != nil || !strings.Contains(string(text), "is complete") {
			t.Fatalf("%v: %s", err, text)
		}
		k.same(whole, k.contents("r"))
	}
	t.Logf("%d kills in %d runs, %d of them before its folder was there and %d while it was completed", kills, runs, kills-begun, ending)
	if begun == 0 || kills >= 100 && ending == 0 {
		t.Error("no run was killed in its midst, or none while it was completed")
	}
}

// command returns a command in a process of its own: see TestMain.
func (k *killed) command(args ...string) *exec.Cmd {
	k.Helper()
	self, err := os.Executable()
	if err != nil {
		k.Fatal(err)
	}
	return &exec.Cmd{Path: self, Args: append([]string{"twophase"}, args...), Dir: k.folder}
}

// kill starts a command and kills it at some moment of the time that a run takes, or
// as soon as some file is being written: one that a run begins with, or one that completes it, if that is asked for. It
// reports whether the command was faster, as it is if the time is 0.
func (k *killed) kill(within time.Duration, args ...string) (done bool) {
	k.Helper()
	cmd := k.command(args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		k.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	var err error
	if within == 0 {
		err = <-ended
	} else {
		timer := time.NewTimer(time.Duration(k.random.Int64N(int64(20*time.Millisecond + within/2))))
		defer timer.Stop()
		look := []string{"weights.npz.partial", "summary.json.partial", "timing.json", "", "", "", "", "checkpoint-0002.bin.partial", "checkpoint-0001.bin.partial", "events-0000.jsonl", "traces-0001-00000.parquet"}
		switch {
		case k.begun:
			timer.Stop()
			look = []string{"manifest.json"}
		case k.completing:
			timer.Stop()
			look = look[:3]
		}
		err = k.waitFor(ended, timer.C, look[k.random.IntN(len(look))])
		if errors.Is(err, errKill) {
			if err := cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
				k.Fatal(err)
			}
			err = <-ended
			if stderr.Len() > 0 && !strings.Contains(stderr.String(), "is complete") {
				k.Fatalf("%v: %s", args, &stderr)
			}
			return err == nil
		}
	}
	if err != nil {
		k.Fatalf("%v: %v: %s", args, err, &stderr)
	}
	return true
}

var errKill = errors.New("it is time")

// waitFor waits for the end of a process, or returns errKill when it is time or when a
// file has appeared that was not there before.
func (k *killed) waitFor(ended <-chan error, timer <-chan time.Time, look string) error {
	before := look == "" || k.has(look)
	for {
		select {
		case err := <-ended:
			return err
		case <-timer:
			return errKill
		case <-time.After(100 * time.Microsecond):
			if !before && k.has(look) {
				return errKill
			}
		}
	}
}

// has reports whether the unfinished run, or a variant of an unfinished comparison, has a file.
func (k *killed) has(file string) bool {
	found, err := filepath.Glob(filepath.Join(k.folder, "r.partial", "*.partial", file))
	return k.exists("r.partial/"+file) || err == nil && len(found) > 0
}

func (k *killed) exists(name string) bool {
	_, err := os.Lstat(filepath.Join(k.folder, name))
	return err == nil
}

// checkSteps fails if the checkpoints have gone back.
func (k *killed) checkSteps() {
	k.Helper()
	names, err := filepath.Glob(filepath.Join(k.folder, "r.partial", "checkpoint-*.bin"))
	if err != nil {
		k.Fatal(err)
	}
	steps := 0
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			k.Fatal(err)
		}
		var head struct{ Step int }
		line, _, _ := bytes.Cut(text, []byte("\n"))
		if err := json.Unmarshal(line, &head); err != nil {
			k.Fatal(err)
		}
		steps += head.Step
	}
	if steps < k.steps && k.exists("r.partial") {
		k.Fatalf("the checkpoints were at %d steps in all, and now are at %d", k.steps, steps)
	}
	k.steps = steps
}

var folderLine = regexp.MustCompile(`(?m)^ *"folder": .*\n`)

// contents returns the files of a run or of a comparison, but for the time that it took.
func (k *killed) contents(run string) map[string]string {
	k.Helper()
	files := make(map[string]string)
	root := os.DirFS(filepath.Join(k.folder, run))
	err := fs.WalkDir(root, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text, err := fs.ReadFile(root, name)
		switch e.Name() {
		case "summary.json", "comparison.json":
			text = folderLine.ReplaceAll(text, nil)
		case "timing.json", "SHA256SUMS":
			text = nil
		}
		files[name] = string(text)
		return err
	})
	if err != nil {
		k.Fatal(err)
	}
	return files
}

// same fails if the files of two runs differ.
func (k *killed) same(want, got map[string]string) {
	k.Helper()
	for name := range want {
		if text, found := got[name]; !found || text != want[name] {
			k.Errorf("%s: is there: %v, %d bytes, want %d", name, found, len(text), len(want[name]))
		}
	}
	for name := range got {
		if _, found := want[name]; !found {
			k.Errorf("%s should not be there", name)
		}
	}
}
