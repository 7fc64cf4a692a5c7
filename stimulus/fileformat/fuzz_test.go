package fileformat

import (
	"bufio"
	"bytes"
	"io"
	"slices"
	"strings"
	"testing"

	"twophase/internal/testkit/testfiles"
	"twophase/internal/text/wording"
	"twophase/stimulus"
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
		case stimulus.CheckFinite(x) != nil:
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
			rows, err := newRowReader(bufio.NewReader(bytes.NewReader(data)), size, name, Layout{})
			if err == nil {
				drain(t, rows, len(data))
			}
		}
	})
}

// FuzzCSV compares with a reader of CSV that holds it all and is written once more.
func FuzzCSV(f *testing.F) {
	for _, text := range []string{"a,b\n1,2\n\n3,4", "\ufeff1;2\r\nnan", "1e999,,0x1p-3\n", "1_0,2\n3,4", "a,\n1\n", " 1 ,+2.\n.5,3e0\n4,five"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if bytes.HasPrefix(data, []byte{0, 0}) {
			return // as IDX begins
		}
		rows, err := newRowReader(bufio.NewReader(bytes.NewReader(data)), int64(len(data)), "a.csv", Layout{})
		if err == nil {
			drain(t, rows, len(data))
		}
		if bytes.ContainsRune(data, '"') {
			return // what is quoted is not in the reference
		}
		want, wrong := numbersOf(string(data))
		rows, err = newRowReader(bufio.NewReader(bytes.NewReader(data)), int64(len(data)), "a.csv", Layout{Delimiter: "comma"})
		var got [][]float64
		for err == nil {
			_, inputs := rows.shape()
			x := make([]float64, inputs)
			if err = rows.next(x); err == nil {
				got = append(got, x)
			}
		}
		// The first line of numbers is read when the file is opened.
		if wrong != (err != io.EOF) || !slices.EqualFunc(got, want, slices.Equal) {
			t.Fatalf("%q is read as %v, %v; want %v, and an error: %v", data, got, err, want, wrong)
		}
	})
}

// numbersOf returns the rows of a CSV text, and whether something is wrong behind them.
func numbersOf(text string) (rows [][]float64, wrong bool) {
	columns := 0
	lines := slices.DeleteFunc(strings.Split(strings.TrimPrefix(text, "\ufeff"), "\n"), func(line string) bool { return strings.TrimSpace(line) == "" })
	for len(lines) > 0 && strings.HasPrefix(strings.TrimSpace(lines[0]), "#") {
		lines = lines[1:]
	}
	for i, line := range lines {
		fields := strings.Split(strings.TrimSpace(line), ",")
		if i == 0 && !slices.ContainsFunc(fields, wording.NearNumber) {
			columns = len(fields)
			continue
		}
		row, err := wording.ParseNumbers(strings.TrimSpace(line))
		if columns == 0 {
			columns = len(fields)
		}
		if err != nil || len(fields) != columns {
			return rows, true
		}
		rows = append(rows, row)
	}
	return rows, len(rows) == 0
}

func FuzzNPY(f *testing.F) {
	fuzzFormat(f, "a.npy",
		testfiles.NPY("'<f8'", "False", "(1, 2)", make([]byte, 16)),
		testfiles.NPY("'>i2'", "False", "(2, 2, 2)", make([]byte, 16)),
		testfiles.NPY("'|u1'", "True", "(18446744073709551615, 2,)", nil),
		[]byte("\x93NUMPY\x03\x00\xff\xff\xff\xff"))
}

func FuzzIDX(f *testing.F) {
	fuzzFormat(f, "a",
		testfiles.IDX(8, []byte{1, 2, 3, 4}, 2, 1, 2),
		testfiles.IDX(0x0E, make([]byte, 16), 1, 2),
		testfiles.IDX(0x0D, nil, 1<<31, 1<<31, 1<<31))
}

func FuzzNPZ(f *testing.F) {
	array := testfiles.NPY("'<f8'", "False", "(1, 2)", make([]byte, 16))
	f.Add(testfiles.NPZ(array, "x.npy"), "")
	f.Add(testfiles.NPZ(array, "x.npy", "y.npy"), "y")
	f.Add(testfiles.NPZ(nil, "x.txt"), "x")
	f.Fuzz(func(t *testing.T, data []byte, name string) {
		rows, err := openMember(bytes.NewReader(data), int64(len(data)), name)
		if err == nil {
			_, inputs := rows.shape()
			drain(t, rows, inputs)
		}
	})
}
