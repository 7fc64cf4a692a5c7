package fileformat

import (
	"encoding/binary"
	"fmt"
	"testing"

	"twophase/internal/testkit/testfiles"
)

// An array that is longer than what is read at a time.
func TestTransposedInStretches(t *testing.T) {
	const rows, inputs = 70_000, 16
	data := make([]uint16, rows*inputs)
	for i := range data {
		data[i] = uint16(i/rows*4000 + i%rows%4000)
	}
	f, err := Open(testfiles.Write(t, "f.npy", testfiles.NPY("'<u2'", "True", fmt.Sprintf("(%d, %d)", rows, inputs), testfiles.Encode(binary.LittleEndian, data))), Layout{})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	x := make([]float64, inputs)
	for r := range rows {
		if err := f.Next(x); err != nil {
			t.Fatal(err)
		}
		for i, v := range x {
			if v != float64(data[i*rows+r]) {
				t.Fatalf("stimulus %d, input %d: %v", r, i, v)
			}
		}
	}
}
