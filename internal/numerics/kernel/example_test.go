package kernel_test

import (
	"fmt"

	"twophase/internal/numerics/kernel"
)

// A dot product term by term, and at once: the same bits.
func ExampleSum() {
	w, x := []float64{0.1, 0.2, 0.3, 0.4, 0.5}, []float64{1, 2, 3, 4, 5}
	var sum kernel.Sum
	for i := range w {
		sum.Add(i, w[i], x[i])
	}
	fmt.Println(sum.Total(), sum.Total() == kernel.Dot(w, x))
	// Output:
	// 5.5 true
}

// One pass over the weights changes them and carries the next signals.
func ExampleMatrix_UpdateForward() {
	m := kernel.NewMatrix(2, 3)
	copy(m.Row(0), []float64{1, 2, 3})
	copy(m.Row(1), []float64{4, 5, 6})
	keep, postDrive, preDrive := []float64{0.5, 1}, []float64{1, 0}, []float64{0, 0, 2}
	received := make([]float64, 2)
	m.UpdateForward([]float64{1, 1, 1}, keep, postDrive, preDrive)
	m.Total(received)
	fmt.Println(m.Row(0), m.Row(1), received)
	// Output:
	// [0.5 1 3.5] [4 5 6] [5 15]
}
