package interrupt

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

var errOwn = errors.New("its own")

// A command ends with its own error if it listens to its context, or if it is over
// before any signal.
func TestCommandThatEnds(t *testing.T) {
	for _, cancelled := range []bool{false, true} {
		ctx, cancel := context.WithCancel(context.Background())
		err := run(ctx, func(ctx context.Context) error {
			if cancelled {
				cancel()
				<-ctx.Done()
			}
			return errOwn
		})
		cancel()
		if err != errOwn {
			t.Errorf("cancelled %v: error %v", cancelled, err)
		}
	}
}

// A command that ends because its context does was interrupted, wherever it failed.
func TestCommandThatIsInterrupted(t *testing.T) {
	for _, cancelled := range []bool{false, true} {
		ctx, cancel := context.WithCancel(context.Background())
		err := run(ctx, func(ctx context.Context) error {
			if cancelled {
				cancel()
			}
			return errors.Join(errOwn, context.Canceled)
		})
		cancel()
		if (err == ErrInterrupted) != cancelled {
			t.Errorf("cancelled %v: error %v", cancelled, err)
		}
	}
}

// A command that does not listen is abandoned, but for what it saves. The test measures its own time: on a busy machine a
// moment can take long.
func TestCommandThatDoesNotEnd(t *testing.T) {
	for _, saved := range []time.Duration{0, grace / 40, 3 * grace} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			forever := make(chan struct{})
			defer close(forever)
			begin := time.Now()
			err := run(ctx, func(context.Context) error {
				cancel()
				if saved > 0 {
					_ = Save(func() error { time.Sleep(saved); return nil })
				}
				<-forever
				return nil
			})
			if took := time.Since(begin); err != ErrAbandoned || took < max(saved, grace) || took > max(saved, grace)+grace/2 {
				t.Errorf("saving for %v: error %v after %v", saved, err, took)
			}
		})
	}
}

// What is being saved is waited for, one after another, and so is what a command does between two of them for less than
// the grace.
func TestSavingIsWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		err := run(ctx, func(context.Context) error {
			for range 3 {
				if err := Save(func() error {
					cancel()
					time.Sleep(2 * grace)
					return nil
				}); err != nil {
					return err
				}
				time.Sleep(grace / 8)
			}
			return errOwn
		})
		if err != errOwn {
			t.Errorf("error %v", err)
		}
	})
	if err := Save(func() error { return errOwn }); err != errOwn {
		t.Errorf("error %v of what is saved", err)
	}
}
