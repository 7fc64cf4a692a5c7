package recorder

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/sbinet/npyio/npz"

	"twophase/circuit"
)

// finals returns the weights of trials of circuits of 4×3.
func finals(t *testing.T, trials int) []Final {
	var all []Final
	for range trials {
		n := newNetwork(t, 4, 3, circuit.Compiled)
		n.run(t, 5+len(all))
		all = append(all, FinalOf(n.Circuit))
	}
	return all
}

func TestWeightsAreReadBack(t *testing.T) {
	path := filepath.Join(t.TempDir(), "weights.npz")
	trials := finals(t, 2)
	if err := WriteWeights(path, trials...); err != nil {
		t.Fatal(err)
	}
	r, err := npz.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for name, want := range map[string][]float64{
		"W.npy": slices.Concat(trials[0].W, trials[1].W),
		"M.npy": slices.Concat(trials[0].M, trials[1].M),
	} {
		var got []float64
		if err := r.Read(name, &got); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s is %v, %v; want %v", name, got, err, want)
		}
	}
	if diff := trials[0].M[4] - 1; diff == 0 {
		t.Error("the diagonal of M does not hold scales that have learnt")
	}
}

// NumPy itself reads the file, and finds arrays of the right kind and shape.
func TestNumPyReadsWeights(t *testing.T) {
	const python = "/usr/bin/python3"
	if err := exec.Command(python, "-c", "import numpy").Run(); err != nil {
		t.Skip("no NumPy")
	}
	for trials, shapes := range map[int]string{1: "(3, 4) (3, 3)", 3: "(3, 3, 4) (3, 3, 3)"} {
		path := filepath.Join(t.TempDir(), "weights.npz")
		all := finals(t, trials)
		if err := WriteWeights(path, all...); err != nil {
			t.Fatal(err)
		}
		program := fmt.Sprintf(`
import numpy
a = numpy.load(%q)
W, M = a["W"], a["M"]
print(sorted(a.files), W.shape, M.shape, W.dtype, M.flags.c_contiguous, repr(float(W.flat[6])), repr(float(M.flat[-1])))`, path)
		out, err := exec.Command(python, "-c", program).CombinedOutput()
		m := all[trials-1].M
		want := fmt.Sprintf("['M', 'W'] %s float64 True %v %v\n", shapes, all[0].W[6], m[len(m)-1])
		if err != nil || string(out) != want {
			t.Errorf("%d trials: NumPy says %s, %v; want %s", trials, out, err, want)
		}
	}
}

func TestSameWeightsSameBytes(t *testing.T) {
	var files [2][]byte
	for i := range files {
		path := filepath.Join(t.TempDir(), "weights.npz")
		if err := WriteWeights(path, finals(t, 2)...); err != nil {
			t.Fatal(err)
		}
		var err error
		if files[i], err = os.ReadFile(path); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(files[0], files[1]) {
		t.Error("the same weights gave other bytes")
	}
}

func TestFailedWriteKeepsTheOlderFile(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("no /dev/full")
	}
	folder := t.TempDir()
	path := filepath.Join(folder, "weights.npz")
	if err := WriteWeights(path, finals(t, 1)...); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/dev/full", path+".partial"); err != nil {
		t.Fatal(err)
	}
	err = WriteWeights(path, finals(t, 2)...)
	if !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), path) {
		t.Errorf("error %v", err)
	}
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(before, after) || len(files(t, folder)) != 1 {
		t.Errorf("the folder holds %v; the older file has changed: %v", files(t, folder), err)
	}
}

func TestWeightsOfNoOrUnequalTrialsPanic(t *testing.T) {
	bad := finals(t, 2)
	bad[1].W = bad[1].W[1:]
	for _, trials := range [][]Final{nil, bad} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%d trials are accepted", len(trials))
				}
			}()
			WriteWeights(filepath.Join(t.TempDir(), "weights.npz"), trials...)
		}()
	}
}
