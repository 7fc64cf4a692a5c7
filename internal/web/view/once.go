package view

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// once is a value that the first caller computes, while others wait. An interrupted
// computation is done again.
type once[T any] struct {
	mu    sync.Mutex
	busy  chan struct{} // closed when the computation is done
	found bool
	value T
	err   error
}

// get returns the value.
func (o *once[T]) get(ctx context.Context, find func(context.Context) (T, error)) (T, error) {
	for {
		o.mu.Lock()
		if o.found {
			defer o.mu.Unlock()
			return o.value, o.err
		}
		busy := o.busy
		if busy == nil {
			o.busy = make(chan struct{})
		}
		o.mu.Unlock()
		if busy == nil {
			return o.look(ctx, find)
		}
		select {
		case <-busy:
		case <-ctx.Done():
			var none T
			return none, ctx.Err()
		}
	}
}

// look computes the value.
func (o *once[T]) look(ctx context.Context, find func(context.Context) (T, error)) (v T, err error) {
	whole := false // it may panic
	defer func() {
		o.mu.Lock()
		defer o.mu.Unlock()
		if whole && (err == nil || ctx.Err() == nil) {
			o.found, o.value, o.err = true, v, err
		}
		close(o.busy)
		o.busy = nil
	}()
	v, err = find(ctx)
	whole = true
	return v, err
}

// courtesy is the time after which what takes all processors begins, so that the first picture is sent before: following
// the synapses of a large trace takes a second, and so does comparing it with its checksum.
const courtesy = 500 * time.Millisecond

// search is the computation of a value in the background. It begins when the value is first
// asked for.
type search[T any] struct {
	begun sync.Once
	done  chan struct{}
	value T
	err   error
}

// quickly is the time that an answer waits for a result of the background.
const quickly = 150 * time.Millisecond

// get returns the value if it is computed by a deadline; done says whether it is. ctx is that of
// the computation.
func (s *search[T]) get(ctx context.Context, wait time.Duration, find func(context.Context) (T, error)) (value T, done bool, err error) {
	s.begun.Do(func() {
		s.done = make(chan struct{})
		go func() {
			defer close(s.done)
			defer func() {
				if v := recover(); v != nil {
					s.err = fmt.Errorf("the search failed: %v", v)
				}
			}()
			s.value, s.err = find(ctx)
		}()
	})
	late := time.NewTimer(wait)
	defer late.Stop()
	select {
	case <-s.done:
	case <-late.C:
		select {
		case <-s.done: // at the same time
		default:
			return value, false, nil
		}
	}
	return s.value, true, s.err
}
