package kernel_test

import (
	"testing"
	"unsafe"

	"twophase/internal/numerics/kernel"
)

func TestStrideIsWholeCacheLines(t *testing.T) {
	for n, want := range map[int]int{0: 0, 1: 8, 7: 8, 8: 8, 9: 16, 16: 16, 17: 24, 1000: 1000, 1001: 1008} {
		if got := kernel.Stride(n); got != want {
			t.Errorf("Stride(%d) = %d, want %d", n, got, want)
		}
	}
}

// Allocations of all sizes, kept alive, fall on all offsets that the allocator
// has; each slice begins a cache line and cannot grow into what lies behind it.
func TestAlignedBeginsACacheLine(t *testing.T) {
	var kept [][]float64
	for n := range 200 {
		for range 3 {
			s := kernel.Aligned(n)
			kept = append(kept, s)
			if len(s) != n || cap(s) != n {
				t.Fatalf("Aligned(%d) has length %d, capacity %d", n, len(s), cap(s))
			}
			if n == 0 {
				continue
			}
			if at := uintptr(unsafe.Pointer(&s[0])); at%64 != 0 {
				t.Fatalf("Aligned(%d) begins %d bytes into a cache line", n, at%64)
			}
			for i, v := range s {
				if v != 0 {
					t.Fatalf("Aligned(%d)[%d] = %v", n, i, v)
				}
			}
		}
	}
	_ = kept
}
