package interrupt

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
	"time"
)

// grace is the time that a command has to end after a signal.
const grace = 4 * time.Second

// ErrInterrupted is the error of a command whose context has ended, if there is nothing to
// add.
var ErrInterrupted = errors.New("interrupted")

// ErrAbandoned is the error of a command that did not end in time. It may still be running, so
// the process must exit.
var ErrAbandoned = errors.New("interrupted in the middle of a long calculation: what is not complete is not there, or is named .partial")

// Run calls a command with a context that SIGINT or SIGTERM ends. It returns the command's error,
// or ErrAbandoned if the command did not end in time.
func Run(command func(context.Context) error) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(signals)
	go func() {
		select {
		case s := <-signals:
			received.Store(&s)
			signal.Stop(signals)
			cancel()
		case <-ctx.Done():
		}
	}()
	return run(ctx, command)
}

// received is the signal that ended the command.
var received atomic.Pointer[os.Signal]

// Received returns the signal that ended the command, nil if there was none.
func Received() os.Signal {
	if s := received.Load(); s != nil {
		return *s
	}
	return nil
}

func run(ctx context.Context, command func(context.Context) error) error {
	ended := make(chan error, 1)
	go func() {
		err := command(ctx)
		if ctx.Err() != nil && errors.Is(err, context.Canceled) {
			err = ErrInterrupted
		}
		ended <- err
	}()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	for wait := grace; ; wait = grace / 4 {
		before := saves.Load()
		select {
		case err := <-ended:
			return err
		case <-time.After(wait):
		}
		if saving.Load() == 0 && saves.Load() == before { // else what is saved next may follow soon
			return ErrAbandoned
		}
	}
}

var saving, saves atomic.Int64 // number of calls of Save that go on, and that have ended

// Save calls a function that saves results. Run does not abandon the command meanwhile.
func Save(write func() error) error {
	saving.Add(1)
	defer func() {
		saves.Add(1)
		saving.Add(-1)
	}()
	return write()
}
