package interrupt

import (
	"context"
	"errors"
	"testing"
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
		}, time.Hour)
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
		}, time.Hour)
		cancel()
		if (err == ErrInterrupted) != cancelled {
			t.Errorf("cancelled %v: error %v", cancelled, err)
		}
	}
}

// A command that does not listen is abandoned.
func TestCommandThatDoesNotEnd(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	forever := make(chan struct{})
	defer close(forever)
	err := run(ctx, func(context.Context) error {
		cancel()
		<-forever
		return nil
	}, time.Millisecond)
	if err != ErrAbandoned {
		t.Errorf("error %v", err)
	}
}

// What is being saved is waited for, one after another.
func TestSavingIsWaitedFor(t *testing.T) {
	const grace = 100 * time.Millisecond
	ctx, cancel := context.WithCancel(context.Background())
	err := run(ctx, func(context.Context) error {
		for range 2 {
			if err := Save(func() error {
				cancel()
				time.Sleep(3 * grace)
				return nil
			}); err != nil {
				return err
			}
		}
		return errOwn
	}, grace)
	if err != errOwn {
		t.Errorf("error %v", err)
	}
	if err := Save(func() error { return errOwn }); err != errOwn {
		t.Errorf("error %v of what is saved", err)
	}
}
