package covariance_test

import (
	"encoding/binary"
	"hash/fnv"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"twophase/stimulus"
	"twophase/stimulus/covariance"
)

// gaussian returns the stimuli of one of the paper's problems.
func gaussian(t *testing.T, problem string) *stimulus.Gaussian {
	p, err := stimulus.LookupProblem(problem)
	if err != nil {
		t.Fatal(err)
	}
	g, err := stimulus.NewGaussian(p.Spectrum, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestSubspace compares with the directions that the population was built from.
func TestSubspace(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 20).Draw(t, "n")
		k := rapid.IntRange(1, n-1).Draw(t, "k")
		spectrum := make([]float64, n)
		for i := range spectrum {
			spectrum[i] = 1
			if i < k {
				spectrum[i] = 3 - float64(i)/float64(n)
			}
		}
		g, err := stimulus.NewGaussian(spectrum, rapid.Uint64().Draw(t, "seed"), 0)
		if err != nil {
			t.Fatal(err)
		}
		want, err := g.Basis(k)
		if err != nil {
			t.Fatal(err)
		}
		found, err := g.Covariance().Subspace(k)
		if err != nil {
			t.Fatal(err)
		}
		for j := range k {
			inside := 0.0 // of direction j
			for l := range k {
				product := 0.0
				for i := range n {
					product += want[i*k+j] * found[i*k+l]
				}
				inside += product * product
			}
			if math.Abs(inside-1) > 1e-13 {
				t.Fatalf("direction %d of the population lies outside the subspace: its part inside has the squared length %v", j, inside)
			}
		}
	})
}

func TestSubspaceGolden(t *testing.T) {
	basis, err := gaussian(t, "large").Covariance().Subspace(10)
	if err != nil {
		t.Fatal(err)
	}
	h := fnv.New64a()
	binary.Write(h, binary.LittleEndian, basis)
	if got, want := h.Sum64(), uint64(0x263728f2d086d203); got != want {
		t.Errorf("the basis hashes to %#x, want %#x", got, want)
	}
}

func TestSubspaceErrors(t *testing.T) {
	g := gaussian(t, "small").Covariance()
	for k, want := range map[int]string{0: "ask for 1 to 9", 10: "ask for 1 to 9"} {
		if _, err := g.Subspace(k); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Subspace(%d): error %v, want one with %q", k, err, want)
		}
	}
	if _, err := covariance.New(3).Subspace(1); err == nil || !strings.Contains(err.Error(), "too close, or 0") {
		t.Errorf("zeros: error %v", err)
	}
}
