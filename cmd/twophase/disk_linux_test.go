package main

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
	"time"
)

// disk is an ext4 file system in an image file, on a loop device, of which the power
// can be cut.
//
// What a power cut leaves is what the device holds, not what the kernel's page cache
// holds. Whatever ext4 has not written back yet is missing from the image file, and a
// copy of this file, mounted again after a replay of its journal, is the disk as a
// machine finds it that lost its power at the moment of the copy. Three things make a
// missing sync show:
//
//   - Some mount options let ext4 commit the name and the inode of a file before it has
//     allocated and written its data, also where the file takes the place of an older
//     one (noauto_da_alloc, data=writeback). Then the file is there and is empty.
//   - A sync of any file commits the metadata of all others. The test is such a
//     neighbour: it syncs a file of its own at some moment before the cut.
//   - Nothing else commits the metadata (commit=3600), so that a name that was not
//     synced is mostly lost.
//
// A copy must be the device at one moment. The image is read twice, and a read counts
// if the next one finds the same: then it is what the device held between the two. The
// processes on the disk are stopped meanwhile, so that this comes to an end; a stop
// writes nothing back, in contrast to fsfreeze and to most kinds of snapshots. One
// thing is not modelled: a drive that has a cache of its own and loses or reorders
// what is in it.
//
// The disk is mounted in a name space of the calling thread, which is locked to its
// goroutine: no other process sees the mount, and it ends with the test whatever
// happens. So only the goroutine that has made the disk, and the processes that it
// starts, can look at it.
type disk struct {
	*testing.T
	random *rand.Rand
	folder string // where the disk is mounted
	images string // in memory: where the image is
	image  string
	count  int // of images so far
}

// diskSize is the size of the disk in bytes: reading it takes some milliseconds.
const diskSize = 32 << 20

// diskOptions are ways of mounting ext4: the usual one, and others that are allowed to
// lose more of what was not synced.
var diskOptions = []string{
	"data=ordered",
	"data=ordered,noauto_da_alloc,commit=3600",
	"data=writeback,noauto_da_alloc,commit=3600",
}

// newDisk returns a disk that is mounted and empty. It skips the test where that is
// impossible.
func newDisk(t *testing.T, random *rand.Rand) *disk {
	t.Helper()
	if os.Getuid() != 0 {
		t.Skip("a disk can be mounted by root only")
	}
	for _, program := range []string{"mkfs.ext4", "mount"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("%s is missing: it is in the Debian packages e2fsprogs and mount", program)
		}
	}
	runtime.LockOSThread() // for good: the thread ends with the goroutine
	if err := syscall.Unshare(syscall.CLONE_NEWNS); err != nil {
		t.Skipf("a mount name space is not allowed here: %v", err)
	}
	if err := syscall.Mount("", "/", "", syscall.MS_REC|syscall.MS_PRIVATE, ""); err != nil {
		t.Skipf("a mount cannot be kept from other processes: %v", err)
	}
	d := &disk{T: t, random: random, folder: t.TempDir(), images: t.TempDir()}
	if err := syscall.Mount("tmpfs", d.images, "tmpfs", 0, fmt.Sprintf("size=%d", 4*diskSize)); err != nil {
		t.Skipf("no mounts here: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(d.images, syscall.MNT_DETACH); err != nil {
			t.Errorf("unmount the memory of the disk: %v", err)
		}
	})
	d.image = filepath.Join(d.images, "0")
	if err := os.WriteFile(d.image, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(d.image, diskSize); err != nil {
		t.Fatal(err)
	}
	if text, err := exec.Command("mkfs.ext4", "-q", "-F", "-b", "4096", "-O", "has_journal", "-E", "lazy_itable_init=0,lazy_journal_init=0", d.image).CombinedOutput(); err != nil {
		t.Fatalf("mkfs.ext4: %v: %s", err, text)
	}
	if text, err := d.mount(); err != nil {
		t.Skipf("a loop device cannot be mounted here: %v: %s", err, text)
	}
	t.Cleanup(func() { syscall.Unmount(d.folder, syscall.MNT_DETACH) }) // also while something is at work on it
	return d
}

// mount mounts the image.
func (d *disk) mount() (text []byte, err error) {
	options := diskOptions[d.random.IntN(len(diskOptions))]
	return exec.Command("mount", "-t", "ext4", "-o", "loop,"+options, d.image, d.folder).CombinedOutput()
}

// unmount unmounts the image. The disk may be busy for a moment: a process that another test starts holds the files that
// were open here until it executes its program.
func (d *disk) unmount() {
	d.Helper()
	for begin := time.Now(); ; time.Sleep(time.Millisecond) {
		err := syscall.Unmount(d.folder, 0)
		if err == nil {
			return
		}
		if err != syscall.EBUSY || time.Since(begin) > time.Minute {
			d.Fatalf("unmount the disk: %v", err)
		}
	}
}

// path returns the path of a file on the disk.
func (d *disk) path(name string) string { return filepath.Join(d.folder, name) }

// has reports whether the disk has a file or a folder whose name matches a pattern of
// filepath.Match.
func (d *disk) has(pattern string) bool {
	names, err := filepath.Glob(d.path(pattern))
	return err == nil && len(names) > 0
}

// put writes a file, and has it and its name reach the disk.
func (d *disk) put(name string, content []byte) {
	d.Helper()
	if err := os.WriteFile(d.path(name), content, 0o666); err != nil {
		d.Fatal(err)
	}
	d.syncAll()
}

// syncAll has everything reach the disk.
func (d *disk) syncAll() {
	d.Helper()
	if text, err := exec.Command("sync", "-f", d.folder).CombinedOutput(); err != nil {
		d.Fatalf("sync: %v: %s", err, text)
	}
}

// neighbour syncs a file that nothing else on the disk has to do with.
func (d *disk) neighbour() {
	d.Helper()
	f, err := os.OpenFile(d.path("neighbour"), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o666)
	if err != nil {
		d.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString("x"); err != nil {
		d.Fatal(err)
	}
	if err := f.Sync(); err != nil {
		d.Fatal(err)
	}
}

// cut cuts the power, which ends the command, if one is given and still at work, and
// starts the machine again.
func (d *disk) cut(cmd *exec.Cmd, ended <-chan struct{}) {
	d.Helper()
	if cmd != nil {
		if err := cmd.Process.Signal(syscall.SIGSTOP); err != nil && !errors.Is(err, os.ErrProcessDone) {
			d.Fatal(err)
		}
	}
	content := d.snapshot()
	if cmd != nil {
		if err := cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
			d.Fatal(err)
		}
		<-ended
	}
	d.unmount()
	if err := os.Remove(d.image); err != nil {
		d.Fatal(err)
	}
	d.count++
	d.image = filepath.Join(d.images, fmt.Sprint(d.count))
	if err := os.WriteFile(d.image, content, 0o666); err != nil {
		d.Fatal(err)
	}
	if text, err := d.mount(); err != nil {
		d.Fatalf("mount the disk after a power cut: %v: %s", err, text)
	}
}

// snapshot returns what the device holds at one moment.
func (d *disk) snapshot() []byte {
	d.Helper()
	var last []byte
	for range 1000 {
		now, err := os.ReadFile(d.image)
		if err != nil {
			d.Fatal(err)
		}
		if bytes.Equal(now, last) {
			return now
		}
		last = now
		time.Sleep(time.Millisecond)
	}
	d.Fatal("the disk does not come to rest")
	return nil
}

// What was not synced is lost by a power cut, be it a file, the name of one or that of a
// folder, and what was is not: or else nothing that is cut on this disk could fail.
func TestDisk(t *testing.T) {
	d := newDisk(t, rand.New(rand.NewPCG(1, 1)))
	synced := func(name string) {
		f, err := os.Open(d.path(name))
		if err == nil {
			err = errors.Join(f.Sync(), f.Close())
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	write := func(name string) {
		if err := os.WriteFile(d.path(name), []byte(name), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for range len(diskOptions) * 2 { // ways of mounting it
		write("kept")
		synced("kept")
		synced(".")
		write("new")
		if err := os.Rename(d.path("new"), d.path("renamed")); err != nil {
			t.Fatal(err)
		}
		d.neighbour()
		if err := os.Mkdir(d.path("folder"), 0o777); err != nil {
			t.Fatal(err)
		}
		write("folder/lost")
		d.cut(nil, nil)
		if text, err := os.ReadFile(d.path("kept")); string(text) != "kept" {
			t.Errorf("of a file that was synced there is %q, %v", text, err)
		}
		if text, err := os.ReadFile(d.path("renamed")); err != nil || string(text) == "new" {
			t.Errorf("of a file of which the name was synced there is %q, %v", text, err)
		}
		if d.has("folder") {
			t.Error("a folder is there that was not synced")
		}
		if err := errors.Join(os.Remove(d.path("kept")), os.Remove(d.path("renamed"))); err != nil {
			t.Fatal(err)
		}
	}
}
