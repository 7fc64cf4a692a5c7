package kernel

import (
	"fmt"
	"testing"
)

// BenchmarkMatrix is the work of a step on the weights of a projection, alone.
func BenchmarkMatrix(b *testing.B) {
	for _, size := range []struct{ cols, rows int }{{10, 3}, {100, 10}, {1000, 50}, {10000, 100}} {
		m := NewMatrix(size.rows, size.cols)
		keep, post := Aligned(size.rows), Aligned(size.rows)
		x, pre := Aligned(size.cols), Aligned(size.cols)
		for i := range keep {
			keep[i], post[i] = 1-1e-4, 1e-3
		}
		for j := range x {
			x[j], pre[j] = 1, 1e-3
		}
		for name, operation := range map[string]func(){
			"Forward":       func() { m.Forward(x) },
			"UpdateForward": func() { m.UpdateForward(x, keep, post, pre) },
		} {
			b.Run(fmt.Sprintf("%s/%dx%d", name, size.cols, size.rows), func(b *testing.B) {
				for b.Loop() {
					operation()
				}
			})
		}
	}
}
