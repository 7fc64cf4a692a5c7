package engine

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
	"pgregory.net/rapid"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/internal/experiment"
	"twophase/internal/files/interrupt"
	"twophase/internal/run/planning"
	"twophase/internal/run/training"
	"twophase/internal/testkit/long"
	"twophase/recorder"
)

// recordedAt returns the rows of a trial's trace by step.
func recordedAt(t rapid.TB, folder string, trial int) map[int][]recorder.Row {
	parts, err := filepath.Glob(filepath.Join(folder, fmt.Sprintf("traces-%04d-*.parquet", trial)))
	if err != nil {
		t.Fatal(err)
	}
	all := map[int][]recorder.Row{}
	for _, part := range parts {
		rows, err := parquet.ReadFile[recorder.Row](part)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range rows {
			all[int(r.Step)] = append(all[int(r.Step)], r)
		}
	}
	return all
}

// checkReplayed fails unless a replayed step ends with what was recorded of it.
func checkReplayed(t rapid.TB, r *Replay, s *ReplayedStep, rows []recorder.Row) {
	z := selection.SizeOf(r.current.Circuit())
	for _, r := range rows {
		k := selection.Kind(r.Projection)
		got, place := s.After[k], int(r.Post)
		switch z.Class(k) {
		case selection.Synapses:
			place = place*z.Width(k) + int(*r.Pre)
		case selection.Neurons:
			for _, v := range s.Phases[len(s.Phases)-1].Signals {
				if v.Population == r.Projection {
					got = v.Values // the final ones, which come last
				}
			}
		}
		if math.Float64bits(got[place]) != math.Float64bits(r.Weight) {
			t.Fatalf("step %d, %s[%d,%v]: replayed %v, recorded %v", s.Step, r.Projection, r.Post, r.Pre, got[place], r.Weight)
		}
	}
}

// Whatever is done to a run, and in whatever order one looks at its steps, they end
// with the very bits that were recorded.
func TestReplayedStepsAreThoseRecorded(t *testing.T) {
	long.Draws(t, 10)
	root, file := t.TempDir(), stimulusFile(t)
	compared := 0
	check := func(rt *rapid.T) {
		e := drawResumable(rt, file)
		e.Trials = min(e.Trials, 2)
		out, err := os.MkdirTemp(root, "case-")
		if err != nil {
			rt.Fatal(err)
		}
		defer os.RemoveAll(out)
		out = filepath.Join(out, "run")
		plan, err := planning.Resolve(context.Background(), e)
		if err != nil {
			rt.Skip(err)
		}
		defer plan.Close()
		if _, err := Run(t.Context(), plan, planning.RunOptions{Out: out, Workers: 2}); err != nil {
			rt.Skip(err)
		}
		replay, err := OpenReplay(t.Context(), out)
		if err != nil {
			rt.Fatal(err)
		}
		defer replay.Close()
		recorded := []map[int][]recorder.Row{}
		for trial := range replay.Trials() {
			recorded = append(recorded, recordedAt(rt, out, trial))
		}
		for range 8 {
			trial, step := rapid.IntRange(0, replay.Trials()-1).Draw(rt, "trial"), rapid.IntRange(1, replay.Steps()).Draw(rt, "step")
			s, err := replay.Step(t.Context(), trial, step, nil)
			if err != nil || s.Step != step {
				rt.Fatal(s, err)
			}
			// A last step that was not due is recorded after what was done behind it.
			if step < replay.Steps() || len(e.Interventions) == 0 {
				rows := recorded[trial][step]
				compared += len(rows)
				checkReplayed(rt, replay, s, rows)
			}
			if step == replay.Steps() {
				continue
			}
			// What is done between the steps shows at the beginning of the next one.
			next, err := replay.Step(t.Context(), trial, step+1, nil)
			if err != nil {
				rt.Fatal(err)
			}
			if len(e.Interventions) == 0 && !reflect.DeepEqual(next.Before, s.After) {
				rt.Fatalf("step %d does not begin where step %d ended", step+1, step)
			}
		}
	}
	for range 100 { // until enough was compared
		if rapid.Check(t, check); compared >= 1000 {
			break
		}
	}
	if compared < 1000 {
		t.Errorf("%d values were compared", compared)
	}
}

// A replayed step has the result of each phase: ỹ, then y, and a change that is the sum of its
// parts.
func TestReplayedPhases(t *testing.T) {
	_, out := mustRun(t, "network: ifPSP\noutputs: 3\nsteps: 50\nrecord: [weights]\n")
	replay, err := OpenReplay(t.Context(), out)
	if err != nil {
		t.Fatal(err)
	}
	defer replay.Close()
	s, err := replay.Step(t.Context(), 0, 20, nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, p := range s.Phases {
		names = append(names, p.Name)
	}
	if got := strings.Join(names, " "); got != "Feedforward Lateral Plasticity" {
		t.Fatalf("it ran %s", got)
	}
	provisional, y := s.Phases[0].Signal(circuit.Provisional), s.Phases[1].Signal(circuit.Y)
	if s.Phases[0].Signal(circuit.Y) != nil || provisional == nil || y == nil {
		t.Error("y is there before its phase, or ỹ is not after its own")
	}
	for i := range 3 {
		var drive, lateral float64
		for j, x := range s.X {
			drive += float64(s.Before[selection.Feedforward][i*len(s.X)+j] * x)
		}
		m := s.Before[selection.Scale][i]
		for j, y := range provisional {
			if j != i {
				lateral += float64(s.Before[selection.Lateral][3*i+j] * y)
			}
		}
		if got, want := provisional[i], drive/m; math.Abs(got-want) > 1e-14 {
			t.Errorf("ỹ[%d] is %v, want %v", i, got, want)
		}
		if got, want := y[i], (drive-lateral)/m; math.Abs(got-want) > 1e-13 && math.Abs(got-(drive/m-lateral/m)) > 1e-13 {
			t.Errorf("y[%d] is %v, want %v", i, got, want)
		}
	}
	if moved := checkParts(t, s); moved != 3*10+3*3 {
		t.Errorf("%d weights move", moved)
	}
}

// checkParts fails unless each weight and scale moves by the sum of its parts, to the bit, and returns how many move.
func checkParts(t *testing.T, s *ReplayedStep) (moved int) {
	for k, before := range s.Before {
		after, parts := s.After[k], s.Learnt[k]
		for i := range before {
			sum := new(big.Float).SetPrec(2000)
			for _, part := range [][]float64{before, parts.Hebbian, parts.Decay, parts.Rounding, parts.Nonlocal, parts.Unlearning, parts.Second, parts.Third} {
				if part != nil {
					sum.Add(sum, big.NewFloat(part[i]))
				}
			}
			if sum.Cmp(big.NewFloat(after[i])) != 0 {
				t.Errorf("%s %d moves from %v to %v, of parts %+v", k, i, before[i], after[i], parts)
			} else if before[i] != after[i] {
				moved++
			}
		}
	}
	return moved
}

// Circuits with other populations are replayed as they were recorded.
func TestReplayOfManyPopulations(t *testing.T) {
	for _, network := range []string{"ei", "stack", "bio-cca-interneurons", "bio-nica-indirect"} {
		_, out := mustRun(t, "network: "+network+"\nsteps: 50\nrecord: [weights, "+activitiesOf(t, network)+"]\n")
		replay, err := OpenReplay(t.Context(), out)
		if err != nil {
			t.Fatal(err)
		}
		defer replay.Close()
		s, err := replay.Step(t.Context(), 0, 20, nil)
		if err != nil {
			t.Fatal(err)
		}
		rows := recordedAt(t, out, 0)[20]
		if checkReplayed(t, replay, s, rows); len(rows) == 0 || checkParts(t, s) == 0 {
			t.Errorf("%s: %d rows were recorded, or no weight moves", network, len(rows))
		}
	}
}

// activitiesOf returns the populations of a network whose activities can be recorded.
func activitiesOf(t *testing.T, network string) string {
	n, err := circuit.LookupNetwork(network)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, p := range n.Graph.Populations {
		if !p.Input {
			names = append(names, p.Name)
		}
	}
	return strings.Join(names, ", ")
}

// The parts of a replayed step add up where a phase before plasticity has one of them.
func TestReplayedPartsOfPhases(t *testing.T) {
	for network, nonlocal := range map[string]bool{"sanger": true, "linsker": false} {
		_, out := mustRun(t, "network: "+network+"\noutputs: 3\nsteps: 50\nrecord: [weights]\n")
		replay, err := OpenReplay(t.Context(), out)
		if err != nil {
			t.Fatal(err)
		}
		defer replay.Close()
		s, err := replay.Step(t.Context(), 0, 20, nil)
		if err != nil {
			t.Fatal(err)
		}
		learnt := s.Learnt[selection.Feedforward]
		part := learnt.Unlearning
		if nonlocal {
			part = learnt.Nonlocal
		}
		if (learnt.Nonlocal != nil) != nonlocal || (learnt.Unlearning != nil) == nonlocal {
			t.Fatalf("%s: non-local %v, unlearning %v", network, learnt.Nonlocal, learnt.Unlearning)
		}
		if checkParts(t, s); slices.Contains(part, 0) {
			t.Errorf("%s: parts of that kind are %v", network, part)
		}
	}
}

// So they do where rules have several products of drives, and no part that the others lack.
func TestReplayedPartsOfProducts(t *testing.T) {
	_, out := mustRun(t, `circuit:
  name: products
  populations: {inputs: {input: true}, outputs: {scale: fixed}}
  projections:
    feedforward: {from: inputs, to: outputs, rule: {post: {drive: [outputs, -outputs/2], decay: outputs^2}, pre: {drive: [inputs, inputs], decay: 1}}}
    lateral: {from: outputs, to: outputs, sign: subtracts, rate: alpha/tau, rule: {post: {drive: [outputs, outputs/8, -outputs/4], decay: 0.1}, pre: {drive: [outputs, outputs, outputs], decay: 1}}}
  schedule: [feedforward, lateral, plasticity]
outputs: 3
steps: 50
record: [weights]
`)
	replay, err := OpenReplay(t.Context(), out)
	if err != nil {
		t.Fatal(err)
	}
	defer replay.Close()
	s, err := replay.Step(t.Context(), 0, 20, nil)
	if err != nil {
		t.Fatal(err)
	}
	w, m := s.Learnt[selection.Feedforward], s.Learnt[selection.Lateral]
	if w.Second == nil || w.Third != nil || m.Second == nil || m.Third == nil {
		t.Fatalf("parts of W %+v, of M %+v", w, m)
	}
	if checkParts(t, s) == 0 {
		t.Error("no weight moves")
	}
}

// A fork is replayed from the run that it goes on from, and what was done to it from
// the fork on.
func TestReplayFork(t *testing.T) {
	e := experiment.Experiment{Network: "ifPSP", Steps: 300, Outputs: 3, Trials: 2, Seed: 5, Reference: true, Record: []string{"weights@10", "outputs"}}
	other := e
	other.Tau = 0.2
	other.Interventions = []experiment.Intervention{at(100, experiment.Intervention{Multiply: "lateral", By: new(float64)}), at(120, experiment.Intervention{Stimulus: &experiment.StimulusChange{Rotate: ptr(40.0)}}), at(150, experiment.Intervention{Freeze: "feedforward"})}
	e.Interventions = []experiment.Intervention{at(30, experiment.Intervention{Lesion: "feedforward[0,1]"})}
	out := filepath.Join(t.TempDir(), "both")
	if _, err := runTwins(t, out, 100, experiment.NamedExperiment{Name: "first", Experiment: e}, experiment.NamedExperiment{Name: "other", Experiment: other}); err != nil {
		t.Fatal(err)
	}
	replay, err := OpenReplay(t.Context(), filepath.Join(out, "other"))
	if err != nil {
		t.Fatal(err)
	}
	defer replay.Close()
	for _, step := range []int{250, 101, 100, 130, 90, 31, 300} {
		s, err := replay.Step(t.Context(), 1, step, nil)
		if err != nil {
			t.Fatal(err)
		}
		from := "other"
		if step <= 100 {
			from = "first"
		}
		rows := recordedAt(t, filepath.Join(out, from), 1)[step]
		if len(rows) == 0 {
			t.Errorf("nothing was recorded of step %d", step)
		}
		checkReplayed(t, replay, s, rows)
	}

	// Alone it cannot be replayed.
	alone := filepath.Join(t.TempDir(), "alone")
	if err := os.Rename(filepath.Join(out, "other"), alone); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenReplay(t.Context(), alone); err == nil || !strings.Contains(err.Error(), "is not beside it") {
		t.Errorf("alone: %v", err)
	}
}

func ptr[T any](v T) *T { return &v }

// An interrupted replay continues from its last state; a step that was replayed before is found
// at once.
func TestReplayInterrupted(t *testing.T) {
	_, out := mustRun(t, "steps: 100000\nrecord: [weights@50000]\n")
	replay, err := OpenReplay(t.Context(), out)
	if err != nil {
		t.Fatal(err)
	}
	defer replay.Close()
	ctx, cancel := context.WithCancel(t.Context())
	if _, err := replay.Step(ctx, 0, 100000, func(done float64) {
		if done > 0.5 {
			cancel()
		}
	}); !errors.Is(err, interrupt.ErrInterrupted) {
		t.Fatal(err)
	}
	at := replay.current.Circuit().StepCount()
	if at < 50000 || at > 51000 {
		t.Errorf("interrupted after step %d", at)
	}
	begun := -1.0
	steps := func(to int) (taken int) {
		begun = -1
		before := len(replay.kept.states)
		if _, err := replay.Step(t.Context(), 0, to, func(done float64) {
			if begun < 0 {
				begun = done
			}
			taken += training.BlockSteps
		}); err != nil {
			t.Fatal(err)
		}
		if len(replay.kept.states) > before+20 {
			t.Errorf("%d states are kept", len(replay.kept.states))
		}
		return taken
	}
	if n := steps(100000); n > 50000+training.BlockSteps {
		t.Errorf("to go on to the end takes %d steps more", n)
	}
	for _, c := range []struct{ step, most int }{{100000, training.BlockSteps}, {99999, 2 * training.BlockSteps}, {99800, 2 * training.BlockSteps}, {99801, training.BlockSteps}, {50001, 6250 + training.BlockSteps}, {100000, training.BlockSteps}} {
		if n := steps(c.step); n > c.most {
			t.Errorf("to find step %d takes some %d steps", c.step, n)
		}
	}
}

// What may not be what it was is not replayed, and neither is what takes too much
// memory.
func TestReplayRefuses(t *testing.T) {
	file := stimulusFile(t)
	_, out := mustRun(t, "outputs: 2\nsteps: 20\nstimulus: {file: "+file+"}\n")
	name := filepath.Join(out, "manifest.json")
	manifest, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ old, by, why string }{
		{`"steps": 20`, `"steps": 21`, "not what this program writes"},
		{`"version": "`, `"version": "9.`, "of twophase 9."},
		{`"schema": 1`, `"schema": 2`, "newer"},
		{`"outputs": 2`, `"outputs": 1000000000`, "too large"},
		{`"stimulus": {`, `"stimulus": {"inputs": 4000000000000,`, "too large"},
		{file, "/dev/zero", "not a regular file"},
		{file, "/nowhere", "no such file"},
		{`"run": "`, `"run": "x`, "not what this program writes"},
	} {
		os.Remove(filepath.Join(out, "SHA256SUMS")) // or else every change is damage
		text := strings.ReplaceAll(string(manifest), c.old, c.by)
		if text == string(manifest) {
			t.Fatalf("%s is not in the manifest", c.old)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if r, err := OpenReplay(t.Context(), out); err == nil || !strings.Contains(err.Error(), c.why) {
			t.Errorf("%s for %s: %v, %v, want %q", c.by, c.old, r, err, c.why)
		}
	}
	if err := os.WriteFile(name, manifest, 0o666); err != nil {
		t.Fatal(err)
	}
	r, err := OpenReplay(t.Context(), out)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range [][2]int{{0, 0}, {0, 21}, {1, 1}, {-1, 1}} {
		if _, err := r.Step(t.Context(), c[0], c[1], nil); err == nil {
			t.Errorf("trial %d, step %d", c[0], c[1])
		}
	}
	r.Close()
	if err := substitute(file, "1", "2"); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenReplay(t.Context(), out); err == nil || !strings.Contains(err.Error(), "has changed since") {
		t.Errorf("a file that has changed: %v", err)
	}
}
