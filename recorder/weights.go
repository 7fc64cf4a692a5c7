package recorder

import (
	"archive/zip"
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"strings"

	"twophase/circuit"
)

// Final is the weights of a circuit at the end of a trial.
type Final struct {
	Inputs, Outputs int       // N and K
	W               []float64 // [K×N], row-major
	M               []float64 // [K×K], row-major: lateral weights, scales on the diagonal
}

// FinalOf returns a copy of the present weights of a circuit.
func FinalOf(c *circuit.Circuit) Final {
	return Final{Inputs: c.Inputs().Len(), Outputs: c.Outputs().Len(), W: c.Feedforward().Weights(), M: c.M()}
}

// WriteWeights writes the final weights of one or more trials of the same size
// to a NumPy archive:
//
//	import numpy
//	weights = numpy.load("weights.npz")
//	weights["W"], weights["M"]
//
// W is [K×N] and M is [K×K]; of several trials they are [trials×K×N] and
// [trials×K×K]. The numbers are float64 in C order. The same weights give the
// same bytes. The file is there when it is whole, and not before: an error,
// which has the path, leaves nothing behind, and an older file as it was.
//
// It panics if there is no trial or the trials differ in size.
func WriteWeights(path string, trials ...Final) error {
	w, m := stack(trials)
	file, err := createAside(path)
	if err == nil {
		if err = writeArchive(file, w, m); err == nil {
			err = file.commit()
		}
		if err != nil {
			file.discard()
		}
	}
	if err != nil {
		return fmt.Errorf("write weights to %s: %w", path, err)
	}
	return nil
}

// array is an array of numbers in C order.
type array struct {
	name  string
	shape []int
	data  [][]float64 // by trial
}

// stack returns W and M of all trials, one trial without a dimension of its own.
func stack(trials []Final) (w, m array) {
	n, k := trials[0].Inputs, trials[0].Outputs
	w, m = array{name: "W", shape: []int{k, n}}, array{name: "M", shape: []int{k, k}}
	if len(trials) > 1 {
		w.shape, m.shape = []int{len(trials), k, n}, []int{len(trials), k, k}
	}
	for _, t := range trials {
		if len(t.W) != k*n || len(t.M) != k*k {
			panic(fmt.Sprintf("recorder: weights of different sizes: %d and %d in W and M for %d×%d", len(t.W), len(t.M), k, n))
		}
		w.data, m.data = append(w.data, t.W), append(m.data, t.M)
	}
	return w, m
}

// writeArchive writes arrays as a .npz archive, which is a zip archive of .npy
// files. As in numpy.savez they are stored as they are: weights hardly
// compress. They have no time.
//
// github.com/sbinet/npyio writes slices and matrices only; three dimensions
// would have to be Go arrays, [n][k][n]float64, of sizes known when compiling.
func writeArchive(w io.Writer, arrays ...array) error {
	archive := zip.NewWriter(w)
	for _, a := range arrays {
		entry, err := archive.CreateHeader(&zip.FileHeader{Name: a.name + ".npy", Method: zip.Store})
		if err != nil {
			return err
		}
		if err := a.write(entry); err != nil {
			return err
		}
	}
	return archive.Close()
}

// write writes the array as a .npy file, format 1.0: a magic text, the length
// of the header, the header (a Python dictionary, filled up so that the numbers
// start at a multiple of 64 bytes), the numbers.
func (a array) write(w io.Writer) error {
	shape := make([]string, len(a.shape))
	for i, n := range a.shape {
		shape[i] = fmt.Sprint(n)
	}
	header := fmt.Sprintf("{'descr': '<f8', 'fortran_order': False, 'shape': (%s), }", strings.Join(shape, ", "))
	const before = len("\x93NUMPY\x01\x00") + 2
	fill := 63 - (before+len(header))%64
	header += strings.Repeat(" ", fill) + "\n"

	b := bufio.NewWriter(w)
	b.WriteString("\x93NUMPY\x01\x00")
	binary.Write(b, binary.LittleEndian, uint16(len(header)))
	b.WriteString(header)
	var number [8]byte
	for _, trial := range a.data {
		for _, v := range trial {
			binary.LittleEndian.PutUint64(number[:], math.Float64bits(v))
			b.Write(number[:])
		}
	}
	return b.Flush() // which tells of errors before it, too
}
