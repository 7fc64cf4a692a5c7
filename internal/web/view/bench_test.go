package view_test

import (
	"testing"

	"twophase/circuit/selection"
	"twophase/internal/testkit/enginetest"
	"twophase/internal/traces/trace"
	"twophase/internal/web/view"
)

// A report reads the trace a few times at most: BenchmarkDigest/taken takes up to three times as
// long as BenchmarkDigest/read, which reads all rows once.
func BenchmarkDigest(b *testing.B) {
	folder := enginetest.Record(b, "stimulus: {problem: small}\nsteps: 100000\nrecord: [weights]\nparts: [all]\n")
	b.Run("read", func(b *testing.B) {
		t, err := trace.Open(folder, 0)
		if err != nil {
			b.Fatal(err)
		}
		defer t.Close()
		all := []selection.Kind{selection.Feedforward, selection.Lateral, selection.Scale, selection.Outputs}
		for b.Loop() {
			if err := t.Scan(b.Context(), 0, t.Last(), all, func(trace.Rows) error { return nil }); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("taken", func(b *testing.B) {
		for b.Loop() {
			source, err := view.Open(folder)
			if err != nil {
				b.Fatal(err)
			}
			source.CheckFirst(b.Context())
			if _, err := view.TakeDigest(b.Context(), source, 0, false, nil); err != nil {
				b.Fatal(err)
			}
			source.Close()
		}
	})
}
