package fileformat

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"math"
	"slices"
	"strings"
	"testing"

	"twophase/internal/testkit/long"
	"twophase/internal/testkit/testfiles"
)

// matPart returns a data element, filled up to a multiple of 8 bytes; one of at most 4 bytes in its tag, as
// MATLAB writes it.
func matPart(order binary.AppendByteOrder, kind uint32, data []byte) []byte {
	if n := len(data); n > 0 && n <= 4 {
		return append(append(order.AppendUint32(nil, uint32(n)<<16|kind), data...), make([]byte, 4-n)...)
	}
	part := order.AppendUint32(order.AppendUint32(nil, kind), uint32(len(data)))
	part = append(part, data...)
	return append(part, make([]byte, (8-len(data)%8)%8)...)
}

// matVariable returns a matrix [rows×columns] of float64 as a variable.
func matVariable(order binary.AppendByteOrder, name string, class uint32, rows, columns int, packed bool) []byte {
	var flags, dims, numbers []byte
	flags = order.AppendUint32(order.AppendUint32(flags, class), 0)
	dims = order.AppendUint32(order.AppendUint32(dims, uint32(rows)), uint32(columns))
	for j := range columns {
		for i := range rows {
			numbers = order.AppendUint64(numbers, math.Float64bits(matNumber(i, j)))
		}
	}
	v := matPart(order, matMatrix, slices.Concat(matPart(order, matUint32, flags), matPart(order, matInt32, dims), matPart(order, 1, []byte(name)), matPart(order, 9, numbers)))
	if !packed {
		return v
	}
	var out bytes.Buffer
	w := zlib.NewWriter(&out)
	w.Write(v)
	w.Close()
	return append(order.AppendUint32(order.AppendUint32(nil, matCompressed), uint32(out.Len())), out.Bytes()...)
}

// matNumber is the number of matVariable in a row and a column.
func matNumber(i, j int) float64 { return float64(10*i+j) + 0.5 }

// matFile returns a file of some variables.
func matFile(order binary.AppendByteOrder, variables ...[]byte) []byte {
	header := append([]byte("MATLAB 5.0 MAT-file"), bytes.Repeat([]byte(" "), 124)...)[:124]
	header = order.AppendUint16(order.AppendUint16(header, 0x0100), 'M'<<8|'I')
	return append(header, slices.Concat(variables...)...)
}

// A matrix is read row by row, of either byte order, packed or not, by its name or as the only one.
func TestMAT(t *testing.T) {
	for _, order := range []interface {
		binary.AppendByteOrder
		binary.ByteOrder
	}{binary.LittleEndian, binary.BigEndian} {
		for _, packed := range []bool{false, true} {
			x, text := matVariable(order, "X", 6, 3, 2, packed), matVariable(order, "label", 4, 1, 2, packed)
			one := testfiles.Write(t, "one.mat", matFile(order, text, x))
			several := testfiles.Write(t, "several.mat", matFile(order, matVariable(order, "Y", 6, 4, 2, packed), x))
			for _, path := range []string{one, one + ":X", several + ":X"} {
				all, err := readAll(path, Layout{})
				if err != nil {
					t.Fatal(err)
				}
				want := []float64{matNumber(0, 0), matNumber(0, 1), matNumber(1, 0), matNumber(1, 1), matNumber(2, 0), matNumber(2, 1)}
				if !slices.Equal(all, want) {
					t.Errorf("%s, %v, packed %v: the stimuli are %v, want %v", path, order, packed, all, want)
				}
			}
			for path, wrong := range map[string]string{several: "the names are Y, X", several + ":Z": `no matrix "Z"`} {
				if _, err := Open(path, Layout{}); err == nil || !strings.Contains(err.Error(), wrong) {
					t.Errorf("%s: error %v, want %q", path, err, wrong)
				}
			}
		}
	}
}

// matObject returns a variable of class 17, such as a table of MATLAB: it has names where a matrix has
// its dimensions.
func matObject(order binary.AppendByteOrder, name string) []byte {
	flags := order.AppendUint32(order.AppendUint32(nil, 17), 0)
	return matPart(order, matMatrix, slices.Concat(matPart(order, matUint32, flags), matPart(order, 1, []byte(name)), matPart(order, 1, []byte("MCOS")), matPart(order, 1, []byte("table"))))
}

// Objects of MATLAB, which it keeps in a matrix without a name, do not hide the other matrices.
func TestMATObjects(t *testing.T) {
	order := binary.LittleEndian
	x, table, kept := matVariable(order, "X", 6, 3, 2, false), matObject(order, "results"), matVariable(order, "", 9, 1, 8, false)
	path := testfiles.Write(t, "a.mat", matFile(order, table, x, kept))
	for _, name := range []string{path, path + ":X"} {
		all, err := readAll(name, Layout{})
		if err != nil {
			t.Fatal(err)
		}
		if len(all) != 6 || !slices.Equal(all[:2], []float64{matNumber(0, 0), matNumber(0, 1)}) {
			t.Errorf("%s: the stimuli are %v", name, all)
		}
	}
	for name, wrong := range map[string]string{path + ":results": "the names are X", testfiles.Write(t, "b.mat", matFile(order, table, kept)): "the file holds no matrix"} {
		if _, err := Open(name, Layout{}); err == nil || !strings.Contains(err.Error(), wrong) {
			t.Errorf("%s: error %v, want %q", name, err, wrong)
		}
	}
}

// A file that ends anywhere is an error, a damaged one is no panic, and HDF5 is named.
func TestMATDamaged(t *testing.T) {
	order := binary.LittleEndian
	for _, packed := range []bool{false, true} {
		text := matFile(order, matVariable(order, "X", 6, 3, 2, packed))
		for n := 0; n < len(text); n += long.Or(3, 1) {
			if rows, err := openMAT(bytes.NewReader(text[:n]), int64(n), ""); err == nil {
				t.Errorf("packed %v: a file that ends after %d of %d bytes is read: %v", packed, n, len(text), rows)
			}
			damaged := slices.Clone(text)
			damaged[n] ^= 0x11
			if rows, err := openMAT(bytes.NewReader(damaged), int64(len(damaged)), ""); err == nil {
				drain(t, rows, len(damaged))
			}
		}
	}
	for name, content := range map[string]struct{ text, want string }{
		"a.mat": {"MATLAB 7.3 MAT-file" + strings.Repeat(" ", 200), "h5py.File('data.mat')['X'][:].T)"},
		"a.h5":  {"\x89HDF\r\n\x1a\n" + strings.Repeat(" ", 200), "a.h5')['X'][:])"},
	} {
		if _, err := Open(testfiles.Write(t, name, []byte(content.text)), Layout{}); err == nil || !strings.Contains(err.Error(), "HDF5") || !strings.Contains(err.Error(), content.want) {
			t.Errorf("%s: error %v, want one with %q", name, err, content.want)
		}
	}
}

func FuzzMAT(f *testing.F) {
	order := binary.LittleEndian
	for _, packed := range []bool{false, true} {
		f.Add(matFile(order, matVariable(order, "X", 6, 3, 2, packed)))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if rows, err := openMAT(bytes.NewReader(data), int64(len(data)), ""); err == nil {
			drain(t, rows, 1<<20) // packed numbers may take fewer bytes
		}
	})
}
