package view

import (
	"context"
	"sync"
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
