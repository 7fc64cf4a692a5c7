package dataset_test

import (
	"context"
	"math"
	"os"
	"testing"

	"twophase/internal/testkit/long"
	"twophase/stimulus/dataset"
)

// fashionMNIST skips the test if the Debian package dataset-fashion-mnist is not
// installed.
func fashionMNIST(tb testing.TB, name string) string {
	tb.Helper()
	path := "/usr/share/datasets/fashion-mnist/" + name
	for _, p := range []string{path, path + ".gz"} {
		if _, err := os.Stat(p); err == nil {
			return p
		}
	}
	tb.Skipf("there is no %s: install the Debian package dataset-fashion-mnist", path)
	return ""
}

// TestFashionMNIST compares the spectrum of the training images with the one
// that an independent program found.
func TestFashionMNIST(t *testing.T) {
	long.Only(t)
	path := fashionMNIST(t, "train-images-idx3-ubyte")
	s, err := dataset.Survey(context.Background(), path, dataset.SurveyOptions{Covariance: true})
	if err != nil {
		t.Fatal(err)
	}
	if s.Rows != 60_000 || s.Inputs != 784 {
		t.Fatalf("%d stimuli of %d inputs, want 60000 of 784", s.Rows, s.Inputs)
	}
	raw, err := s.Covariance(true, 1)
	if err != nil {
		t.Fatal(err)
	}
	top := raw.TopEigenvalue()
	if want := 0x1.3a7af251f8ea1p+20; top != want {
		t.Errorf("largest eigenvalue %x, want the same bits everywhere: %x", top, want)
	}
	c, err := s.Covariance(true, 1/math.Sqrt(top))
	if err != nil {
		t.Fatal(err)
	}
	values, _, err := c.Principal(10)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []float64{1, 0.611, 0.207, 0.171, 0.132, 0.119, 0.081, 0.066, 0.046, 0.045} {
		if math.Abs(values[i]-want) > 0.0006 {
			t.Errorf("eigenvalue %d is %g, want %g", i+1, values[i], want)
		}
	}
	if math.Abs(values[0]-1) > 1e-12 {
		t.Errorf("the largest eigenvalue is off 1 by %g", values[0]-1)
	}
	if got := c.Trace(); math.Abs(got-3.44) > 0.005 {
		t.Errorf("trace %g, want 3.44", got)
	}
}

func BenchmarkSurvey(b *testing.B) {
	path := fashionMNIST(b, "train-images-idx3-ubyte")
	for b.Loop() {
		if _, err := dataset.Survey(context.Background(), path, dataset.SurveyOptions{Covariance: true}); err != nil {
			b.Fatal(err)
		}
	}
}
