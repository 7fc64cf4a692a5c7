package main

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"time"
)

// outage is commands on a disk whose power is cut.
type outage struct {
	*disk
	left                        int // cuts that are still to be done
	cuts, ended, asked, refused int
	log                         string // the folder of what the commands say, which is on another disk
}

// ending is how a command came to its end.
type ending struct {
	cut  bool // before it had ended by itself
	code int  // of its exit, if it had
	said string
}

func (e ending) String() string {
	return fmt.Sprintf("cut: %v, exit code %d: %s", e.cut, e.code, e.said)
}

// acknowledged reports whether the command had said that everything is done.
func (e ending) acknowledged() bool { return !e.cut && e.code == 0 }

// start starts a command on the disk. What it says goes to a file, so that it is known
// what it had said before the cut.
func (o *outage) start(args ...string) (cmd *exec.Cmd, said func() string) {
	o.Helper()
	self, err := os.Executable()
	if err != nil {
		o.Fatal(err)
	}
	f, err := os.CreateTemp(o.log, "said-*")
	if err != nil {
		o.Fatal(err)
	}
	cmd = &exec.Cmd{Path: self, Args: append([]string{"twophase"}, args...), Dir: o.folder, Stdout: f, Stderr: f}
	if err := cmd.Start(); err != nil {
		o.Fatal(err)
	}
	o.Cleanup(func() { cmd.Process.Kill() }) // if the test ends before the command
	name := f.Name()
	f.Close()
	return cmd, func() string {
		text, err := os.ReadFile(name)
		if err != nil {
			o.Fatal(err)
		}
		return string(text)
	}
}

// whole runs a command to its end.
func (o *outage) whole(args ...string) ending {
	o.Helper()
	cmd, said := o.start(args...)
	cmd.Wait()
	return ending{code: cmd.ProcessState.ExitCode(), said: said()}
}

// must runs a command that must succeed.
func (o *outage) must(args ...string) ending {
	o.Helper()
	e := o.whole(args...)
	if e.code != 0 {
		o.Fatalf("after %d cuts: twophase %s: %v\n%s", o.cuts, strings.Join(args, " "), e, o.list())
	}
	return e
}

// moment is when the power is cut while a command runs.
type moment struct {
	within time.Duration // the cut comes in this time
	term   bool          // SIGTERM comes before it, and it comes when the command has ended
	look   []string      // or it comes when one of these appears, some of the time
	check  func()        // called before the cut if the command has ended
}

// outage starts a command and cuts the power at some moment.
func (o *outage) outage(i moment, args ...string) ending {
	o.Helper()
	cmd, said := o.start(args...)
	ended := make(chan struct{})
	go func() { cmd.Wait(); close(ended) }()
	at := time.Duration(o.random.Int64N(int64(i.within) + 1))
	neighbour := time.Duration(o.random.Int64N(int64(at) + 1))
	look := ""
	if n := o.random.IntN(2 * (len(i.look) + 1)); n < len(i.look) && !o.has(i.look[n]) {
		look, at, neighbour = i.look[n], time.Minute, time.Minute
	}
	begin, over := time.Now(), false
	for !over && time.Since(begin) < at && (look == "" || !o.has(look)) {
		if neighbour >= 0 && time.Since(begin) >= neighbour {
			o.neighbour()
			neighbour = -1
		}
		select {
		case <-ended:
			over = true
		case <-time.After(200 * time.Microsecond):
		}
	}
	if i.term && !over {
		if err := cmd.Process.Signal(syscall.SIGTERM); err != nil && !errors.Is(err, os.ErrProcessDone) {
			o.Fatal(err)
		}
		<-ended
		o.asked++
	}
	e := ending{cut: true}
	select {
	case <-ended:
		if code := cmd.ProcessState.ExitCode(); code >= 0 { // else SIGTERM came before the command could hear it
			e = ending{code: code}
		}
		if e.code == 0 && !e.cut {
			o.ended++
		}
	default:
	}
	e.said = said()
	if i.check != nil && !e.cut {
		i.check()
	}
	if o.random.IntN(2) == 0 {
		o.neighbour()
	}
	o.cuts++
	o.left--
	o.cut(cmd, ended)
	return e
}

// timeFiles are the files that hold the time that something took.
var timeFiles = regexp.MustCompile(`(^|/)(timing\.json|networks-timing\.csv|SHA256SUMS)$`)

// tree returns the files of a folder, or a file, by their paths, with a line for each
// folder. Of what changes by itself only the fact that it is not empty counts.
func (o *outage) tree(name string) map[string]string {
	o.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(o.path(name), func(path string, e fs.DirEntry, err error) error {
		if os.IsNotExist(err) && path == o.path(name) {
			return nil
		}
		if err != nil {
			return err
		}
		inside, err := filepath.Rel(o.folder, path)
		if err != nil {
			return err
		}
		if e.IsDir() {
			files[inside+"/"] = ""
			return nil
		}
		text, err := os.ReadFile(path)
		if files[inside] = string(text); timeFiles.MatchString(inside) && len(text) > 0 {
			files[inside] = "some time"
		}
		return err
	})
	if err != nil {
		o.Fatal(err)
	}
	return files
}

// contains returns what some files lack of others, or nothing.
func contains(got, want map[string]string) string {
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if text, found := got[name]; !found {
			return name + " is missing"
		} else if text != want[name] {
			return fmt.Sprintf("%s is another: %d bytes, not %d", name, len(text), len(want[name]))
		}
	}
	return ""
}

// complete fails unless a run folder has everything. What helped the run on its way may
// be there too.
func (o *outage) complete(name string, want map[string]string) {
	o.Helper()
	if lacks := contains(o.tree(name), want); lacks != "" {
		o.Fatalf("after %d cuts: %s stands under its final name, and %s\n%s", o.cuts, name, lacks, o.list())
	}
}

// same fails unless some files are what they should be.
func (o *outage) same(name string, want, got map[string]string) {
	o.Helper()
	lacks := contains(got, want)
	if lacks == "" {
		for other := range got {
			if _, found := want[other]; !found {
				lacks = other + " should not be there"
			}
		}
	}
	if lacks != "" {
		o.Fatalf("after %d cuts: of %s, %s", o.cuts, name, lacks)
	}
}

// nothingElse fails if something is left over beside a file or a folder.
func (o *outage) nothingElse(name string) {
	o.Helper()
	entries, err := os.ReadDir(o.folder)
	if err != nil {
		o.Fatal(err)
	}
	for _, e := range entries {
		if e.Name() != name && (strings.HasPrefix(e.Name(), name+".") && strings.Contains(e.Name(), ".partial") || strings.HasPrefix(e.Name(), "."+name)) {
			o.Errorf("after %d cuts: %s is left over", o.cuts, e.Name())
		}
	}
}

// clear removes something, and has that reach the disk.
func (o *outage) clear(names ...string) {
	o.Helper()
	for _, name := range names {
		if err := os.RemoveAll(o.path(name)); err != nil {
			o.Fatal(err)
		}
	}
	o.syncAll()
}

// list returns what is on the disk, for a failure.
func (o *outage) list() string {
	var b strings.Builder
	filepath.WalkDir(o.folder, func(path string, e fs.DirEntry, err error) error {
		if info, err := e.Info(); err == nil && !e.IsDir() {
			fmt.Fprintf(&b, "  %8d %s\n", info.Size(), strings.TrimPrefix(path, o.folder+"/"))
		}
		return nil
	})
	return b.String()
}
