package weights

import (
	"archive/zip"
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"strings"

	"twophase/internal/text/wording"
)

// Array is the weights of a projection, by its name, or the scales of a population, by
// NAME.scale.
type Array struct {
	Name   string
	Shape  []int // [post×pre], or [neurons] of scales
	Values []float64
}

// WriteArrays writes arrays as a NumPy archive (.npz).
func WriteArrays(w io.Writer, arrays ...Array) error {
	var all []array
	for _, a := range arrays {
		all = append(all, array{name: a.Name, shape: a.Shape, data: [][]float64{a.Values}})
	}
	return writeArchive(w, all...)
}

// array is an array of numbers in C order.
type array struct {
	name  string
	shape []int
	data  [][]float64 // by trial
}

// writeArchive writes arrays as a .npz archive, which is a zip archive of .npy
// files. As in numpy.savez they are stored as they are: weights hardly
// compress. They have no time.
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
	if len(shape) == 1 {
		shape = append(shape, "") // as Python writes a tuple of one
	}
	header := fmt.Sprintf("{'descr': '<f8', 'fortran_order': False, 'shape': (%s), }", strings.TrimSuffix(strings.Join(shape, ", "), " "))
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
	return b.Flush() // it also returns earlier errors
}

// written matches the header of the arrays that Write writes.
var written = regexp.MustCompile(`^\{'descr': '<f8', 'fortran_order': False, 'shape': \((\d+(?:, \d+)*),?\), \} *\n$`)

// Read reads an archive that Write has written, of size bytes. The archive is
// not trusted: anything that Write does not write is an error.
func Read(in io.ReaderAt, size int64) (arrays []Array, err error) {
	archive, err := zip.NewReader(in, size)
	if err != nil {
		return nil, err
	}
	rest := uint64(size) // arrays that share their bytes could state more
	for _, f := range archive.File {
		if f.UncompressedSize64 > rest {
			return nil, fmt.Errorf("%q: %w", f.Name, errUnlike)
		}
		rest -= f.UncompressedSize64
		a, err := readWritten(f)
		if err != nil {
			return nil, fmt.Errorf("%q: %w", f.Name, err)
		}
		arrays = append(arrays, a)
	}
	return arrays, nil
}

// errUnlike is the error of what Write does not write.
var errUnlike = errors.New("it is not what a run writes: NPY of float64, neither packed nor in Fortran order")

// readWritten reads an array of an archive.
func readWritten(f *zip.File) (a Array, err error) {
	name, isArray := strings.CutSuffix(f.Name, ".npy")
	if !isArray || f.Method != zip.Store {
		return a, errUnlike
	}
	in, err := f.Open()
	if err != nil {
		return a, err
	}
	defer in.Close()
	raw, err := io.ReadAll(io.LimitReader(in, int64(f.UncompressedSize64)+1))
	if err != nil {
		return a, err
	}
	const magic = "\x93NUMPY\x01\x00"
	if len(raw) < len(magic)+2 || string(raw[:len(magic)]) != magic {
		return a, errUnlike
	}
	header := int(binary.LittleEndian.Uint16(raw[len(magic):]))
	raw = raw[len(magic)+2:]
	if len(raw) < header {
		return a, errUnlike
	}
	shape := written.FindSubmatch(raw[:header])
	if shape == nil {
		return a, errUnlike
	}
	raw = raw[header:]
	a.Name = name
	count := 1
	for text := range strings.SplitSeq(string(shape[1]), ", ") {
		n, err := wording.Int(text, 1, int64(len(raw)))
		if err != nil || n > int64(len(raw)/8/count) {
			return a, fmt.Errorf("it has %d bytes, and its header states other dimensions, %s", len(raw), shape[1])
		}
		a.Shape, count = append(a.Shape, int(n)), count*int(n)
	}
	if len(raw) != 8*count {
		return a, fmt.Errorf("it has %d bytes, and its header states other dimensions, %s", len(raw), shape[1])
	}
	a.Values = make([]float64, count)
	for i := range a.Values {
		a.Values[i] = math.Float64frombits(binary.LittleEndian.Uint64(raw[8*i:]))
	}
	return a, nil
}
