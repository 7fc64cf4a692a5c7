package stimulus

import (
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"twophase/internal/scratch"
)

func TestMain(m *testing.M) { os.Exit(scratch.Main(m)) }

func TestAffine(t *testing.T) {
	path := write(t, "a.csv", []byte("1,2\n3,5\n"))
	for _, c := range []struct {
		mean []float64
		want []float64
	}{
		{nil, []float64{10, 20, 30, 50}},
		{[]float64{2, 3}, []float64{-10, -10, 10, 20}},
	} {
		f, err := Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if got, err := readAll(Affine(f, c.mean, 10)); err != nil || !slices.Equal(got, c.want) {
			t.Errorf("mean %v: %v %v, want %v", c.mean, got, err, c.want)
		}
	}
}

func TestFirst(t *testing.T) {
	d := openDataset(t, numbered(t, 3)["csv"])
	for _, n := range []int{0, 2, 3, 5} {
		s := d.InOrder(1)
		defer s.Close()
		if got := len(firsts(t, First(s, uint64(n)))); got != min(n, 3) {
			t.Errorf("the first %d of 3 stimuli are %d", n, got)
		}
	}
}

func TestMisusePanics(t *testing.T) {
	g := newGaussian(t, "small", 1, 0)
	for want, misuse := range map[string]func(){
		"a vector of length 9 for stimuli of 10 inputs": func() { g.Next(make([]float64, 9)) },
		"stimulus: Next after Close":                    func() { p := Prefetch(g, 0); p.Close(); p.Next(make([]float64, 10)) },
		"a mean of 2 inputs for a source of 10":         func() { Affine(g, make([]float64, 2), 1) },
		"stimulus: Affine with scale NaN":               func() { Affine(g, nil, math.NaN()) },
		"a vector of length 1 for stimuli of 2 inputs":  func() { openDataset(t, numbered(t, 3)["csv"]).InOrder(1).Next(make([]float64, 1)) },
	} {
		func() {
			defer func() {
				if got, _ := recover().(string); !strings.Contains(got, want) {
					t.Errorf("panic %q, want one with %q", got, want)
				}
			}()
			misuse()
		}()
	}
}
