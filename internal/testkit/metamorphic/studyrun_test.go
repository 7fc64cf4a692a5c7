package metamorphic

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync/atomic"
	"time"

	"twophase/circuit"
	"twophase/internal/measure"
	"twophase/internal/run/engine"
	"twophase/internal/run/planning"
	"twophase/internal/traces/result"
)

// A run of a study is in the folder out of the study's folder, what its circuits were
// seen in is in the file seen.

// work begins a run of a study, or resumes it, and returns how that ended: nil if the
// run is complete.
func (r Run) work(s Study, folder string, resume bool) (err error) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(r.Procs))
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	o := planning.RunOptions{Out: filepath.Join(folder, "out"), Workers: r.Workers, CheckpointEvery: r.Every}
	switch r.Stop {
	case interrupted:
		o.Progress = &countdown{left: atomicInt(r.After), end: stop}
	case killed:
		end := die
		if r.Delay > 0 {
			end = func() { time.AfterFunc(time.Duration(r.Delay)*time.Microsecond, die) }
		}
		o.Progress = &countdown{left: atomicInt(r.After), end: end}
	}
	if r.Look > 0 {
		file, err := os.OpenFile(filepath.Join(folder, "seen"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o666)
		if err != nil {
			return err
		}
		defer file.Close()
		o.Watcher = &watcher{every: r.Look, file: file}
	}
	if resume {
		if err := withExecutor(o.Out, r.Executor); err != nil {
			return err
		}
		_, err = engine.Resume(ctx, o.Out, o)
		return err
	}
	e := s.in(folder)
	e.Executor = r.Executor
	plan, err := planning.Resolve(context.Background(), e)
	if err != nil {
		return err
	}
	defer plan.Close()
	_, err = engine.Run(ctx, plan, o)
	return err
}

// die ends the process as kill -9 does.
func die() {
	self, err := os.FindProcess(os.Getpid())
	if err == nil {
		err = self.Kill()
	}
	if err != nil {
		panic(err)
	}
	select {}
}

// countdown is a Progress that ends something after some steps of all trials.
type countdown struct {
	left *atomic.Int64
	end  func()
}

func atomicInt(n int) *atomic.Int64 {
	v := new(atomic.Int64)
	v.Store(int64(n))
	return v
}

func (c *countdown) Note(string) {}
func (c *countdown) Warn(string) {}
func (c *countdown) Start(int)   {}

func (c *countdown) Add(steps int) {
	if left := c.left.Add(-int64(steps)); left <= 0 && left+int64(steps) > 0 {
		c.end()
	}
}

// watcher writes down in which states the circuits of a run are seen.
type watcher struct {
	every int
	file  *os.File
}

func (w *watcher) Start(*planning.Plan, result.Manifest, string) {}
func (w *watcher) Look(int, measure.Point)                       {}
func (w *watcher) Happened(int, int, string, int)                {}

func (w *watcher) Begin(trial int, c *circuit.Circuit) circuit.Observer {
	return &seer{watcher: w, trial: trial, due: c.StepCount() + 1}
}

// seer observes one circuit of a run.
type seer struct {
	*watcher
	trial, due int
}

func (s *seer) Next() int { return s.due }

func (s *seer) Observe(c *circuit.Circuit) error {
	s.due = c.StepCount() + s.every
	_, err := fmt.Fprintf(s.file, "trial %d, step %d: state %s\n", s.trial, c.StepCount(), stateText(c))
	return err
}

// tidy takes up the run of a study that was killed when it was complete.
func tidy(folder string) error {
	_, err := engine.Resume(context.Background(), filepath.Join(folder, "out"), planning.RunOptions{})
	if errors.Is(err, engine.ErrComplete) {
		return nil
	}
	return fmt.Errorf("a run that is complete is resumed: %w", err)
}

// verify runs the complete run of a study again and returns an error unless that leaves
// the same bytes.
func (r Run) verify(folder string) error {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(r.Procs))
	v, err := engine.Verify(context.Background(), filepath.Join(folder, "out"), planning.RunOptions{Workers: r.Workers})
	if err != nil {
		return err
	}
	for _, f := range v.Differing() {
		err = errors.Join(err, fmt.Errorf("%s: %s", f.Name, f.Difference))
	}
	return err
}
