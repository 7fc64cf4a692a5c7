package engine

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"pgregory.net/rapid"

	"twophase/circuit"
	"twophase/internal/experiment"
	"twophase/internal/files/interrupt"
	"twophase/internal/run/planning"
	"twophase/internal/testkit/long"
	"twophase/internal/testkit/testfiles"
	"twophase/internal/text/document"
	"twophase/internal/traces/result"
	"twophase/internal/traces/rundiff"
)

func TestMain(m *testing.M) { os.Exit(testfiles.Main(m)) }

// contents returns the files of a folder, a summary without its folder.
func contents(t rapid.TB, folder string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	files := make(map[string]string)
	for _, e := range entries {
		text, err := rundiff.ReadWithoutFolder(filepath.Join(folder, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		files[e.Name()] = string(text)
	}
	return files
}

// sameRun fails unless two runs have the same files with the same bytes, but for the
// time that they took.
func sameRun(t rapid.TB, want, got string) {
	t.Helper()
	a, b := contents(t, want), contents(t, got)
	if names, others := slices.Sorted(maps.Keys(a)), slices.Sorted(maps.Keys(b)); !slices.Equal(names, others) {
		t.Fatalf("the files are %v, want %v", others, names)
	}
	for name := range a {
		if name == "timing.json" || name == "SHA256SUMS" || a[name] == b[name] {
			continue
		}
		what, err := rundiff.Difference(filepath.Join(got, name), filepath.Join(want, name))
		t.Fatalf("%s differs: %s, %v", name, what, err)
	}
}

// stopAfter is a Progress that interrupts a run after some steps of all its trials,
// and looks at it after some others.
type stopAfter struct {
	planning.Silent
	sync.Mutex
	interrupt, look int
	stop, peep      func()
}

func (s *stopAfter) Add(steps int) {
	s.Lock()
	defer s.Unlock()
	if s.look -= steps; s.look <= 0 && s.look+steps > 0 {
		s.peep()
	}
	if s.interrupt -= steps; s.interrupt <= 0 {
		s.stop()
	}
}

// drawResumable draws an experiment that can be interrupted.
func drawResumable(t *rapid.T, file string) experiment.Experiment {
	e := experiment.Experiment{
		Network:   rapid.SampledFrom([]string{"ifPSP", "ifPSW", "PSP", "PSW"}).Draw(t, "network"),
		Steps:     rapid.IntRange(1, 400).Draw(t, "steps"),
		Trials:    rapid.SampledFrom([]int{1, 2, 3, 9}).Draw(t, "trials"),
		Outputs:   rapid.IntRange(1, 3).Draw(t, "outputs"),
		Seed:      rapid.Uint64Range(1, 1000).Draw(t, "seed"),
		Reference: rapid.Bool().Draw(t, "reference"),
		Executor:  rapid.SampledFrom([]string{"compiled", "compiled", "literal"}).Draw(t, "executor"),
		Rate:      circuit.ConstantRate(0.01),
	}
	if strings.HasPrefix(e.Network, "PS") {
		e.Settle = rapid.SampledFrom([]*experiment.Settle{nil, {Method: "jacobi", Sweeps: 3, Warm: true}, {Method: "gauss-seidel", Sweeps: 50, Tolerance: 1e-6, Warm: true}, {Method: "euler", Sweeps: 4, Damping: 0.1}}).Draw(t, "settle")
	}
	switch rapid.IntRange(0, 6).Draw(t, "stimuli") {
	case 0:
		e.Stimulus.Problem = "small"
	case 1:
		e.Stimulus.Spectrum, e.Stimulus.Inputs = []float64{1, 0.7, 0.5, 0.1}, 6
	case 2:
		e.Stimulus.File, e.Stimulus.Center, e.Stimulus.Scale = file, rapid.Bool().Draw(t, "center"), "eigen"
	case 3:
		e.Stimulus.File, e.Stimulus.Shuffle, e.Stimulus.Epochs = file, true, 20
	case 4:
		e.Stimulus.File, e.Stimulus.Shuffle, e.Stimulus.Epochs = file, rapid.Bool().Draw(t, "shuffle"), 20
		e.Stimulus.Views = document.Mapping[experiment.Columns]{{Name: "a", Value: experiment.Columns{From: 4, To: 6}}, {Name: "b", Value: experiment.Columns{From: 0, To: 1}}}
	case 5:
		e.Stimulus.Autocorrelations, e.Stimulus.Inputs = []float64{0.3, 0.2, -0.2, -0.3}, 5 // begins anew every 128 steps
	case 6:
		e.Stimulus = rapid.SampledFrom([]experiment.Stimulus{
			{Sources: 4, Inputs: 5}, {Clusters: 4, Inputs: 6},
			{CanonicalCorrelations: []float64{0.9, 0.5}, Views: document.Mapping[experiment.Columns]{{Name: "x", Value: experiment.Columns{From: 0, To: 2}}, {Name: "y", Value: experiment.Columns{From: 3, To: 4}}}},
		}).Draw(t, "population")
	}
	e.Record = rapid.SampledFrom([][]string{nil, {"weights"}, {"lateral@7", "scale@log around interventions", "feedforward@10 while |scale| > 0.3"}, {"outputs", "feedforward[0,*]@50"}}).Draw(t, "record")
	e.Parts = rapid.SampledFrom([][]string{nil, {"all"}, {"feedforward[0,1-2]"}}).Draw(t, "parts")
	if len(e.Record) > 0 && e.Record[0] == "lateral@7" && e.Parts != nil {
		e.Parts = []string{"scale"}
	}
	if rapid.IntRange(0, 3).Draw(t, "offline") == 0 {
		offline := e
		offline.Offline, offline.Parts = true, nil
		if p, err := planning.Resolve(context.Background(), offline); err == nil { // else it has no flow
			p.Close()
			e = offline
		}
	}
	for range rapid.IntRange(0, 5).Draw(t, "interventions") {
		more := e
		more.Interventions = append(slices.Clone(e.Interventions), drawHappening(t, e.Steps))
		if p, err := planning.Resolve(context.Background(), more); err == nil { // else it does not fit
			p.Close()
			e = more
		}
	}
	return e
}

func drawHappening(t *rapid.T, steps int) experiment.Intervention {
	number := func(v float64) *float64 { return &v }
	i := rapid.SampledFrom([]experiment.Intervention{
		{Lesion: "lateral[0,*]"}, {Lesion: "outputs[1]", Side: "incoming"}, {Lesion: "inputs[2]"},
		{Freeze: "feedforward"}, {Freeze: "scale[0]"}, {Thaw: "weights"},
		{Clamp: "inputs[1]", To: number(0.5)}, {Clamp: "outputs[0]", To: number(0)}, {Clamp: "inputs[0]", To: number(math.Copysign(0, -1))}, {Release: "outputs[0]"},
		{Set: "feedforward[0,*]", To: number(0.1)}, {Set: "scale", To: number(1.5)}, {Multiply: "weights", By: number(0.9)},
		{Tau: 0.3}, {Lambda: &experiment.Lambda{Linear: true, Values: []float64{1, 0.5}}},
		{Noise: "weights", Size: number(1e-3)}, {Noise: "weights", Size: number(0)},
		{Failure: "feedforward", Probability: number(0.2)}, {Quantise: "lateral", Step: number(0.01)}, {Dale: "feedforward", Sign: "positive"},
		{Settle: &experiment.Settle{Method: "jacobi", Sweeps: 5, Warm: true}}, {Settle: &experiment.Settle{Method: "stale"}}, {Settle: &experiment.Settle{Method: "two-phase"}}, {Settle: &experiment.Settle{Method: "exact"}},
		{Stimulus: &experiment.StimulusChange{Rotate: number(30)}}, {Stimulus: &experiment.StimulusChange{Drift: number(0.5)}}, {Stimulus: &experiment.StimulusChange{Drift: number(0)}},
		{Stimulus: &experiment.StimulusChange{Correlate: number(0.9)}}, {Stimulus: &experiment.StimulusChange{Noise: number(0.1)}}, {Stimulus: &experiment.StimulusChange{Spectrum: []float64{0.9, 0.8, 0.3}}},
	}).Draw(t, "intervention")
	at := rapid.IntRange(0, steps).Draw(t, "at")
	switch rapid.IntRange(0, 3).Draw(t, "when") {
	default:
		i.At = &at
	case 2:
		i.Every, i.From = rapid.IntRange(20, 200).Draw(t, "every"), max(at, 1)
	case 3:
		i.When = rapid.SampledFrom([]string{"lateral_ratio > 0.05", "error < 0.3", "|feedforward[*,*]| > 0.5"}).Draw(t, "condition")
		i.Check = rapid.IntRange(1, 50).Draw(t, "check")
	}
	return i
}

// stimulusFile writes some stimuli that vary in six directions.
func stimulusFile(t testing.TB) string {
	var text strings.Builder
	for i := range 400 {
		for j := range 6 {
			fmt.Fprintf(&text, "%d,", (i*i*(j+3)+7*i*j)%(40-5*j)-10)
		}
		text.WriteString("1\n")
	}
	path := filepath.Join(t.TempDir(), "stimuli.csv")
	if err := os.WriteFile(path, []byte(text.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// A run that is interrupted again and again, or killed after some checkpoint, and
// resumed with any number of workers, is byte for byte one that was not.
func TestResumedRunIsTheSame(t *testing.T) {
	long.Draws(t, 10)
	root, file := t.TempDir(), stimulusFile(t)
	resumed := 0
	rapid.Check(t, func(rt *rapid.T) {
		e := drawResumable(rt, file)
		parent, err := os.MkdirTemp(root, "case-")
		if err != nil {
			rt.Fatal(err)
		}
		defer os.RemoveAll(parent)
		whole, out := filepath.Join(parent, "whole"), filepath.Join(parent, "out")
		run := func(ctx context.Context, o planning.RunOptions) error {
			plan, err := planning.Resolve(context.Background(), e)
			if err != nil {
				rt.Skip(err)
			}
			defer plan.Close()
			_, err = Run(ctx, plan, o)
			return err
		}
		if err := run(t.Context(), planning.RunOptions{Out: whole, Workers: 2}); err != nil {
			rt.Skip(err) // it diverges, or a file is too short
		}
		for n := range 5 {
			ctx, stop := context.WithCancel(t.Context())
			older := map[string]string{} // the checkpoints at some time, if the process was killed
			killed := rapid.Bool().Draw(rt, "killed")
			progress := &stopAfter{stop: stop, peep: func() { older = checkpoints(rt, out) }}
			if progress.interrupt = rapid.IntRange(1, e.Steps*e.Trials).Draw(rt, "interrupt"); n == 4 {
				progress.interrupt = 1 << 40
			}
			progress.look = rapid.IntRange(1, progress.interrupt).Draw(rt, "look")
			o := planning.RunOptions{
				Out: out, Workers: rapid.IntRange(1, 3).Draw(rt, "workers"), Progress: progress,
				CheckpointEvery: rapid.SampledFrom([]int{0, 1, 7, 50, 100}).Draw(rt, "checkpoint every"),
			}
			if o.CheckpointEvery == 1 && e.Steps > 30 {
				o.CheckpointEvery = 13
			}
			var err error
			if n == 0 {
				err = run(ctx, o)
			} else {
				_, err = Resume(ctx, out, o)
				resumed++
			}
			if stop(); err == nil {
				break
			}
			if !errors.Is(err, interrupt.ErrInterrupted) || n == 4 {
				rt.Fatal(err)
			}
			if killed && onDisk(out+".partial") {
				rewind(rt, out, older)
			}
		}
		sameRun(rt, whole, out)
	})
	if resumed == 0 {
		t.Error("no run was resumed")
	}
}

// checkpoints returns the checkpoints of an unfinished run.
func checkpoints(t rapid.TB, out string) map[string]string {
	found := map[string]string{}
	entries, err := os.ReadDir(out + ".partial")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), "checkpoint-") && e.Name() != "findings.bin" || strings.HasSuffix(e.Name(), ".partial") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(out+".partial", e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		found[e.Name()] = string(text)
	}
	return found
}

// rewind leaves an unfinished run as a process does that was killed after it wrote
// these checkpoints, while it wrote to every file that it could.
func rewind(t rapid.TB, out string, older map[string]string) {
	write := func(name, text string, flag int) {
		f, err := os.OpenFile(filepath.Join(out+".partial", name), flag|os.O_CREATE|os.O_WRONLY, 0o666)
		if err == nil {
			_, err = f.WriteString(text)
		}
		if err = errors.Join(err, f.Close()); err != nil {
			t.Fatal(err)
		}
	}
	for name := range checkpoints(t, out) {
		if text, found := older[name]; found {
			write(name, text, os.O_TRUNC)
		} else if err := os.Remove(filepath.Join(out+".partial", name)); err != nil {
			t.Fatal(err)
		}
	}
	for name := range contents(t, out+".partial") {
		if strings.HasSuffix(name, ".partial") {
			write(name, "half of somethi", os.O_APPEND)
		}
	}
	for _, name := range []string{"checkpoint-0000.bin.partial", "findings.bin.partial", "weights.npz.partial", "weights-0000.npz.partial", "summary.json.partial", "traces-0000-00007.parquet.partial", "summary.json", "traces.svg"} {
		write(name, `{"half": `, os.O_TRUNC)
	}
}

// resumable leaves an unfinished run of two trials, the first of them complete.
func resumable(t testing.TB, e experiment.Experiment) (out string) {
	out = filepath.Join(t.TempDir(), "run")
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	plan, err := planning.Resolve(context.Background(), e)
	if err != nil {
		t.Fatal(err)
	}
	defer plan.Close()
	_, err = Run(ctx, plan, planning.RunOptions{Out: out, Workers: 1, CheckpointEvery: 20, Progress: &stopAfter{interrupt: 130, stop: stop, peep: func() {}}})
	if !errors.Is(err, interrupt.ErrInterrupted) {
		t.Fatal(err)
	}
	return out
}

// interrupted is an experiment whose trials do not go side by side.
func interrupted() experiment.Experiment {
	by := 0.99
	return experiment.Experiment{Network: "PSP", Steps: 100, Trials: 2, Reference: true, Interventions: []experiment.Intervention{{Every: 10, Multiply: "feedforward", By: &by}}}
}

// edit changes the manifest of an unfinished run, and takes its checksum away.
func edit(out, old, by string) error {
	return errors.Join(substitute(out+".partial/manifest.json", old, by), os.Remove(out+".partial/SHA256SUMS"))
}

// What cannot be resumed is refused with a reason, and nothing is changed.
func TestRefusedResumptionChangesNothing(t *testing.T) {
	file := stimulusFile(t)
	e := interrupted()
	e.Interventions, e.Trials = nil, 3
	e.Stimulus = experiment.Stimulus{File: file, Shuffle: true, Epochs: 2}
	e.Outputs = 2
	other := e
	other.Seed = 77
	foreign := resumable(t, other)
	for name, c := range map[string]struct {
		change func(out string) error
		reason string
	}{
		"another run": {func(out string) error {
			return os.Rename(foreign+".partial/checkpoint-0001.bin", out+".partial/checkpoint-0001.bin")
		}, "it is of the run"},
		"another trial": {func(out string) error {
			return os.Rename(out+".partial/checkpoint-0001.bin", out+".partial/checkpoint-0002.bin")
		}, "it is of trial 1, not 2"},
		"findings of another run": {func(out string) error {
			return os.Rename(foreign+".partial/findings.bin", out+".partial/findings.bin")
		}, "it is of the run"},
		"truncated findings": {func(out string) error { return os.Truncate(out+".partial/findings.bin", 1000) }, "findings.bin is refused: it is damaged"},
		"changed findings":   {func(out string) error { return substitute(out+".partial/findings.bin", "checkpoint", "Checkpoint") }, "it does not begin as one"},
		"truncated":          {func(out string) error { return os.Truncate(out+".partial/checkpoint-0001.bin", 1000) }, "its hash is not that"},
		"empty":              {func(out string) error { return os.Truncate(out+".partial/checkpoint-0001.bin", 0) }, "it does not begin as one"},
		"another version": {func(out string) error {
			return substitute(out+".partial/checkpoint-0001.bin", `"version":"`, `"version":"9.`)
		}, "and this is " + result.Version},
		"another schema": {func(out string) error {
			return substitute(out+".partial/checkpoint-0001.bin", `"schema":3`, `"schema":4`)
		}, "its schema is 4"},
		"another step": {func(out string) error {
			return substitute(out+".partial/checkpoint-0001.bin", `"step":`, `"step":1`)
		}, "its first line should be"},
		"another seed": {func(out string) error {
			return substitute(out+".partial/checkpoint-0001.bin", `"seed":`, `"seed":1`)
		}, "its first line should be"},
		"a trace is missing":     {func(out string) error { return os.Remove(out + ".partial/traces-0000-00000.parquet") }, "traces-0000-00000.parquet is missing"},
		"a trace was cut":        {func(out string) error { return os.Truncate(out+".partial/traces-0000-00000.parquet", 100) }, "traces-0000-00000.parquet has 100 bytes"},
		"another manifest":       {func(out string) error { return edit(out, `"seed": 0`, `"seed": 1`) }, "manifest.json is not what this program writes"},
		"a manifest of tomorrow": {func(out string) error { return edit(out, `"schema": 1`, `"schema": 2`) }, "the schema of its manifest is 2"},
		"a damaged manifest":     {func(out string) error { return substitute(out+".partial/manifest.json", `"seed": 0`, `"seed": 1`) }, "manifest.json is damaged"},
		"other stimuli":          {func(string) error { return substitute(file, "-10", "-11") }, "has changed since"},
		"no stimuli":             {func(string) error { return os.Remove(file) }, "no such file"},
		"somebody else's folder": {func(out string) error {
			return errors.Join(os.Mkdir(out, 0o777), os.WriteFile(out+"/mine.txt", nil, 0o666))
		}, "move that out of the way"},
	} {
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			defer os.WriteFile(file, text, 0o666)
			out := resumable(t, e)
			if err := c.change(out); err != nil {
				t.Fatal(err)
			}
			before := contents(t, out+".partial")
			if _, err := Resume(t.Context(), out, planning.RunOptions{}); err == nil || !strings.Contains(err.Error(), c.reason) {
				t.Fatalf("error %v, want one with %q", err, c.reason)
			}
			after := contents(t, out+".partial")
			for name := range before {
				if before[name] != after[name] {
					t.Errorf("%s was changed", name)
				}
			}
			if len(after) != len(before) {
				t.Errorf("there were %d files, and now %d", len(before), len(after))
			}
		})
	}
}

// substitute replaces a text in a file, once.
func substitute(path, old, by string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if !bytes.Contains(text, []byte(old)) {
		return fmt.Errorf("%s does not hold %q", path, old)
	}
	return os.WriteFile(path, bytes.Replace(text, []byte(old), []byte(by), 1), 0o666)
}

// A run that has written everything but its name, and one that was killed while it
// removed its checkpoints, end as one that was not.
func TestKilledAtItsEnd(t *testing.T) {
	e := interrupted()
	whole := filepath.Join(t.TempDir(), "whole")
	if _, err := runIn(t, e, planning.RunOptions{Out: whole, CheckpointEvery: 30}); err != nil {
		t.Fatal(err)
	}
	out := resumable(t, e)
	left := checkpoints(t, out)
	if _, err := Resume(t.Context(), out, planning.RunOptions{Workers: 1}); err != nil {
		t.Fatal(err)
	}
	sameRun(t, whole, out)
	for name, text := range left {
		if err := os.WriteFile(filepath.Join(out, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := Resume(t.Context(), out+".partial", planning.RunOptions{}); !errors.Is(err, ErrComplete) {
		t.Fatalf("error %v, want that it is complete", err)
	}
	sameRun(t, whole, out)
}

// A run that diverges says so when it is resumed, and keeps its checkpoints. If it was killed before
// it wrote that it diverged, it diverges again.
func TestDivergedRunDivergesAgain(t *testing.T) {
	at, by := 70, 1e200 // with one worker: how far another trial is when this one diverges is a matter of time
	e := interrupted()
	e.Network, e.Interventions = "ifPSP", []experiment.Intervention{{At: &at, Multiply: "feedforward", By: &by}}
	out := filepath.Join(t.TempDir(), "run")
	var diverged, again *circuit.Divergence
	_, err := runIn(t, e, planning.RunOptions{Out: out, CheckpointEvery: 20, Workers: 1})
	if !errors.As(err, &diverged) || !onDisk(out+".partial/checkpoint-0000.bin") {
		t.Fatalf("error %v, and there is a checkpoint: %v", err, onDisk(out+".partial/checkpoint-0000.bin"))
	}
	var said *result.Ended
	if _, err := Resume(t.Context(), out, planning.RunOptions{Workers: 1}); !errors.As(err, &said) || said.Trials[0] != (result.EndedTrial{Step: diverged.Step, Reason: diverged.Reason()}) {
		t.Fatalf("error %v, want %v", err, diverged)
	}
	written := contents(t, out+".partial")
	if err := os.Remove(out + ".partial/diverged.json"); err != nil {
		t.Fatal(err)
	}
	if _, err := Resume(t.Context(), out, planning.RunOptions{Workers: 1}); !errors.As(err, &again) || again.Error() != diverged.Error() {
		t.Fatalf("error %v, want %v", err, diverged)
	}
	if now := contents(t, out+".partial"); !maps.Equal(now, written) {
		t.Errorf("the folder has the files %v, want %v with the same bytes", slices.Sorted(maps.Keys(now)), slices.Sorted(maps.Keys(written)))
	}
}

// lastStep is a Progress that interrupts a run when its last step is done.
type lastStep struct {
	planning.Silent
	left   atomic.Int64
	cancel context.CancelFunc
}

func (l *lastStep) Start(steps int) { l.left.Store(int64(steps)) }
func (l *lastStep) Add(steps int) {
	if l.left.Add(-int64(steps)) == 0 {
		l.cancel()
	}
}

// A run that is interrupted when nothing but its checksums are missing is resumed.
func TestInterruptedAfterTheLastStep(t *testing.T) {
	folder := t.TempDir()
	e := experiment.Experiment{Network: "ifPSP", Steps: 300, Trials: 2, Record: []string{"weights@10"}}
	whole, out := filepath.Join(folder, "whole"), filepath.Join(folder, "r")
	run := func(ctx context.Context, out string, o planning.RunOptions) error {
		p, err := planning.Resolve(context.Background(), e)
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		o.Out = out
		_, err = Run(ctx, p, o)
		return err
	}
	if err := run(t.Context(), whole, planning.RunOptions{}); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	if err := run(ctx, out, planning.RunOptions{Progress: &lastStep{cancel: cancel}}); !errors.Is(err, interrupt.ErrInterrupted) {
		t.Fatalf("it ended with error %v", err)
	}
	if _, err := os.Stat(out); err == nil {
		t.Fatal("it looks complete")
	}
	if _, err := Resume(t.Context(), out, planning.RunOptions{}); err != nil {
		t.Fatal(err)
	}
	a, b := contents(t, whole), contents(t, out)
	for name := range a {
		if name != "timing.json" && name != "SHA256SUMS" && name != "summary.json" && a[name] != b[name] {
			t.Errorf("%s differs", name)
		}
	}
	if len(a) != len(b) {
		t.Errorf("there are %d files, want %d", len(b), len(a))
	}
}
