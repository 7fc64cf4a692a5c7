package stimulus

import (
	"encoding/binary"
	"hash/fnv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

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
		c := newChangingGaussian(t, spectrum, k, rapid.Uint64().Draw(t, "seed"), 0)
		found, err := c.Covariance().Subspace(k)
		if err != nil {
			t.Fatal(err)
		}
		checkAngles(t, found, mustBasis(t, c, k), k, k, 0)
	})
}

func TestSubspaceGolden(t *testing.T) {
	basis, err := newGaussian(t, "large", 1, 0).Covariance().Subspace(10)
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
	g := newGaussian(t, "small", 1, 0).Covariance()
	for k, want := range map[int]string{0: "ask for 1 to 9", 10: "ask for 1 to 9"} {
		if _, err := g.Subspace(k); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Subspace(%d): error %v, want one with %q", k, err, want)
		}
	}
	if _, err := newCovariance(3).Subspace(1); err == nil || !strings.Contains(err.Error(), "too close, or 0") {
		t.Errorf("zeros: error %v", err)
	}
}
