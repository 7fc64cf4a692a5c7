package interrupt

import (
	"context"
	"time"
)

// Patience is the time to wait for a calculation that cannot be stopped.
const Patience = 500 * time.Millisecond

// Watched calls f, and reports whether it came to its end. If quit is closed and f does not end
// soon, Watched returns while f continues: the data of f must not be used any more.
func Watched(quit <-chan struct{}, f func()) bool {
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		f()
	}()
	select {
	case <-ended:
		return true
	case <-quit:
	}
	select {
	case <-ended:
		return true
	case <-time.After(Patience):
		return false
	}
}

// Within calls f, which changes nothing, and returns its result. If ctx ends first, it returns the
// error of ctx while f continues.
func Within[T any](ctx context.Context, f func() (T, error)) (result T, err error) {
	type outcome struct {
		result T
		err    error
	}
	ended := make(chan outcome, 1)
	go func() {
		result, err := f()
		ended <- outcome{result, err}
	}()
	select {
	case o := <-ended:
		return o.result, o.err
	case <-ctx.Done():
		return result, ctx.Err()
	}
}
