//go:build !js

package series

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"syscall"
	"testing"
	"time"

	"twophase/internal/files/wire"
)

// delayed runs a circuit while no writer can append, so that blocks wait and more writers start.
// There must be room for the blocks of all steps.
func delayed(t testing.TB, r recorded, steps int) {
	t.Helper()
	r.trace.Settle()
	turn := r.trace.files.turn.L
	turn.Lock()
	err := r.run(steps)
	turn.Unlock()
	check(t, err)
}

// suspend returns the state of a trace, which it leaves.
func (r recorded) suspend(t testing.TB) []byte {
	t.Helper()
	s, err := r.trace.Suspend(nil)
	check(t, err)
	check(t, r.trace.Leave())
	return s
}

// resume continues a trace from a state.
func (r recorded) resume(t testing.TB, s []byte) {
	t.Helper()
	in := wire.NewReader(s)
	r.trace.Restore(in, r.StepCount())
	check(t, in.End())
	check(t, r.trace.Reopen())
	check(t, r.trace.Resume())
}

// As many writers as processors, up to four, append blocks in their order: the files are those of
// one writer, also of a trace that was suspended and resumed on another number of processors.
func TestSeveralWriters(t *testing.T) {
	o := Options{PartRows: 200, BlockRows: 32, GroupRows: 70}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	record := func(processors int, suspends bool) map[string]string {
		runtime.GOMAXPROCS(processors)
		o.Folder = t.TempDir()
		r := record(t, 4, 3, o)
		for range 20 {
			delayed(t, r, 20) // 420 rows, which are less than all blocks have
			if got, want := r.trace.writing, min(processors, mostWriters); got != want {
				t.Errorf("%d writers on %d processors, want %d", got, processors, want)
			}
			if !suspends {
				continue
			}
			s := r.suspend(t)
			r = r.on(o)
			r.resume(t, s)
		}
		check(t, r.trace.Finish())
		return contents(t, o.Folder)
	}
	one := record(1, false)
	for _, processors := range []int{2, 3, 8} {
		for _, suspends := range []bool{false, true} {
			if !maps.Equal(one, record(processors, suspends)) {
				t.Errorf("%d processors, suspended %v: the files have other bytes", processors, suspends)
			}
		}
	}
}

// An error ends the trace at the block where it occurs, whatever other writers have encoded.
func TestFullDiskOfSeveralWriters(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("no /dev/full")
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	folder := t.TempDir()
	check(t, os.Symlink("/dev/full", filepath.Join(folder, "traces-0000-00001.parquet.partial")))
	r := record(t, 4, 3, Options{Folder: folder, PartRows: 200, BlockRows: 32})
	delayed(t, r, 40)
	if err := r.trace.Finish(); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("error %v, want no space left on device", err)
	}
	if left := slices.Collect(maps.Keys(contents(t, folder))); len(left) != 1 || left[0] != "traces-0000-00000.parquet" {
		t.Errorf("the files %v are left, want the first part", left)
	}
}

// A trace that has returned an error in the middle of a block ends with that error.
func TestFinishAfterAnError(t *testing.T) {
	r := record(t, 4, 2, Options{Folder: t.TempDir(), BlockRows: 20, GroupRows: 20})
	check(t, r.run(1))
	check(t, r.trace.files.part.Leave()) // writing fails from here on
	var failed error
	for deadline := time.Now().Add(time.Minute); failed == nil && time.Now().Before(deadline); {
		failed = r.run(1)
	}
	if err := r.trace.Finish(); !errors.Is(failed, os.ErrClosed) || err != failed {
		t.Errorf("error %v, and then %v", failed, err)
	}
}

// A trace in the middle of a part keeps it when the disk is full after a suspension.
func TestFullDiskKeepsTheUnfinishedPart(t *testing.T) {
	o := Options{Folder: t.TempDir(), BlockRows: 10, GroupRows: 20}
	r := record(t, 4, 2, o)
	check(t, r.run(9))
	s, err := r.trace.Suspend(nil)
	check(t, err)
	resumed := r.on(o)
	check(t, r.trace.files.part.Leave()) // writing fails from here on
	if err := errors.Join(r.run(3), r.trace.Finish()); !errors.Is(err, os.ErrClosed) {
		t.Fatalf("error %v", err)
	}
	in := wire.NewReader(s)
	resumed.trace.Restore(in, 9)
	check(t, in.End())
	check(t, resumed.trace.Reopen())
	check(t, resumed.trace.Resume())
	check(t, resumed.trace.Finish())

	o.Folder = t.TempDir()
	plain := record(t, 4, 2, o)
	check(t, plain.run(9))
	check(t, plain.trace.Finish())
	if !maps.Equal(contents(t, o.Folder), contents(t, resumed.trace.options.Folder)) {
		t.Error("the files have not the bytes of a trace that was not suspended")
	}
}
