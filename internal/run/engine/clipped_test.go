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

// Weights that are clipped have the same bits in trials side by side and alone, in both executors, and after a run was
// interrupted and resumed.
func TestClippedWeightsAreTheSame(t *testing.T) {
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
		return map[string]string{"weights": content(t, o.Out, "weights.npz"), "first": content(t, o.Out, "traces-0000-00000.parquet"), "last": content(t, o.Out, "traces-0010-00000.parquet")}
	}
	want := run(clipping, planning.RunOptions{Workers: 1})
	if free := run(strings.Replace(clipping, " enforce: clip,", "", 1), planning.RunOptions{Workers: 1}); free["weights"] == want["weights"] {
		t.Fatal("no weight is clipped: this tests nothing")
	}
	for name, got := range map[string]map[string]string{
		"alone":   run(clipping, planning.RunOptions{Workers: 11}),
		"literal": run(clipping+"executor: literal\n", planning.RunOptions{Workers: 1}),
		"resumed": run(clipping, planning.RunOptions{Workers: 2, CheckpointEvery: 50}),
	} {
		if got["weights"] != want["weights"] {
			t.Errorf("%s: other final weights", name)
		}
		if name == "alone" && (got["first"] != want["first"] || got["last"] != want["last"]) {
			t.Errorf("%s: other traces", name)
		}
	}
}
