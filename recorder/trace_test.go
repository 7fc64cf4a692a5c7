package recorder

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"

	"twophase/circuit"
)

func TestPartEndsWithAStep(t *testing.T) {
	n, folder := newNetwork(t, 4, 2, circuit.Compiled), t.TempDir()
	r := start(t, n, Options{Folder: folder, Trial: 3, PartRows: 25}, "weights") // 12 rows a step
	n.run(t, 7)
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	want := []string{"traces-0003-00000.parquet", "traces-0003-00001.parquet", "traces-0003-00002.parquet"}
	if diff := cmp.Diff(want, files(t, folder)); diff != "" {
		t.Fatalf("files (-want +got):\n%s", diff)
	}
	for i, name := range want {
		rows, err := parquet.ReadFile[Row](filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		first, last := rows[0].Step, rows[len(rows)-1].Step
		if first != int64(3*i) || last != min(first+2, 7) || len(rows) != 12*int(last-first+1) {
			t.Errorf("%s has %d rows of the steps %d … %d", name, len(rows), first, last)
		}
	}
}

// A trace of more than one row group, of which the last step is read.
func TestRowGroupsAndTablesAreSeamless(t *testing.T) {
	n, folder := newNetwork(t, 700, 40, circuit.Compiled), t.TempDir()
	const weights, steps = 700*40 + 40*40, 36
	r := start(t, n, Options{Folder: folder}, "weights")
	n.run(t, steps)
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(filepath.Join(folder, "traces-0000-00000.parquet"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	reader := parquet.NewGenericReader[Row](f)
	defer reader.Close()
	if reader.NumRows() != (steps+1)*weights || len(reader.File().RowGroups()) < 2 {
		t.Fatalf("%d rows", reader.NumRows())
	}
	if err := reader.SeekToRow(steps * weights); err != nil {
		t.Fatal(err)
	}
	rows := make([]Row, weights)
	if read, err := reader.Read(rows); read != weights {
		t.Fatalf("%d rows of the last step, %v", read, err)
	}
	for _, row := range rows {
		if want, found := n.valueOf(placeOf(row)); !found || row.Step != steps || row.Weight != want {
			t.Fatalf("%+v: %v, want %v", placeOf(row), row.Weight, want)
		}
	}
}

func TestMetadataSaysWhatTheTraceIs(t *testing.T) {
	n, folder := newNetwork(t, 4, 2, circuit.Compiled), t.TempDir()
	if err := start(t, n, Options{Folder: folder}, "lateral@100", "scale[0]@log").Close(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(folder, "traces-0000-00000.parquet"))
	if err != nil {
		t.Fatal(err)
	}
	f, err := parquet.OpenFile(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]string{"twophase.schema": "2", "twophase.writer": "twophase/recorder", "twophase.requests": "lateral@100, scale[0]@log"} {
		if got, _ := f.Lookup(key); got != want {
			t.Errorf("%s is %q, want %q", key, got, want)
		}
	}
}

func TestSameRunSameBytes(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	var before []byte
	for _, processors := range []int{1, 4, 2} {
		runtime.GOMAXPROCS(processors)
		n, folder := newNetwork(t, 10, 3, circuit.Compiled), t.TempDir()
		r := start(t, n, Options{Folder: folder, Run: "again", Parts: selected(true)}, "weights@2", "outputs@log")
		n.run(t, 300)
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
		after, err := os.ReadFile(filepath.Join(folder, "traces-0000-00000.parquet"))
		if err != nil {
			t.Fatal(err)
		}
		if before != nil && !bytes.Equal(before, after) {
			t.Error("the same run wrote other bytes")
		}
		before = after
	}
}

// A step that fails half-way is not recorded; all steps before it are.
func TestInterruptionKeepsCompleteSteps(t *testing.T) {
	n, folder := newNetwork(t, 4, 2, circuit.Compiled), t.TempDir()
	r := start(t, n, Options{Folder: folder}, "scale", "feedforward@100")
	n.run(t, 5)
	if err := n.Step([]float64{1e308, 1e308, 1e308, 1e308}); err == nil {
		t.Fatal("the circuit did not diverge")
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	rows := read(t, folder)
	if last := rows[len(rows)-1]; last.Step != 5 || last.Projection != "scale" {
		t.Errorf("the last row is %+v", last)
	}
	if err := r.Close(); err != nil {
		t.Errorf("closing again: %v", err)
	}
}

func TestDiscardLeavesCompleteParts(t *testing.T) {
	n, folder := newNetwork(t, 4, 2, circuit.Compiled), t.TempDir()
	r := start(t, n, Options{Folder: folder, PartRows: 30}, "weights")
	n.run(t, 3)
	if err := r.Discard(); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"traces-0000-00000.parquet"}, files(t, folder)); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	n.run(t, 3)
	if err := errors.Join(r.Discard(), r.Close()); err != nil {
		t.Errorf("ending again: %v", err)
	}
}

func TestExistingTraceIsNotOverwritten(t *testing.T) {
	folder := t.TempDir()
	n := newNetwork(t, 4, 2, circuit.Compiled)
	if err := start(t, n, Options{Folder: folder}, "weights").Close(); err != nil {
		t.Fatal(err)
	}
	_, err := Start(n.Circuit, requests(t, "weights"), Options{Folder: folder})
	if err == nil || !strings.Contains(err.Error(), "traces-0000-00000.parquet is there already: choose another folder") {
		t.Errorf("error %v", err)
	}
	if _, err := Start(n.Circuit, requests(t, "weights"), Options{Folder: folder, Trial: 1}); err != nil {
		t.Errorf("another trial: %v", err)
	}
}

func TestOptionsAreChecked(t *testing.T) {
	n := newNetwork(t, 4, 2, circuit.Compiled)
	for name, o := range map[string]Options{
		"0 … 9999":            {Folder: t.TempDir(), Trial: 10_000},
		"give a positive":     {Folder: t.TempDir(), PartRows: -1},
		"no such file or dir": {Folder: filepath.Join(t.TempDir(), "nowhere")},
	} {
		if _, err := Start(n.Circuit, requests(t, "weights"), o); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("error %v, want one with %q", err, name)
		}
	}
}

// The disk is full: the temporary file is a link to /dev/full. The error
// surfaces in Observe once the writer has met it, at the latest when all blocks
// have been in its hands, or in Close.
func TestFullDisk(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("no /dev/full")
	}
	for _, partRows := range []int{10, 0} { // a part for each step, one for all
		n, folder := newNetwork(t, 4, 2, circuit.Compiled), t.TempDir()
		path := filepath.Join(folder, "traces-0000-00000.parquet")
		if err := os.Symlink("/dev/full", path+".partial"); err != nil {
			t.Fatal(err)
		}
		r := start(t, n, Options{Folder: folder, PartRows: partRows}, "weights")
		var err error
		for range 32 + 2 { // 32 blocks of 2¹⁵ numbers are 8 MiB
			if err = n.Step(n.stimulus); err != nil {
				break
			}
		}
		if observed := err != nil; observed != (partRows > 0) {
			t.Errorf("a step returns error %v", err)
		}
		err = r.Close()
		if !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), path) {
			t.Errorf("error %v, want no space left on device with the path", err)
		}
		if left := files(t, folder); left != nil {
			t.Errorf("files are left: %v", left)
		}
	}
}

func TestFolderThatVanishes(t *testing.T) {
	n, folder := newNetwork(t, 4, 2, circuit.Compiled), filepath.Join(t.TempDir(), "gone")
	if err := os.Mkdir(folder, 0o777); err != nil {
		t.Fatal(err)
	}
	r := start(t, n, Options{Folder: folder}, "weights")
	n.run(t, 2)
	if err := os.RemoveAll(folder); err != nil {
		t.Fatal(err)
	}
	if err := r.Close(); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), folder) {
		t.Errorf("error %v", err)
	}
}

// The disk is full when the second part is completed. The first one stays.
func TestFullDiskInALaterPart(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("no /dev/full")
	}
	n, folder := newNetwork(t, 4, 2, circuit.Compiled), t.TempDir()
	path := filepath.Join(folder, "traces-0000-00001.parquet")
	if err := os.Symlink("/dev/full", path+".partial"); err != nil {
		t.Fatal(err)
	}
	r := start(t, n, Options{Folder: folder, PartRows: 30}, "weights")
	n.run(t, 4) // steps 0, 1, 2 and then 3, 4
	if err := r.Close(); !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), path) {
		t.Errorf("error %v, want no space left on device with the path", err)
	}
	if diff := cmp.Diff([]string{"traces-0000-00000.parquet"}, files(t, folder)); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
}

// vanish removes a folder, into which a writer may put another file meanwhile.
func vanish(folder string) {
	for os.RemoveAll(folder) != nil {
	}
}

// However a recording ends, its writers end with it.
func TestNoGoroutineIsLeft(t *testing.T) {
	before := runtime.NumGoroutine()
	ends := map[string]func(r *Recorder, n network, folder string){
		"close":   func(r *Recorder, _ network, _ string) { r.Close() },
		"leave":   func(r *Recorder, _ network, _ string) { r.Leave() },
		"discard": func(r *Recorder, _ network, _ string) { r.Discard() },
		"panic of the simulation": func(r *Recorder, n network, _ string) {
			defer func() { recover() }()
			defer r.Discard()
			n.Step(nil)
		},
		"error of the simulation": func(r *Recorder, n network, _ string) {
			if n.Step([]float64{1e308, 1e308, 1e308, 1e308}) == nil {
				t.Error("the circuit did not diverge")
			}
			r.Close()
		},
		"error in Suspend": func(r *Recorder, n network, folder string) {
			vanish(folder)
			if _, err := r.Suspend(); err == nil {
				t.Error("a folder that is gone is synced")
			}
		},
		"Resume": func(r *Recorder, n network, folder string) {
			s, err := r.Suspend()
			check(t, err)
			check(t, r.Leave())
			o := Options{Folder: folder, PartRows: 30}
			r, err = Resume(n.Circuit, requests(t, "weights"), o, s)
			check(t, err)
			n.run(t, 5)
			check(t, r.Close())
		},
		"Resume that fails": func(r *Recorder, n network, folder string) {
			s, err := r.Suspend()
			check(t, err)
			check(t, r.Leave())
			os.RemoveAll(folder)
			if _, err := Resume(n.Circuit, requests(t, "weights"), Options{Folder: folder, PartRows: 30}, s); err == nil {
				t.Error("a recording is resumed without its files")
			}
		},
		"error of the writer": func(r *Recorder, n network, folder string) {
			vanish(folder)
			for begin := time.Now(); time.Since(begin) < time.Minute; { // the writer may be late
				if n.Step(n.stimulus) != nil {
					return // without Close
				}
			}
			t.Error("no step returns the error")
		},
	}
	for name, end := range ends {
		n, folder := newNetwork(t, 4, 2, circuit.Compiled), t.TempDir()
		r := start(t, n, Options{Folder: folder, PartRows: 30}, "weights")
		n.run(t, 20)
		end(r, n, folder)
		after := runtime.NumGoroutine()
		for begin := time.Now(); after > before && time.Since(begin) < time.Minute; { // it says that it is done, and then goes
			time.Sleep(time.Millisecond)
			after = runtime.NumGoroutine()
		}
		if after > before {
			t.Errorf("%s: %d goroutines, before there were %d", name, after, before)
		}
	}
}
