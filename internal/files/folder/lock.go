package folder

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"twophase/internal/files/durable"
)

// Note is called with warnings for the user, such as that files cannot be locked. The command
// sets it.
var Note = func(text string) {}

var noted sync.Map

// noteOnce notes a text unless it was noted before.
func noteOnce(format string, values ...any) {
	text := fmt.Sprintf(format, values...)
	if _, before := noted.LoadOrStore(text, true); !before {
		Note(text)
	}
}

func noteUnlocked(work string) {
	noteOnce("files cannot be locked in %s: make sure that no other process writes to %s", filepath.Dir(work), filepath.Base(work))
}

// How files are locked, which tests replace.
var (
	lockFile     = durable.Lock
	createLocked = durable.CreateLocked
)

// pause is where tests delay a process.
var pause = func(where string) {}

// errHeld is the error of a folder that a process is at work on.
var errHeld = errors.New("a process is writing to it")

// attempts is the number of tries of an operation that another process can spoil by chance.
const attempts = 10

// hold locks a folder by its manifest. The lock is nil where files cannot be locked. The error is
// fs.ErrNotExist if there is no manifest.
func hold(name string) (*os.File, error) { return holdFile(filepath.Join(name, manifestName)) }

// holdFile locks a file by its name; see hold.
func holdFile(manifest string) (lock *os.File, err error) {
	// Some network file systems lock only what is open for writing.
	f, err := os.OpenFile(manifest, os.O_RDWR, 0)
	if errors.Is(err, fs.ErrPermission) {
		f, err = os.Open(manifest)
	}
	if err != nil {
		return nil, err
	}
	pause("hold")
	err = lockFile(f)
	if err == nil && !durable.Is(f, manifest) { // it was renamed or removed before the lock
		err = durable.ErrHeld
	}
	switch {
	case err == nil:
		return f, nil
	case err == durable.ErrNoLocks:
		err = nil
	case err == durable.ErrHeld:
		err = errHeld
	}
	return nil, errors.Join(err, f.Close())
}

// patience is the time to wait for a process that locks a folder only for a moment. Tests replace it.
var patience = time.Second

// release unlocks.
func release(lock *os.File) error {
	if lock == nil {
		return nil
	}
	return lock.Close()
}
