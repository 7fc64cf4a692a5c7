package engine

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"twophase/internal/experiment"
	"twophase/internal/run/planning"
	"twophase/internal/testkit/long"
	"twophase/stimulus/dataset"
)

// arrayFile returns a NPY file of random numbers [rows×inputs], some of them others in
// other versions.
func arrayFile(rows, inputs, version int) []byte {
	var b bytes.Buffer
	header := fmt.Sprintf("{'descr': '<f8', 'fortran_order': False, 'shape': (%d, %d), }\n", rows, inputs)
	b.WriteString("\x93NUMPY\x01\x00")
	binary.Write(&b, binary.LittleEndian, uint16(len(header)))
	b.WriteString(header)
	random := rand.New(rand.NewPCG(1, 1))
	for i := range rows * inputs {
		x := random.NormFloat64()
		if version > 0 && i%rows == rows-1 {
			x += float64(version)
		}
		binary.Write(&b, binary.LittleEndian, math.Float64bits(x))
	}
	return b.Bytes()
}

// moment does something at a moment of a run: when it starts, or after some steps.
type moment struct {
	planning.Silent
	after int // steps; 0: at the start
	done  int
	do    func()
}

func (a *moment) Start(int) {
	if a.after == 0 {
		a.do()
	}
}

func (a *moment) Add(steps int) {
	if a.done < a.after && a.done+steps >= a.after {
		a.do()
	}
	a.done += steps
}

// A run whose file of stimuli is changed, in whatever way and at whatever moment, fails
// with a folder that is resumed when the file is back, to the bytes of a run that nothing
// disturbed, and refuses to be resumed as long as it is another. If the file is put back
// in time, or only looks as if it were another, nothing happens.
func TestFileThatChangesInMidRun(t *testing.T) {
	long.SkipShort(t)
	const rows, inputs = 1500, 30
	original, other := arrayFile(rows, inputs, 0), arrayFile(rows, inputs, 1)
	folder := t.TempDir()
	file := filepath.Join(folder, "s.npy")
	write := func(name string, content []byte) {
		if err := os.WriteFile(name, content, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	// rewrite writes into the file that is there: what others hold open changes.
	rewrite := func(content []byte) {
		f, err := os.OpenFile(file, os.O_WRONLY, 0)
		if err == nil {
			_, err = f.WriteAt(content, 0)
			err = errors.Join(err, f.Truncate(int64(len(content))), f.Close())
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	replace := func(content []byte) {
		write(file+".new", content)
		if err := os.Rename(file+".new", file); err != nil {
			t.Fatal(err)
		}
	}
	untouched := func(change func()) func() {
		return func() {
			info, err := os.Stat(file)
			if err != nil {
				t.Fatal(err)
			}
			change()
			if err := os.Chtimes(file, info.ModTime(), info.ModTime()); err != nil {
				t.Fatal(err)
			}
		}
	}
	ways := []struct {
		name    string
		change  func()
		harmful bool
	}{
		{"replaced", func() { replace(other) }, true},
		{"rewritten", func() { rewrite(other) }, true},
		{"truncated", func() { rewrite(original[:len(original)/2]) }, true},
		{"appended to", func() { rewrite(append(slices.Clone(original), 0)) }, true},
		{"rewritten, with its time", untouched(func() { rewrite(other) }), true},
		{"replaced, with its time", untouched(func() { replace(other) }), true},
		{"removed", func() { os.Remove(file) }, true},
		{"replaced and put back", func() { replace(other); replace(original) }, false},
		{"changed in its mode", func() { os.Chmod(file, 0o600) }, false},
		{"touched", func() { os.Chtimes(file, time.Now(), time.Unix(1e9, 0)) }, false},
	}
	write(file, original)
	for _, shuffle := range []bool{false, true} {
		e := experiment.Experiment{
			Network: "PSP", Outputs: 2, Trials: 2, Record: []string{"lateral@100"}, Reference: true, // trials one after another
			Stimulus: experiment.Stimulus{File: file, Epochs: 2, Shuffle: shuffle},
		}
		run := func(name string, progress planning.Progress) error {
			p, err := planning.Resolve(context.Background(), e)
			if err != nil {
				t.Fatal(err)
			}
			defer p.Close()
			_, err = Run(context.Background(), p, planning.RunOptions{Out: filepath.Join(folder, name), Workers: 1, Progress: progress})
			return err
		}
		want := fmt.Sprintf("want-%v", shuffle)
		if err := run(want, nil); err != nil {
			t.Fatal(err)
		}
		for _, way := range ways {
			for _, after := range long.Or([]int{0, 3*rows + 300}, []int{0, rows / 2, rows, 2 * rows, 3*rows + 300, 4*rows - 1}) {
				t.Run(fmt.Sprintf("%s at %d shuffled %v", way.name, after, shuffle), func(t *testing.T) {
					replace(original)
					got := filepath.Join(folder, "r")
					defer os.RemoveAll(got)
					defer os.RemoveAll(got + ".partial")
					err := run("r", &moment{after: after, do: way.change})
					if !way.harmful {
						if err != nil {
							t.Fatal(err)
						}
						sameRun(t, filepath.Join(folder, want), got)
						return
					}
					if !errors.Is(err, dataset.ErrChanged) || !strings.Contains(err.Error(), "twophase resume "+got+".partial goes on") {
						t.Fatalf("error %v", err)
					}
					if _, err := Resume(context.Background(), got, planning.RunOptions{}); err == nil || onDisk(got) {
						t.Fatalf("it was resumed with another file: %v", err)
					}
					replace(original)
					if _, err := Resume(context.Background(), got, planning.RunOptions{}); err != nil {
						t.Fatal(err)
					}
					sameRun(t, filepath.Join(folder, want), got)
				})
			}
		}
	}
}

// The manifest has the hash of the initial weights that were read, whatever becomes of
// their file.
func TestInitialWeightsThatChange(t *testing.T) {
	file := filepath.Join(t.TempDir(), "w.npy")
	hashes := map[string]bool{}
	for _, later := range []int{0, 1} {
		if err := os.WriteFile(file, arrayFile(2, 10, 0), 0o666); err != nil {
			t.Fatal(err)
		}
		p, err := planning.Resolve(context.Background(), experiment.Experiment{InitialWeights: file, Steps: 10})
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		if err := os.WriteFile(file, arrayFile(2, 10, later), 0o666); err != nil {
			t.Fatal(err)
		}
		m, err := Prepare(context.Background(), p, 1)
		if err != nil {
			t.Fatal(err)
		}
		hashes[m.Inputs[0].SHA256] = true
	}
	if len(hashes) != 1 {
		t.Errorf("%d hashes of what was read", len(hashes))
	}
}
