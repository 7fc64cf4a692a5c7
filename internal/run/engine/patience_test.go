package engine

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"twophase/circuit"
	"twophase/internal/experiment"
	"twophase/internal/files/interrupt"
	"twophase/internal/measure"
	"twophase/internal/run/planning"
	"twophase/internal/run/training"
	"twophase/internal/traces/result"
)

// blocking is a watcher that takes its time with every look, and at one step interrupts
// the run and does not come back before it is released.
type blocking struct {
	at        int
	interrupt func()
	released  chan struct{}
	took      time.Duration
}

func (b *blocking) Start(*planning.Plan, result.Manifest, string) {}
func (b *blocking) Begin(int, *circuit.Circuit) circuit.Observer  { return nil }
func (b *blocking) Happened(int, int, string, int)                {}
func (b *blocking) Look(_ int, p measure.Point) {
	if p.Step == b.at {
		b.interrupt()
		<-b.released
		return
	}
	time.Sleep(b.took)
}

// A run that is interrupted in a look that takes long, in mid-run or at its end, is
// written down as it was before, without waiting, and goes on to the same bytes.
func TestLongLookIsAbandoned(t *testing.T) {
	t.Parallel()
	const steps = 17 // the last of which is looked at when the trial is measured
	folder := t.TempDir()
	e := experiment.Experiment{
		Outputs: 70, Steps: steps, Trials: 1, Record: []string{"scale", "lateral[1,*]@3"},
		Stimulus:      experiment.Stimulus{Spectrum: []float64{1, 0.5}, Inputs: 80},
		Interventions: []experiment.Intervention{{Every: 4, Lesion: "lateral[0,*]"}},
	}
	run := func(name string, ctx context.Context, w planning.Watcher) error {
		p, err := planning.Resolve(context.Background(), e)
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		_, err = Run(ctx, p, planning.RunOptions{Out: filepath.Join(folder, name), Workers: 1, Watcher: w})
		return err
	}
	if err := run("want", context.Background(), nil); err != nil {
		t.Fatal(err)
	}
	var cases sync.WaitGroup // all at once: they mostly wait
	defer cases.Wait()
	for at, kept := range map[int]int{1: 0, 2: 1, 9: 8, 16: 15, steps: steps} {
		for _, took := range []time.Duration{0, training.LongBlock + 10*time.Millisecond} {
			if took == 0 && at > 1 && at < steps { // then only the first look and the last may take long
				continue
			}
			cases.Go(func() {
				t.Run(fmt.Sprint(at, " ", took), func(t *testing.T) {
					ctx, cancel := context.WithCancel(context.Background())
					defer cancel()
					name := fmt.Sprintf("r%d-%v", at, took)
					b := &blocking{at: at, took: took, interrupt: cancel, released: make(chan struct{})}
					late := time.AfterFunc(time.Minute, func() { close(b.released) })
					err := run(name, ctx, b)
					if !late.Stop() {
						t.Fatal("it waited for the look")
					}
					close(b.released)
					if !errors.Is(err, interrupt.ErrInterrupted) || !strings.Contains(err.Error(), fmt.Sprintf("after step %d;", kept)) {
						t.Fatalf("error %v", err)
					}
					time.Sleep(interrupt.Patience) // what was abandoned has come to its end, and changed nothing
					if _, err := Resume(context.Background(), filepath.Join(folder, name), planning.RunOptions{}); err != nil {
						t.Fatal(err)
					}
					sameRun(t, filepath.Join(folder, "want"), filepath.Join(folder, name))
				})
			})
		}
	}
}
