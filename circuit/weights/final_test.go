package weights_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"syscall"
	"testing"

	"twophase/circuit"
	"twophase/circuit/weights"
	"twophase/internal/testkit/testfiles"
)

// finals returns the weights of trials of circuits of 4×3.
func finals(t *testing.T, trials int) []weights.Final {
	var all []weights.Final
	for range trials {
		c, _ := learntCircuit(t, circuit.IfPSP, 4, 3, 5+len(all))
		all = append(all, weights.FinalOf(c))
	}
	return all
}

func TestWeightsAreReadBack(t *testing.T) {
	path := filepath.Join(t.TempDir(), "weights.npz")
	trials := finals(t, 2)
	if err := weights.Write(path, trials...); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	got, err := weights.Read(bytes.NewReader(text), int64(len(text)))
	want := []weights.Array{
		{Name: "W", Shape: []int{2, 3, 4}, Values: slices.Concat(trials[0].W, trials[1].W)},
		{Name: "M", Shape: []int{2, 3, 3}, Values: slices.Concat(trials[0].M, trials[1].M)},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("read %v, %v; want %v", got, err, want)
	}
	if diff := trials[0].M[4] - 1; diff == 0 {
		t.Error("the diagonal of M does not hold scales that have learnt")
	}
}

// NumPy itself reads the file, and finds arrays of the right kind and shape, with all numbers.
func TestNumPyReadsWeights(t *testing.T) {
	const python = "/usr/bin/python3"
	if err := exec.Command(python, "-c", "import numpy").Run(); err != nil {
		t.Skip("no NumPy")
	}
	for trials, shapes := range map[int]string{1: "(3, 4) (3, 3)", 3: "(3, 3, 4) (3, 3, 3)"} {
		path := filepath.Join(t.TempDir(), "weights.npz")
		all := finals(t, trials)
		if err := weights.Write(path, all...); err != nil {
			t.Fatal(err)
		}
		program := fmt.Sprintf(`
import numpy
a = numpy.load(%q)
W, M = a["W"], a["M"]
print(sorted(a.files), W.shape, M.shape, W.dtype, M.flags.c_contiguous, W.tobytes().hex(), M.tobytes().hex())`, path)
		out, err := exec.Command(python, "-c", program).CombinedOutput()
		var w, m []byte
		for _, f := range all {
			w = append(w, testfiles.Encode(binary.LittleEndian, f.W)...)
			m = append(m, testfiles.Encode(binary.LittleEndian, f.M)...)
		}
		want := fmt.Sprintf("['M', 'W'] %s float64 True %x %x\n", shapes, w, m)
		if err != nil || string(out) != want {
			t.Errorf("%d trials: NumPy says %s, %v; want %s", trials, out, err, want)
		}
	}
}

func TestSameWeightsSameBytes(t *testing.T) {
	var files [2][]byte
	for i := range files {
		path := filepath.Join(t.TempDir(), "weights.npz")
		if err := weights.Write(path, finals(t, 2)...); err != nil {
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
	if err := weights.Write(path, finals(t, 1)...); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/dev/full", path+".partial"); err != nil {
		t.Fatal(err)
	}
	err = weights.Write(path, finals(t, 2)...)
	if !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), path) {
		t.Errorf("error %v", err)
	}
	left, _ := filepath.Glob(filepath.Join(folder, "*"))
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(before, after) || len(left) != 1 {
		t.Errorf("the folder holds %v; the older file has changed: %v", left, err)
	}
}

func TestWeightsOfNoOrUnequalTrialsPanic(t *testing.T) {
	bad := finals(t, 2)
	bad[1].W = bad[1].W[1:]
	for _, trials := range [][]weights.Final{nil, bad} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%d trials are accepted", len(trials))
				}
			}()
			weights.Write(filepath.Join(t.TempDir(), "weights.npz"), trials...)
		}()
	}
}

// The archive of a circuit with a graph has an array for each projection, with the scales
// that divide on the diagonal, and one for other scales.
func TestWeightsOfAGraph(t *testing.T) {
	for _, test := range []struct {
		of   circuit.Network
		want string
	}{
		{circuit.NonnegativeSimilarityMatching, "W[3 6] M[3 3] outputs.scale[3]"},
		{circuit.RectifiedPSP, "W[3 6] M[3 3]"},
		{circuit.BioCCA, "Wx[3 3] Wy[3 3] M[3 3]"},
		{circuit.AdaptiveWhitening, "direct[6 6] W[6 21] interneurons.scale[21]"},
		{circuit.StackTwoPhase, "W1[3 6] M1[3 3] W2[3 3] M2[3 3]"},
		{circuit.EI, "W[3 6] P[3 3]"},
	} {
		var finals []weights.Final
		for range 2 {
			c, _ := learntCircuit(t, test.of, 6, 3, 3)
			finals = append(finals, weights.FinalOf(c))
			for _, a := range finals[0].Arrays() {
				p := c.Projection(a.Name)
				if p == nil || p.Pre() != p.Post() {
					continue
				}
				for i, scale := range p.Post().Scales() {
					if a.Values[i*a.Shape[1]+i] != scale || scale == 1 {
						t.Errorf("%s: the diagonal of %s is %v where the scale is %v", test.of.Name, a.Name, a.Values[i*a.Shape[1]+i], scale)
					}
				}
			}
		}
		var got []string
		for _, a := range finals[0].Arrays() {
			got = append(got, fmt.Sprint(a.Name, a.Shape))
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("%s: %s, want %s", test.of.Name, strings.Join(got, " "), test.want)
		}
		for trials := 1; trials <= 2; trials++ {
			path := filepath.Join(t.TempDir(), "weights.npz")
			if err := weights.Write(path, finals[:trials]...); err != nil {
				t.Fatal(err)
			}
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			got, err := weights.Read(bytes.NewReader(text), int64(len(text)))
			want := finals[0].Arrays()
			for i, a := range finals[1].Arrays() {
				if trials == 2 {
					want[i].Values, want[i].Shape = slices.Concat(want[i].Values, a.Values), append([]int{2}, want[i].Shape...)
				}
			}
			if err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("%s: read %v, %v; want %v", test.of.Name, got, err, want)
			}
		}
	}
}
