package testfiles

import (
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
)

// run notes where temporary folders are.
type run struct {
	at   string
	mode os.FileMode
}

func (r *run) Run() int {
	r.at = os.TempDir()
	if info, err := os.Stat(r.at); err == nil {
		r.mode = info.Mode().Perm()
	}
	return 3
}

// Tests are in memory if there is room, in a folder that is removed after them.
func TestInMemory(t *testing.T) {
	t.Setenv("TMPDIR", "")
	var r run
	if code := Main(&r); code != 3 {
		t.Errorf("exit code %d, want 3", code)
	}
	if room(memory) < needed {
		t.Skip("no room in memory")
	}
	if filepath.Dir(r.at) != memory {
		t.Errorf("tests were in %s, want a folder in %s", r.at, memory)
	}
	if r.mode != 0o755 {
		t.Errorf("the folder has mode %v: other users cannot go through", r.mode)
	}
	if _, err := os.Stat(r.at); !os.IsNotExist(err) {
		t.Errorf("%s is left: %v", r.at, err)
	}
}

// TMPDIR chooses another place.
func TestOtherPlace(t *testing.T) {
	want := t.TempDir()
	t.Setenv("TMPDIR", want)
	var r run
	if Main(&r); r.at != want {
		t.Errorf("tests were in %s, want %s", r.at, want)
	}
}

// A file system that starts no programs has no room: some tests start what they have built.
func TestRoomForPrograms(t *testing.T) {
	runtime.LockOSThread() // for good: the thread ends with the goroutine
	if err := syscall.Unshare(syscall.CLONE_NEWNS); err != nil {
		t.Skipf("a mount name space is not allowed here: %v", err)
	}
	if err := syscall.Mount("", "/", "", syscall.MS_REC|syscall.MS_PRIVATE, ""); err != nil {
		t.Skipf("a mount cannot be kept from other processes: %v", err)
	}
	for _, test := range []struct {
		name  string
		flags uintptr
		room  bool
	}{{"with programs", 0, true}, {"without programs", syscall.MS_NOEXEC, false}} {
		folder := t.TempDir()
		if err := syscall.Mount("tmpfs", folder, "tmpfs", test.flags, "size=1m"); err != nil {
			t.Skipf("no mounts here: %v", err)
		}
		got := room(folder)
		if err := syscall.Unmount(folder, 0); err != nil {
			t.Error(err)
		}
		if got > 0 != test.room {
			t.Errorf("%s: room for %d bytes", test.name, got)
		}
	}
	if got := room(filepath.Join(t.TempDir(), "missing")); got != 0 {
		t.Errorf("room for %d bytes in a folder that is missing", got)
	}
}
