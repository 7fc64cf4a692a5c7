package engine

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"twophase/internal/experiment"
	"twophase/internal/run/planning"
	"twophase/internal/testkit/long"
)

// Every example asks a question, is valid, and runs.
func TestExamples(t *testing.T) {
	long.SkipShort(t)
	paths, err := filepath.Glob("../../../testdata/experiments/*.yaml")
	if err != nil || len(paths) < 6 {
		t.Fatalf("examples %v, %v", paths, err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			question, _, _ := strings.Cut(string(text), "\n#\n")
			if !strings.HasPrefix(question, "# ") || !strings.HasSuffix(question, "?") {
				t.Errorf("begins with %q, not with a question", question)
			}
			doc, err := experiment.Load(path)
			if err != nil {
				t.Fatal(err)
			}
			whole, err := planning.Resolve(context.Background(), doc.Experiment)
			if err != nil {
				t.Fatal(doc.Locate(err))
			}
			defer whole.Close()
			if err := whole.Check(t.Context(), planning.RunOptions{Budget: 1e9}); err != nil {
				t.Fatal(doc.Locate(err))
			}
			e := whole.Experiment
			for n := range e.Interventions { // they take place as far on the way
				i := &e.Interventions[n]
				for _, step := range []*int{i.At, &i.Every, &i.From, &i.Until, &i.Check} {
					if step != nil {
						*step = (*step*300 + e.Steps - 1) / e.Steps
					}
				}
			}
			e.Steps, e.Trials = min(e.Steps, 300), min(e.Trials, 2)
			brief, err := planning.Resolve(context.Background(), e)
			if err != nil {
				t.Fatal(err)
			}
			defer brief.Close()
			summary, err := Run(t.Context(), brief, planning.RunOptions{Out: filepath.Join(t.TempDir(), "run")})
			if err != nil {
				t.Fatal(err)
			}
			for n, effect := range summary.Results[0].Effects {
				if effect.Times == 0 {
					t.Errorf("%v does not take place", brief.Interventions[n])
				}
			}
			if len(summary.Results) != e.Trials || summary.Steps != e.Steps {
				t.Errorf("%d trials of %d steps, not %d of %d", len(summary.Results), summary.Steps, e.Trials, e.Steps)
			}
		})
	}
}
