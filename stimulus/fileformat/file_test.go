package fileformat

import (
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"twophase/internal/testkit/testfiles"
)

// readFile opens and reads a file, whatever fails first.
func readFile(path string) (all []float64, rows, inputs int, err error) {
	f, err := Open(path, Layout{})
	if err != nil {
		return nil, 0, 0, err
	}
	defer f.Close()
	all, err = testfiles.ReadAll(f)
	return all, f.Rows(), f.Inputs(), err
}

// readAll opens a file and returns all its stimuli.
func readAll(path string, how Layout) ([]float64, error) {
	f, err := Open(path, how)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return testfiles.ReadAll(f)
}

func TestMain(m *testing.M) { os.Exit(testfiles.Main(m)) }

func TestFormats(t *testing.T) {
	array := testfiles.NPY("'<f8'", "False", "(3, 2)", testfiles.Encode(binary.LittleEndian, []float64{1, 2, 3, 4, 5, 6}))
	turnedArray := testfiles.Encode(binary.LittleEndian, []float64{1, 3, 5, 2, 4, 6})
	images := testfiles.IDX(8, []byte{1, 2, 3, 4, 5, 6}, 3, 1, 2)
	for _, c := range []struct {
		name    string
		member  string
		content []byte
		rows    int
	}{
		{"a.csv", "", []byte("1,2\n3,4\n5,6\n"), -1},
		{"header.csv", "", []byte("left,right\n1,2\n3,4\n5,6\n"), -1},
		{"dos.csv", "", []byte("\ufeffleft,right\r\n\r\n1, 2\r\n 3,\t4 \r\n5,6"), -1},
		{"notations.csv", "", []byte("+1,2e0\n3.0,.4e1\n\n \n05,600E-2\n\n"), -1},
		{"a.csv.gz", "", testfiles.Gzip([]byte("1,2\n3,4\n5,6\n")), -1},
		{"packed.csv", "", testfiles.Gzip([]byte("1,2\n3,4\n5,6\n")), -1},
		{"members.csv.gz", "", slices.Concat(testfiles.Gzip([]byte("1,2\n3")), testfiles.Gzip(nil), testfiles.Gzip([]byte(",4\n5,6\n"))), -1},
		{"plain.csv.gz", "", []byte("1,2\n3,4\n5,6\n"), -1},
		{"a.npy", "", array, 3},
		{"a.npy.gz", "", testfiles.Gzip(array), 3},
		{"images.npy", "", testfiles.NPY("'|u1'", "False", "(3, 1, 2)", []byte{1, 2, 3, 4, 5, 6}), 3},
		{"python2.npy", "", testfiles.NPY("'|u1'", "False", "(3L, 2L)", []byte{1, 2, 3, 4, 5, 6}), 3},
		{"one.npz", "", testfiles.NPZ(array, "x.npy"), 3},
		{"many.npz", ":y", testfiles.NPZ(array, "x.npy", "y.npy", "readme.txt"), 3},
		{"fortran.npy", "", testfiles.NPY("'<f8'", "True", "(3, 2)", turnedArray), 3},
		{"fortran.npy.gz", "", testfiles.Gzip(testfiles.NPY("'<f8'", "True", "(3, 2)", turnedArray)), 3},
		{"fortran.npz", "", testfiles.NPZ(testfiles.NPY("'<f8'", "True", "(3, 2)", turnedArray), "x.npy"), 3},
		{"images-idx3-ubyte", "", images, 3},
		{"images-idx3-ubyte.gz", "", testfiles.Gzip(images), 3},
		{"images.csv", "", images, 3},
	} {
		all, rows, inputs, err := readFile(testfiles.Write(t, c.name, c.content) + c.member)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if rows != c.rows || inputs != 2 {
			t.Errorf("%s: %d rows of %d inputs, want %d of 2", c.name, rows, inputs, c.rows)
		}
		if diff := cmp.Diff([]float64{1, 2, 3, 4, 5, 6}, all); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

// TestElements reads every type of number in both byte orders.
func TestElements(t *testing.T) {
	for _, c := range []struct {
		numpy   string
		idx     byte
		numbers any
		want    []float64
	}{
		{"u1", 0x08, []uint8{0, 255}, []float64{0, 255}},
		{"i1", 0x09, []int8{-128, 127}, []float64{-128, 127}},
		{"u2", 0, []uint16{1, 65535}, []float64{1, 65535}},
		{"i2", 0x0B, []int16{-32768, 258}, []float64{-32768, 258}},
		{"u4", 0, []uint32{1, math.MaxUint32}, []float64{1, math.MaxUint32}},
		{"i4", 0x0C, []int32{math.MinInt32, 16909060}, []float64{math.MinInt32, 16909060}},
		{"u8", 0, []uint64{1, math.MaxUint64}, []float64{1, math.MaxUint64}},
		{"i8", 0, []int64{math.MinInt64, 72623859790382856}, []float64{math.MinInt64, 72623859790382856}},
		{"f2", 0, []uint16{0x3c00, 0x8001}, []float64{1, -0x1p-24}},
		{"f2", 0, []uint16{0xfbff, 0x0400}, []float64{-65504, 0x1p-14}},
		{"f4", 0x0D, []float32{-1.5, 0.1}, []float64{-1.5, float64(float32(0.1))}},
		{"f8", 0x0E, []float64{-1.5, 0.1}, []float64{-1.5, 0.1}},
	} {
		files := map[string][]byte{
			"little.npy": testfiles.NPY("'<"+c.numpy+"'", "False", "(1, 2)", testfiles.Encode(binary.LittleEndian, c.numbers)),
			"big.npy":    testfiles.NPY("'>"+c.numpy+"'", "False", "(1, 2)", testfiles.Encode(binary.BigEndian, c.numbers)),
		}
		if c.idx != 0 {
			files["idx"] = testfiles.IDX(c.idx, testfiles.Encode(binary.BigEndian, c.numbers), 1, 2)
		}
		for name, content := range files {
			all, _, _, err := readFile(testfiles.Write(t, name, content))
			if err != nil || !slices.Equal(all, c.want) {
				t.Errorf("%s, %s: %v %v, want %v", c.numpy, name, all, err, c.want)
			}
		}
	}
}

func TestNPYVersions(t *testing.T) {
	v1 := testfiles.NPY("'|u1'", "False", "(2, 1)", []byte{7, 8})
	header := v1[10 : len(v1)-2]
	for _, version := range []byte{2, 3} {
		file := append([]byte("\x93NUMPY"), version, 0)
		file = binary.LittleEndian.AppendUint32(file, uint32(len(header)))
		file = append(append(file, header...), 7, 8)
		all, _, _, err := readFile(testfiles.Write(t, "a.npy", file))
		if err != nil || !slices.Equal(all, []float64{7, 8}) {
			t.Errorf("version %d: %v %v", version, all, err)
		}
	}
}

// NumPy itself writes a file that is read.
func TestNPYOfNumPy(t *testing.T) {
	const python = "/usr/bin/python3"
	if err := exec.Command(python, "-c", "import numpy").Run(); err != nil {
		t.Skip("no NumPy")
	}
	path := filepath.Join(t.TempDir(), "a.npy")
	program := fmt.Sprintf("import numpy\nnumpy.save(%q, numpy.array([[1, 2], [3, 4], [5, 6]], 'float32'))", path)
	if out, err := exec.Command(python, "-c", program).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	all, rows, inputs, err := readFile(path)
	if err != nil || rows != 3 || inputs != 2 || !slices.Equal(all, []float64{1, 2, 3, 4, 5, 6}) {
		t.Errorf("%d×%d %v %v", rows, inputs, all, err)
	}
}

// TestFileErrors checks that each fault is found and that the message names the
// file and the place.
func TestFileErrors(t *testing.T) {
	floats := testfiles.Encode(binary.LittleEndian, []float64{1, 2, 3, 4})
	withNaN := testfiles.Encode(binary.LittleEndian, []float64{1, 2, 3, math.NaN()})
	array := testfiles.NPY("'<f8'", "False", "(2, 2)", floats)
	long := strings.Repeat("1,2\n", 1000)
	truncated := func(b []byte, n int) []byte { return b[:len(b)-n] }
	corrupted := testfiles.Gzip([]byte(long))
	corrupted[len(corrupted)-6] ^= 1
	for _, c := range []struct {
		name    string
		content []byte
		want    string
	}{
		{"empty.csv", nil, "the file is empty"},
		{"empty.csv.gz", testfiles.Gzip(nil), "the file is empty"},
		{"blank.csv", []byte("\n \n"), "holds no stimuli"},
		{"header.csv", []byte("a,b\n"), "holds no stimuli"},
		{"columns.csv", []byte("1,2\n\n3\n"), "line 3 has 1 value, the lines before it have 2"},
		{"header.csv", []byte("a,b,c\n1,2\n"), "line 2 has 2 values and the header 3"},
		{"text.csv", []byte("1,2\n3,four\n"), `line 2, input 1: "four" is not a number`},
		{"hex.csv", []byte("1,2\n0x_1p3,4\n"), `line 2, input 0: "0x_1p3" is not a number: write 8`},
		{"underscores.csv", []byte("1_000,2_000\n3,4\n"), `line 1, input 0: "1_000" is not a number: write 1000`}, // and no header
		{"two.csv", []byte("1,2\n1 2,3\n"), `line 2, input 0: "1 2" is not a number (inputs`},
		{"nan.csv", []byte("1,2\nnan,4\n"), `line 2, input 0: "nan" is not a finite number`},
		{"inf.csv", []byte("1,-Inf\n"), `line 1, input 1: "-Inf" is not a finite number`},
		{"huge.csv", []byte("1,1e999\n"), `line 1, input 1: "1e999" is too large`},
		{"missing.csv", []byte("1,2,\n"), `line 1, input 2: "" is not a number`},
		{"semicolons.csv", []byte("1;2\n3;x\n"), `line 2, input 1: "x" is not a number (inputs count from 0, and values are separated by semicolons)`},
		{"truncated.csv.gz", truncated(testfiles.Gzip([]byte(long)), 12), "truncated"},
		{"truncated2.csv.gz", truncated(testfiles.Gzip([]byte(long)), 3), "line 1001: the file ends here: it is truncated"},
		{"corrupted.csv.gz", corrupted, "gzip: invalid checksum"},
		{"followed.csv.gz", append(testfiles.Gzip([]byte(long)), "something else"...), fmt.Sprintf("the compressed data end after %d bytes of the file, and something else follows", len(testfiles.Gzip([]byte(long))))},
		{"followed2.csv.gz", append(testfiles.Gzip([]byte(long)), "x"...), "and something else follows"}, // and is not truncated
		{"followed3.csv.gz", append(testfiles.Gzip([]byte(long)), 0, 0, 0), "and something else follows"},
		{"followed4.csv.gz", append(testfiles.Gzip([]byte(long)), "\x1f\x8b\x07 no method of compression"...), "and something else follows"},
		{"followed.npy.gz", append(testfiles.Gzip(array), "more"...), fmt.Sprintf("end after %d bytes", len(testfiles.Gzip(array)))},
		{"truncated3.csv.gz", append(testfiles.Gzip([]byte(long)), testfiles.Gzip([]byte(long))[:7]...), "the file ends here: it is truncated"},
		{"truncated4.csv.gz", append(testfiles.Gzip([]byte(long)), truncated(testfiles.Gzip([]byte(long)), 9)...), "the file ends here: it is truncated"},
		{"head.csv.gz", []byte("\x1f\x8b\x08"), "unpacking gzip: the file ends here: it is truncated"},
		{"headonly.csv.gz", testfiles.Gzip([]byte(long))[:12], "the file ends here: it is truncated"},
		{"data.dat", []byte("1,2\n"), "the format is not known"},
		{"data.npy", []byte("1,2,3,4\n"), "does not begin as a NumPy array"},
		{"short.npy", []byte("\x93NUMPY"), "NPY header: the file ends here"},
		{"version.npy", []byte("\x93NUMPY\x09\x00"), "version 9"},
		{"longheader.npy", []byte("\x93NUMPY\x02\x00\xff\xff\xff\xff{"), "a header of 4294967295 bytes"},
		{"nan.npy", testfiles.NPY("'<f8'", "False", "(2, 2)", withNaN), "stimulus 2: input 1 is NaN: stimuli must be finite numbers (inputs count from 0)"},
		{"truncated.npy", truncated(array, 1), "the file is truncated: its header promises 2 stimuli of 2 inputs"},
		{"truncated.npy.gz", testfiles.Gzip(truncated(array, 1)), "stimulus 2 of 2: the file ends here: it is truncated"},
		{"truncated1.npy.gz", testfiles.Gzip(truncated(array, 17)), "stimulus 1 of 2: the file ends here"},
		{"longer.npy", append(slices.Clone(array), 0), "longer than its header says"},
		{"longer.npy.gz", testfiles.Gzip(append(slices.Clone(array), 0)), "more after the last of the 2 stimuli"},
		{"fortran.npy", testfiles.NPY("'<f8'", "True", "(1, 2, 2)", floats), "numpy.ascontiguousarray"},
		{"fortran.npy", truncated(testfiles.NPY("'<f8'", "True", "(2, 2)", floats), 1), "the file is truncated"},
		{"vector.npy", testfiles.NPY("'<f8'", "False", "(4,)", floats), "1 dimension(s)"},
		{"scalar.npy", testfiles.NPY("'<f8'", "False", "()", floats), "0 dimension(s)"},
		{"object.npy", testfiles.NPY("'|O'", "False", "(2, 2)", floats), "numpy.save(file, x.astype('f8'))"},
		{"record.npy", testfiles.NPY("[('a', '<f8')]", "False", "(2, 2)", floats), "are not supported"},
		{"nothing.npy", testfiles.NPY("'<f8'", "False", "(0, 2)", nil), "holds no stimuli"},
		{"nothing.npy", testfiles.NPY("'<f8'", "False", "(2, 0)", nil), "holds no stimuli"},
		{"hostile.npy", testfiles.NPY("'<f8'", "False", "(1152921504606846976, 2)", nil), "more than any file can hold"},
		{"hostile.npy", testfiles.NPY("'<f8'", "False", "(1152921504606, 2)", nil), "the file is truncated"},
		{"hostile.npy.gz", testfiles.Gzip(testfiles.NPY("'<f8'", "False", "(1152921504606, 16777216)", nil)), "more than any file can hold"},
		{"hostile.npy.gz", testfiles.Gzip(testfiles.NPY("'<f8'", "False", "(2, 16777216)", nil)), "stimulus 1 of 2: the file ends here"},
		{"hostile.npy", testfiles.NPY("'<f8'", "False", "(2, 4294967296, 4294967296)", nil), "not supported"},
		{"hostile.npy", testfiles.NPY("'<f8'", "False", "(2, 99999999999999999999)", nil), "is not a list of sizes"},
		{"hostile.npy", testfiles.NPY("'<f8'", "False", "(2, -2)", nil), "is not a list of sizes"},
		{"labels-idx1-ubyte", testfiles.IDX(8, []byte{1, 2}, 2), "holds labels and not stimuli"},
		{"truncated-idx", testfiles.IDX(8, []byte{1, 2, 3}, 2, 2), "the file is truncated"},
		{"truncated-idx.gz", testfiles.Gzip(testfiles.IDX(8, []byte{1, 2, 3}, 2, 2)), "stimulus 2 of 2: the file ends here"},
		{"header-idx", []byte{0, 0, 8, 3, 0}, "IDX header: the file ends here"},
		{"hostile-idx", testfiles.IDX(8, nil, math.MaxUint32, math.MaxUint32, math.MaxUint32), "not supported"},
		{"data.npz", []byte("not a zip file"), "a .npz file is a zip file"},
		{"followed.npz", append(testfiles.NPZ(array, "x.npy"), "more"...), "something else follows the archive"},
		{"none.npz", testfiles.NPZ(nil, "readme.txt"), "holds no arrays"},
		{"many.npz", testfiles.NPZ(array, "x.npy", "y.npy"), "choose one by file.npz:name; the names are x, y"},
		{"bad.npz", testfiles.NPZ(array[:9], "x.npy"), `array "x": NPY header: the file ends here`},
	} {
		path := testfiles.Write(t, c.name, c.content)
		_, _, _, err := readFile(path)
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: error %v, want one with %q and the path", c.name, err, c.want)
		}
	}
	path := testfiles.Write(t, "a.npz", testfiles.NPZ(array, "x.npy", "y.npy")) + ":z"
	if _, err := Open(path, Layout{}); err == nil || !strings.Contains(err.Error(), `no array "z": the names are x, y`) {
		t.Errorf("a missing array: error %v", err)
	}
	if _, err := Open(t.TempDir(), Layout{}); err == nil || !strings.Contains(err.Error(), "not a regular file") {
		t.Errorf("a directory: error %v", err)
	}
	if _, err := Open("nowhere.csv", Layout{}); err == nil || !strings.Contains(err.Error(), "nowhere.csv") {
		t.Errorf("a missing file: error %v", err)
	}
}

// TestCSVRoundTrip writes numbers with all their digits and reads them back.
func TestCSVRoundTrip(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.csv")
	rapid.Check(t, func(t *rapid.T) {
		inputs := rapid.IntRange(1, 8).Draw(t, "inputs")
		rows := rapid.IntRange(1, 8).Draw(t, "rows")
		finite := rapid.Float64().Filter(func(v float64) bool { return v-v == 0 })
		want := rapid.SliceOfN(finite, rows*inputs, rows*inputs).Draw(t, "numbers")
		var text strings.Builder
		for i, v := range want {
			fmt.Fprint(&text, v)
			if (i+1)%inputs == 0 {
				text.WriteString("\n")
			} else {
				text.WriteString(",")
			}
		}
		if err := os.WriteFile(path, []byte(text.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		got, _, n, err := readFile(path)
		if err != nil || n != inputs || !slices.Equal(got, want) {
			t.Fatalf("%d inputs: %v %v, want %d: %v", n, got, err, inputs, want)
		}
	})
}

func TestLongCSVLine(t *testing.T) {
	line := strings.Repeat("0.125,", 50_000) + "1\n"
	all, _, inputs, err := readFile(testfiles.Write(t, "wide.csv", []byte(line+line)))
	if err != nil || inputs != 50_001 || len(all) != 2*50_001 || all[100_001] != 1 {
		t.Errorf("%d inputs, %d numbers, %v", inputs, len(all), err)
	}
}

func TestFileNextDoesNotAllocate(t *testing.T) {
	rows := 1000
	for name, content := range map[string][]byte{
		"a.csv": []byte(strings.Repeat("-0.64329378499642109,1,2\n", rows)),
		"a.idx": testfiles.IDX(0x0B, make([]byte, 6*rows), uint32(rows), 3),
	} {
		f, err := Open(testfiles.Write(t, name, content), Layout{})
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		x := make([]float64, f.Inputs())
		if n := testing.AllocsPerRun(rows/2, func() { f.Next(x) }); n != 0 {
			t.Errorf("%s: %v allocations per stimulus, want none", name, n)
		}
	}
}
