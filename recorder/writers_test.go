package recorder

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"

	"twophase/circuit"
)

// delayed runs a circuit while no writer can append, so that blocks wait and more writers start.
// There must be room for the blocks of all steps.
func delayed(t testing.TB, r *Recorder, n network, steps int) {
	t.Helper()
	r.trace.settle()
	s := r.trace.files
	s.turn.L.Lock()
	n.run(t, steps)
	s.turn.L.Unlock()
}

// As many writers as processors, up to four, append blocks in their order: the files are those of
// one writer, also of a recording that was suspended and resumed on another number of processors.
func TestSeveralWriters(t *testing.T) {
	o := Options{PartRows: 200, blockRows: 32, groupRows: 70}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	record := func(processors int, suspends bool) map[string]string {
		runtime.GOMAXPROCS(processors)
		n := newNetwork(t, 4, 3, circuit.Compiled)
		o.Folder = t.TempDir()
		r := start(t, n, o, "weights")
		for range 20 {
			delayed(t, r, n, 20) // 420 rows, which are less than all blocks have
			if got, want := r.trace.writing, min(processors, mostWriters); got != want {
				t.Errorf("%d writers on %d processors, want %d", got, processors, want)
			}
			if !suspends {
				continue
			}
			s, err := r.Suspend()
			check(t, err)
			check(t, r.Leave())
			r, err = Resume(n.Circuit, requests(t, "weights"), o, s)
			check(t, err)
		}
		check(t, r.Close())
		return contents(t, o.Folder)
	}
	one := record(1, false)
	for _, processors := range []int{2, 3, 8} {
		sameFiles(t, one, record(processors, false))
		sameFiles(t, one, record(processors, true))
	}
}

// An error ends the recording at the block where it occurs, whatever other writers have encoded.
func TestFullDiskOfSeveralWriters(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("no /dev/full")
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	n, folder := newNetwork(t, 4, 3, circuit.Compiled), t.TempDir()
	full := "traces-0000-00001.parquet"
	check(t, os.Symlink("/dev/full", filepath.Join(folder, full+".partial")))
	r := start(t, n, Options{Folder: folder, PartRows: 200, blockRows: 32}, "weights")
	delayed(t, r, n, 40)
	if err := r.Close(); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("error %v, want no space left on device", err)
	}
	if left := files(t, folder); len(left) != 1 || left[0] != "traces-0000-00000.parquet" {
		t.Errorf("the files %v are left, want the first part", left)
	}
}
