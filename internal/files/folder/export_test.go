package folder

import (
	"errors"
	"os"
	"testing"
	"time"

	"twophase/internal/files/durable"
)

// At has f called wherever a process can be delayed, for the rest of a test. A process waits a minute for
// another, which may be delayed for long on a busy machine.
func At(t *testing.T, f func(where string)) {
	wait := patience
	pause, patience = f, time.Minute
	t.Cleanup(func() { pause, patience = func(string) {}, wait })
}

// WithoutExchange has no names be exchanged for the rest of a test.
func WithoutExchange(t *testing.T) {
	exchange = func(string, string) error { return errors.ErrUnsupported }
	t.Cleanup(func() { exchange = durable.Exchange })
}

// WithoutLocks has no file be locked for the rest of a test.
func WithoutLocks(t *testing.T) {
	lockFile = func(*os.File) error { return durable.ErrNoLocks }
	createLocked = func(path string) (*os.File, error) {
		f, err := os.Create(path)
		if err == nil {
			err = durable.ErrNoLocks
		}
		return f, err
	}
	t.Cleanup(func() { lockFile, createLocked = durable.Lock, durable.CreateLocked })
}
