package recorder

import (
	"archive/zip"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"regexp"
	"strings"

	"twophase/internal/number"
)

// written matches the header of the arrays that WriteWeights writes.
var written = regexp.MustCompile(`^\{'descr': '<f8', 'fortran_order': False, 'shape': \((\d+(?:, \d+)*),?\), \} *\n$`)

// ReadWeights reads an archive that WriteWeights has written, of size bytes. The archive is
// not trusted: anything that WriteWeights does not write is an error.
func ReadWeights(in io.ReaderAt, size int64) (arrays []Array, err error) {
	archive, err := zip.NewReader(in, size)
	if err != nil {
		return nil, err
	}
	for _, f := range archive.File {
		a, err := readWritten(f, size)
		if err != nil {
			return nil, fmt.Errorf("%q: %w", f.Name, err)
		}
		arrays = append(arrays, a)
	}
	return arrays, nil
}

// readWritten reads an array of an archive of size bytes.
func readWritten(f *zip.File, size int64) (a Array, err error) {
	unlike := fmt.Errorf("it is not what a run writes: NPY of float64, neither packed nor in Fortran order")
	name, isArray := strings.CutSuffix(f.Name, ".npy")
	if !isArray || f.Method != zip.Store || f.UncompressedSize64 > uint64(size) {
		return a, unlike
	}
	in, err := f.Open()
	if err != nil {
		return a, err
	}
	defer in.Close()
	raw, err := io.ReadAll(io.LimitReader(in, size))
	if err != nil {
		return a, err
	}
	const magic = "\x93NUMPY\x01\x00"
	if len(raw) < len(magic)+2 || string(raw[:len(magic)]) != magic {
		return a, unlike
	}
	header := int(binary.LittleEndian.Uint16(raw[len(magic):]))
	raw = raw[len(magic)+2:]
	if len(raw) < header {
		return a, unlike
	}
	shape := written.FindSubmatch(raw[:header])
	if shape == nil {
		return a, unlike
	}
	raw = raw[header:]
	a.Name = name
	count := 1
	for text := range strings.SplitSeq(string(shape[1]), ", ") {
		n, err := number.Int(text, 1, int64(len(raw)))
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
