package stimulus

import (
	"bufio"
	"bytes"
	"io"
	"testing"
)

// drain reads what a parser accepted: it may fail, but not panic, not yield more
// than its header states and not claim inputs that the data do not justify.
func drain(t *testing.T, rows rowReader, bytes int) {
	stated, inputs := rows.shape()
	if inputs < 1 || inputs > bytes {
		t.Fatalf("%d inputs from %d bytes", inputs, bytes)
	}
	x := make([]float64, inputs)
	for read := 0; ; read++ {
		switch err := rows.next(x); {
		case err == io.EOF && stated >= 0 && read != stated:
			t.Fatalf("%d stimuli, the header states %d", read, stated)
		case err != nil:
			return
		case checkFinite(x) != nil:
			t.Fatal("a stimulus is not finite")
		}
	}
}

// fuzzFormat fuzzes the format that a name stands for.
func fuzzFormat(f *testing.F, name string, seeds ...[]byte) {
	for _, seed := range seeds {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, size := range []int64{int64(len(data)), unknownSize} {
			rows, err := newRowReader(bufio.NewReader(bytes.NewReader(data)), size, name)
			if err == nil {
				drain(t, rows, len(data))
			}
		}
	})
}

func FuzzCSV(f *testing.F) {
	fuzzFormat(f, "a.csv", []byte("a,b\n1,2\n\n3,4"), []byte("\ufeff1;2\r\nnan"), []byte("1e999,,0x1p-3\n"))
}

func FuzzNPY(f *testing.F) {
	fuzzFormat(f, "a.npy",
		npyFile("'<f8'", "False", "(1, 2)", make([]byte, 16)),
		npyFile("'>i2'", "False", "(2, 2, 2)", make([]byte, 16)),
		npyFile("'|u1'", "True", "(18446744073709551615, 2,)", nil),
		[]byte("\x93NUMPY\x03\x00\xff\xff\xff\xff"))
}

func FuzzIDX(f *testing.F) {
	fuzzFormat(f, "a",
		idxFile(8, []byte{1, 2, 3, 4}, 2, 1, 2),
		idxFile(0x0E, make([]byte, 16), 1, 2),
		idxFile(0x0D, nil, 1<<31, 1<<31, 1<<31))
}

func FuzzNPZ(f *testing.F) {
	array := npyFile("'<f8'", "False", "(1, 2)", make([]byte, 16))
	f.Add(npzFile(array, "x.npy"), "")
	f.Add(npzFile(array, "x.npy", "y.npy"), "y")
	f.Add(npzFile(nil, "x.txt"), "x")
	f.Fuzz(func(t *testing.T, data []byte, name string) {
		rows, err := openMember(bytes.NewReader(data), int64(len(data)), name)
		if err == nil {
			_, inputs := rows.shape()
			drain(t, rows, inputs)
		}
	})
}
