package view

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync"
	"sync/atomic"
	"time"

	"twophase/internal/files/interrupt"
	"twophase/internal/run/engine"
)

// stepper replays steps of a run in the background, one at a time. A request for another step
// ends the replay towards the last one, whose states are kept.
type stepper struct {
	base context.Context // ends with the source
	open func(context.Context) (*engine.Replay, error)

	mu     sync.Mutex
	job    *stepJob       // the last one, nil if there was none
	replay *engine.Replay // nil until it is opened; for the goroutine of a job
	closed bool
}

// stepJob is the replay of a step.
type stepJob struct {
	trial, step int
	progress    atomic.Uint64 // a float64
	asked       atomic.Int64  // time of the last request, in ns
	cancel      context.CancelFunc
	done        chan struct{}

	found *Step // once it is done
	err   error
}

// patience is the time after which a job without requests ends.
const patience = 15 * time.Second

// step returns a step, or nil and the progress of its replay.
func (s *stepper) step(trial, step int) (*Step, float64, error) {
	j, err := s.search(trial, step)
	if err != nil {
		return nil, 0, err
	}
	select {
	case <-j.done:
		return j.found, 1, j.err
	case <-time.After(quickly):
		return nil, math.Float64frombits(j.progress.Load()), nil
	}
}

// search returns the job of a step, and starts it if there is none.
func (s *stepper) search(trial, step int) (*stepJob, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, context.Canceled
	}
	last := s.job
	if last != nil && last.trial == trial && last.step == step && !errors.Is(last.failure(), interrupt.ErrInterrupted) {
		last.asked.Store(time.Now().UnixNano())
		return last, nil
	}
	ctx, cancel := context.WithCancel(s.base)
	j := &stepJob{trial: trial, step: step, cancel: cancel, done: make(chan struct{})}
	j.asked.Store(time.Now().UnixNano())
	s.job = j
	if last != nil {
		last.cancel()
	}
	go func() {
		if last != nil {
			<-last.done
		}
		defer close(j.done)
		defer cancel()
		defer func() {
			if v := recover(); v != nil {
				j.err = fmt.Errorf("the replay failed: %v", v)
			}
		}()
		j.found, j.err = s.find(ctx, j)
	}()
	return j, nil
}

// failure returns the error of a job that is done.
func (j *stepJob) failure() error {
	select {
	case <-j.done:
		return j.err
	default:
		return nil
	}
}

// find replays a step.
func (s *stepper) find(ctx context.Context, j *stepJob) (*Step, error) {
	if s.replay == nil {
		replay, err := s.open(s.base) // with s.base: a request for another step does not end it
		if err != nil {
			return nil, err
		}
		s.replay = replay
	}
	found, err := s.replay.Step(ctx, j.trial, j.step, func(done float64) {
		j.progress.Store(math.Float64bits(done))
		if time.Since(time.Unix(0, j.asked.Load())) > patience {
			j.cancel()
		}
	})
	if err != nil {
		return nil, err
	}
	return newStep(found), nil
}

// parting is how long close waits for the job.
const parting = 2 * time.Second

// close ends the search and closes the replay, when that is possible.
func (s *stepper) close() {
	s.mu.Lock()
	s.closed = true
	j := s.job
	s.mu.Unlock()
	if j == nil {
		return
	}
	j.cancel()
	select {
	case <-j.done:
		if s.replay != nil {
			s.replay.Close()
		}
	case <-time.After(parting): // it ends with the process
	}
}
