package view

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// search is the computation of a value in the background. It begins when the value is first
// asked for.
type search[T any] struct {
	begun sync.Once
	done  chan struct{}
	value T
	err   error
}

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
