package engine

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"twophase/internal/experiment"
	"twophase/internal/files/interrupt"
	"twophase/internal/run/planning"
)

// clipping is a circuit whose lateral weights would go below 0, and are clipped there.
const clipping = `circuit:
  name: clipping
  populations: {x: {input: true}, y: {scale: PSP}}
  projections:
    W: {from: x, to: y, rule: Oja}
    M: {from: y, to: y, sign: inhibitory, enforce: clip, rate: alpha/tau, rule: {post: {drive: y}, pre: {drive: y}}}
  schedule: [{turn: y, receives: [W], slot: provisional}, {turn: y, receives: [{through: M, slot: provisional}], base: provisional}, plasticity]
outputs: 3
rate: 0.02
steps: 400
trials: 11
record: [weights@20]
`

// rewiring is a circuit whose feedforward synapses are pruned and grow, with noise of its outputs.
const rewiring = `circuit:
  name: rewiring
  populations: {x: {input: true}, y: {}}
  projections:
    W: {from: x, to: y, rule: Oja, wiring: {random: 0.5}}
  schedule: [{turn: y, receives: [W]}, {noise: y, spread: 0.1, shared: 0.5}, plasticity, {rewire: W, every: 20, below: 0.1, for: 15, grow: random, start: 0.2}]
outputs: 3
rate: 0.02
steps: 400
trials: 11
record: [weights@20]
`

// Weights that are clipped have the same bits in trials side by side and alone, in both executors, and after a run was
// interrupted and resumed.
func TestClippedWeightsAreTheSame(t *testing.T) {
	staysTheSame(t, clipping, " enforce: clip,", "weights.npz", "traces-0000-00000.parquet", "traces-0010-00000.parquet")
}

// So have weights of synapses that are pruned and grow, and the events of that are the same.
func TestRewiringIsTheSame(t *testing.T) {
	staysTheSame(t, rewiring, ", grow: random, start: 0.2", "weights.npz", "traces-0000-00000.parquet", "events-0000.jsonl", "events-0010.jsonl")
}

// staysTheSame runs an experiment in several ways, and without a part of its text, which must make a difference. The first
// file is always the same; the others name the executor, and traces have another file after an interruption.
func staysTheSame(t *testing.T, text, without string, files ...string) {
	run := func(text string, o planning.RunOptions) map[string]string {
		t.Helper()
		doc, err := experiment.Parse("x.yaml", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		o.Out = filepath.Join(t.TempDir(), "run")
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		if o.CheckpointEvery > 0 {
			o.Progress = &stopAfter{stop: stop, peep: func() {}, interrupt: 1500}
		}
		plan, err := planning.Resolve(t.Context(), doc.Experiment)
		if err != nil {
			t.Fatal(err)
		}
		defer plan.Close()
		_, err = Run(ctx, plan, o)
		if o.CheckpointEvery > 0 {
			if !errors.Is(err, interrupt.ErrInterrupted) {
				t.Fatalf("the run was not interrupted: %v", err)
			}
			_, err = Resume(t.Context(), o.Out, planning.RunOptions{Workers: o.Workers})
		}
		if err != nil {
			t.Fatal(err)
		}
		found := map[string]string{}
		for _, name := range files {
			found[name] = content(t, o.Out, name)
		}
		return found
	}
	want := run(text, planning.RunOptions{Workers: 1})
	if free := run(strings.Replace(text, without, "", 1), planning.RunOptions{Workers: 1}); free[files[0]] == want[files[0]] {
		t.Fatalf("without%s the weights are the same: this tests nothing", without)
	}
	for name, got := range map[string]map[string]string{
		"alone":   run(text, planning.RunOptions{Workers: 11}),
		"literal": run(text+"executor: literal\n", planning.RunOptions{Workers: 1}),
		"resumed": run(text, planning.RunOptions{Workers: 2, CheckpointEvery: 50}),
	} {
		for i, file := range files {
			kept := strings.HasPrefix(file, "events") || name == "alone" // an interruption begins another file of traces
			if got[file] != want[file] && (i == 0 || kept && name != "literal") {
				t.Errorf("%s: other %s", name, file)
			}
		}
	}
}
