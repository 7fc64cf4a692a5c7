package weights_test

import (
	"bytes"
	"reflect"
	"testing"

	"twophase/circuit/weights"
)

// archive returns two arrays and an archive of them.
func archive(t testing.TB) ([]weights.Array, []byte) {
	arrays := []weights.Array{{Name: "W", Shape: []int{2, 3}, Values: []float64{1, -2, 0.1, 1e300, 5, 6}}, {Name: "outputs.scale", Shape: []int{2}, Values: []float64{3, 4}}}
	var b bytes.Buffer
	if err := weights.WriteArrays(&b, arrays...); err != nil {
		t.Fatal(err)
	}
	return arrays, b.Bytes()
}

// What is written is read, to the last bit, and nothing that is cut off.
func TestRead(t *testing.T) {
	want, text := archive(t)
	got, err := weights.Read(bytes.NewReader(text), int64(len(text)))
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("read %v, error %v, want %v", got, err, want)
	}
	for n := range text {
		if _, err := weights.Read(bytes.NewReader(text[:n]), int64(n)); err == nil {
			t.Errorf("an archive that ends after %d of %d bytes is read", n, len(text))
		}
	}
}

// The arrays of an archive that is read have as many values as their shapes say.
func FuzzRead(f *testing.F) {
	_, text := archive(f)
	f.Add(text)
	f.Fuzz(func(t *testing.T, text []byte) {
		arrays, err := weights.Read(bytes.NewReader(text), int64(len(text)))
		if err != nil {
			return
		}
		for _, a := range arrays {
			n := 1
			for _, m := range a.Shape {
				n *= m
			}
			if n != len(a.Values) {
				t.Errorf("%s has %d values for %v", a.Name, len(a.Values), a.Shape)
			}
		}
	})
}
