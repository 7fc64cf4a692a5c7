package view_test

import (
	"path/filepath"
	"testing"

	"twophase/internal/experiment"
	"twophase/internal/run/engine"
	"twophase/internal/run/planning"
	"twophase/internal/web/view"
)

// The digest of a run that diverged has steps phase by phase, and the last of them is the one that it ended in.
func TestDigestOfADivergedRun(t *testing.T) {
	doc, err := experiment.Parse("run.yaml", []byte("steps: 300\nrecord: [weights@10]\ninterventions: [{at: 105, rate: 2}]\n"))
	if err != nil {
		t.Fatal(err)
	}
	plan, err := planning.Resolve(t.Context(), doc.Experiment)
	if err != nil {
		t.Fatal(err)
	}
	defer plan.Close()
	folder := filepath.Join(t.TempDir(), "run")
	if _, err := engine.Run(t.Context(), plan, planning.RunOptions{Out: folder}); err == nil {
		t.Fatal("it did not diverge")
	}
	digest, err := view.TakeDigest(t.Context(), open(t, folder+".partial"), 0, true, func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	d := digest.Trials[0]
	last := len(d.Steps) - 1
	if last < 1 || d.Steps[last].Step != d.Trial.Last || d.Steps[last].Ended == "" {
		t.Errorf("the digest has %d steps, and the run ended in step %d", len(d.Steps), d.Trial.Last)
	}
}
