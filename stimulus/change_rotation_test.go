package stimulus

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"twophase/internal/numerics/kernel"
	"twophase/internal/numerics/random"
)

// drawRotations returns rotations of R^n by random angles in m random planes each.
func drawRotations(t *rapid.T, n, m, count int) []*rotation {
	stream := random.New(rapid.Uint64().Draw(t, "seed"), 0, "turns")
	var all []*rotation
	for i := range count {
		subspace := random.Haar(n, m, random.New(uint64(i), 0, "subspace"))
		all = append(all, newPlanes(subspace, stream, i).by(rapid.Float64Range(0, 90).Draw(t, "degrees")))
	}
	return all
}

// Many rotations are the same as one matrix: a stimulus is turned as by one after
// another.
func TestRotationsAreTheirProduct(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 40).Draw(t, "N")
		m := rapid.IntRange(1, n/2).Draw(t, "planes")
		var s rotations
		x := make([]float64, n)
		var list []*rotation
		for i, each := range drawRotations(t, n, m, rapid.IntRange(1, 12).Draw(t, "rotations")) {
			s.add(each)
			list = append(list, each)
			random.New(1, 0, "x").Normals(x, uint64(i))
			want := append([]float64(nil), x...)
			for _, one := range list {
				one.apply(want)
			}
			s.apply(x)
			for j := range x {
				if math.Abs(x[j]-want[j]) > 1e-12 {
					t.Fatalf("after %d rotations: %v, want %v", i+1, x, want)
				}
			}
			if one := s.matrix != nil; one != (2*m*(i+1) > n) || one == (s.list != nil) {
				t.Fatalf("%d rotations in %d planes of %d dimensions: one matrix: %v", i+1, m, n, one)
			}
		}
	})
}

// A stimulus after any number of rotations costs no more than a matrix.
func BenchmarkRotations(b *testing.B) {
	const n, k = 200, 10
	subspace := random.Haar(n, k, random.New(1, 0, "subspace"))
	for _, count := range []int{1, 10, 11, 100, 1000} {
		b.Run(fmt.Sprint(count), func(b *testing.B) {
			var s rotations
			for i := range count {
				s.add(newPlanes(subspace, random.New(1, 0, "turns"), i).by(30))
			}
			x := kernel.Aligned(n)
			random.New(1, 0, "x").Normals(x, 1)
			for b.Loop() {
				s.apply(x)
			}
		})
	}
}
