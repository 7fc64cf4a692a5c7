package engine

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"twophase/internal/experiment"
	"twophase/internal/run/planning"
)

// BenchmarkTwins runs two variants side by side and, interleaved with that, one
// after the other, and reports the ratio of the times. Half of the steps are before
// they part.
func BenchmarkTwins(b *testing.B) {
	for _, c := range []struct {
		name string
		experiment.Experiment
	}{
		{"10x3", experiment.Experiment{Steps: 400_000}},
		{"10x3,trials=8", experiment.Experiment{Steps: 100_000, Trials: 8}},
		{"100x10", experiment.Experiment{Steps: 100_000, Stimulus: experiment.Stimulus{Problem: "large"}}},
	} {
		b.Run(c.name, func(b *testing.B) {
			lesioned := c.Experiment
			lesioned.Interventions = []experiment.Intervention{at(c.Steps/2, experiment.Intervention{Lesion: "lateral[1,0]"})}
			variants := []experiment.NamedExperiment{{Name: "base", Experiment: c.Experiment}, {Name: "lesioned", Experiment: lesioned}}
			var together, alone time.Duration
			for b.Loop() {
				start := time.Now()
				if _, err := runTwins(b, filepath.Join(b.TempDir(), "twins"), 0, variants...); err != nil {
					b.Fatal(err)
				}
				together += time.Since(start)
				start = time.Now()
				for _, v := range variants {
					p, err := planning.Resolve(context.Background(), v.Experiment)
					if err != nil {
						b.Fatal(err)
					}
					if _, err := Run(b.Context(), p, planning.RunOptions{Out: filepath.Join(b.TempDir(), v.Name)}); err != nil {
						b.Fatal(err)
					}
					p.Close()
				}
				alone += time.Since(start)
			}
			b.ReportMetric(float64(together)/float64(alone), "together/alone")
		})
	}
}
