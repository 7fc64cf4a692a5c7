package testfiles

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// Write writes a file into a temporary directory of a test and returns its path.
func Write(tb testing.TB, name string, content []byte) string {
	tb.Helper()
	path := filepath.Join(tb.TempDir(), name)
	if err := os.WriteFile(path, content, 0o644); err != nil {
		tb.Fatal(err)
	}
	return path
}

// Gzip returns the content, compressed.
func Gzip(content []byte) []byte {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	w.Write(content)
	w.Close()
	return out.Bytes()
}

// NPY returns a NPY file of version 1 with this header and these data.
func NPY(descr, order, shape string, data []byte) []byte {
	header := fmt.Sprintf("{'descr': %s, 'fortran_order': %s, 'shape': %s, }\n", descr, order, shape)
	var out bytes.Buffer
	out.WriteString("\x93NUMPY\x01\x00")
	binary.Write(&out, binary.LittleEndian, uint16(len(header)))
	out.WriteString(header)
	out.Write(data)
	return out.Bytes()
}

// IDX returns an IDX file of numbers of a kind, with these data and dimensions.
func IDX(kind byte, data []byte, dims ...uint32) []byte {
	out := []byte{0, 0, kind, byte(len(dims))}
	for _, d := range dims {
		out = binary.BigEndian.AppendUint32(out, d)
	}
	return append(out, data...)
}

// NPZ returns an archive with arrays of these names.
func NPZ(content []byte, names ...string) []byte {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, name := range names {
		f, _ := w.Create(name)
		f.Write(content)
	}
	w.Close()
	return out.Bytes()
}

// Encode returns the numbers as bytes, in a byte order.
func Encode(order binary.ByteOrder, numbers any) []byte {
	var out bytes.Buffer
	if err := binary.Write(&out, order, numbers); err != nil {
		panic(err)
	}
	return out.Bytes()
}

// A Source yields stimuli, as stimulus.Source does.
type Source interface {
	Inputs() int
	Next(x []float64) error
}

// ReadAll reads all the stimuli of a source, flattened.
func ReadAll(s Source) ([]float64, error) {
	var all []float64
	x := make([]float64, s.Inputs())
	for {
		if err := s.Next(x); err == io.EOF {
			return all, nil
		} else if err != nil {
			return all, err
		}
		all = append(all, x...)
	}
}
