package random_test

import (
	"fmt"

	"twophase/internal/numerics/random"
)

// The numbers of a step depend on its key alone, not on what was drawn before.
func ExampleStream_Normals() {
	s := random.New(1, 0, "stimulus")
	x := make([]float64, 3)
	s.Normals(x, 1)
	fmt.Printf("%.4f\n", x)
	s.Normals(x, 2)
	fmt.Printf("%.4f\n", x)
	s.Normals(x[:2], 1)
	fmt.Printf("%.4f\n", x[:2])
	// Output:
	// [1.7985 1.2322 -0.3385]
	// [-0.5616 0.4776 0.4563]
	// [1.7985 1.2322]
}
