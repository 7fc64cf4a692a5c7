package engine

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"twophase/circuit"
	"twophase/internal/experiment"
	"twophase/internal/measure"
	"twophase/internal/run/planning"
	"twophase/internal/run/training"
	"twophase/internal/traces/result"
)

// slowLooks is a watcher whose looks take long, and that is called in one of them.
type slowLooks struct {
	at   int
	call func()
}

func (s *slowLooks) Start(*planning.Plan, result.Manifest, string) {}
func (s *slowLooks) Begin(int, *circuit.Circuit) circuit.Observer  { return nil }
func (s *slowLooks) Happened(int, int, string, int)                {}
func (s *slowLooks) Look(_ int, p measure.Point) {
	switch {
	case p.Step == s.at:
		s.call()
	case p.Step == s.at-1:
		time.Sleep(time.Second + training.LongBlock)
	case p.Step < s.at:
		time.Sleep(training.LongBlock + 10*time.Millisecond)
	}
}

// A signal does not wait for a look that takes long, in mid-run or at its end. So the state before it is on the disk, and
// a run that ends in the look goes on from there to the same bytes.
func TestEndedInALongLook(t *testing.T) {
	t.Parallel()
	const steps = 17 // the last of which is looked at when the trial is measured
	e := experiment.Experiment{
		Outputs: 2, Steps: steps, Trials: 1, Record: []string{"scale", "lateral[1,*]@3"}, Measure: &experiment.Measure{At: []int{8, 9, 16}},
		Stimulus:      experiment.Stimulus{Spectrum: []float64{1, 0.5, 0.25}},
		Interventions: []experiment.Intervention{{Every: 4, Lesion: "lateral[0,*]"}},
	}
	for at, again := range map[int]int{9: steps - 8, steps: 0} {
		t.Run(fmt.Sprint(at), func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			whole, ended := filepath.Join(folder, "whole"), filepath.Join(folder, "ended")
			s := &slowLooks{at, func() {
				if err := os.CopyFS(ended+".partial", os.DirFS(whole+".partial")); err != nil {
					t.Error(err)
				}
			}}
			if _, err := runIn(t, e, planning.RunOptions{Out: whole, Workers: 1, Watcher: s}); err != nil {
				t.Fatal(err)
			}
			progress := &counter{}
			if _, err := Resume(t.Context(), ended, planning.RunOptions{Progress: progress}); err != nil {
				t.Fatal(err)
			}
			if progress.steps != again {
				t.Errorf("%d steps are taken again, want %d", progress.steps, again)
			}
			sameRun(t, whole, ended)
		})
	}
}
