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

// What is being saved is waited for, one after another, and so is what a command does between two of them for less than
// the grace. The clock is that of the test: on a busy machine a moment can take long.
func TestSavingIsWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		err := run(ctx, func(context.Context) error {
			for range 3 {
				if err := Save(func() error {
					cancel()
					time.Sleep(2250 * time.Millisecond)
					return nil
				}); err != nil {
					return err
				}
				time.Sleep(300 * time.Millisecond)
			}
			return errOwn
		}, time.Second)
		if err != errOwn {
			t.Errorf("error %v", err)
		}
	})
	if err := Save(func() error { return errOwn }); err != errOwn {
		t.Errorf("error %v of what is saved", err)
	}
}

// A command that saves something and goes on is abandoned when the grace after that is over.
func TestCommandThatGoesOnAfterSaving(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		forever := make(chan struct{})
		defer close(forever)
		begin := time.Now()
		err := run(ctx, func(context.Context) error {
			cancel()
			_ = Save(func() error { time.Sleep(100 * time.Millisecond); return nil })
			<-forever
			return nil
		}, time.Second)
		if took := time.Since(begin); err != ErrAbandoned || took != 1100*time.Millisecond {
			t.Errorf("error %v after %v", err, took)
		}
	})
}
