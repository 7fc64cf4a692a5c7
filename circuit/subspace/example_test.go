package subspace_test

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
	"twophase/circuit/subspace"
)

// The principal subspace of the examples is the first two axes of R³.
var axes = mat.NewDense(3, 2, []float64{
	1, 0,
	0, 1,
	0, 0,
})

// An estimate may be rotated freely; its scale counts.
func ExampleProcrustesError() {
	exchanged := mat.NewDense(3, 2, []float64{
		0, 1,
		-1, 0,
		0, 0,
	})
	var large mat.Dense
	large.Scale(1.1, axes)
	fmt.Printf("%.2f\n", subspace.ProcrustesError(exchanged, axes))
	fmt.Printf("%.2f\n", subspace.ProcrustesError(&large, axes))
	fmt.Printf("%.2f\n", subspace.ProcrustesError(mat.NewDense(3, 2, nil), axes))
	// Output:
	// 0.00
	// 0.01
	// 1.00
}

// The second column leans out of the plane by 30°.
func ExamplePrincipalAngles() {
	leaning := mat.NewDense(3, 2, []float64{
		5, 0,
		0, math.Sqrt(3),
		0, 1,
	})
	for _, theta := range subspace.PrincipalAngles(leaning, axes) {
		fmt.Printf("%.0f°\n", theta*180/math.Pi)
	}
	// Output:
	// 0°
	// 30°
}

// Length and rotation within the plane do not count, a tilt does: √2·sin 30°.
func ExampleProjectorError() {
	leaning := mat.NewDense(3, 2, []float64{
		5, 0,
		0, math.Sqrt(3),
		0, 1,
	})
	fmt.Printf("%.4f\n", subspace.ProjectorError(leaning, axes))
	// Output: 0.7071
}

// Rotated by 60° within the plane: a perfect subspace, poor components.
func ExampleAlignment() {
	s, c := math.Sincos(math.Pi / 3)
	rotated := mat.NewDense(3, 2, []float64{
		c, -s,
		s, c,
		0, 0,
	})
	fmt.Printf("E_Pro %.1f\n", subspace.ProcrustesError(rotated, axes))
	fmt.Printf("|cos| %.1f\n", subspace.Alignment(rotated, axes))
	// Output:
	// E_Pro 0.0
	// |cos| [0.5 0.5]
}

// The paper's small problem.
func ExampleBatchFloor() {
	spectrum := []float64{1, 0.75, 0.5, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2}
	fmt.Printf("%.1e\n", subspace.BatchFloor(spectrum, 3, 10_000))
	fmt.Printf("%.1e\n", subspace.BatchFloor(spectrum, 3, 100_000))
	// Output:
	// 4.5e-04
	// 4.5e-05
}

// Two correlated inputs, passed on as they are, are not yet white.
func ExampleOutputCovarianceError() {
	g := mat.NewSymDense(2, []float64{
		1, 0.3,
		0.3, 1,
	})
	filter := mat.NewDense(2, 2, []float64{1, 0, 0, 1})
	fmt.Printf("%.1f\n", subspace.OutputCovarianceError(filter, g, []float64{1, 1}))
	// Output: 0.3
}

// Two phases cut a series whose ratio is 0.3 after its second term. What is
// missing is of relative size 0.3².
func ExampleSettlingError() {
	w := mat.NewDense(2, 2, []float64{1, 0, 0, 1})
	m := mat.NewDense(2, 2, []float64{
		1, 0.3,
		0.3, 1,
	})
	exact, err := subspace.ExactFilter(w, m)
	if err != nil {
		fmt.Println(err)
		return
	}
	twoPhase := mat.NewDense(2, 2, []float64{ // M_d⁻¹ − M_d⁻¹M_oM_d⁻¹
		1, -0.3,
		-0.3, 1,
	})
	fmt.Printf("%.2f\n", subspace.SettlingError(twoPhase, exact, nil))
	// Output: 0.09
}

// Two neurons that inhibit each other as strongly as their scales have no
// settled output.
func ExampleExactFilter() {
	w := mat.NewDense(2, 2, []float64{1, 0, 0, 1})
	m := mat.NewDense(2, 2, []float64{
		1, 1,
		1, 1,
	})
	_, err := subspace.ExactFilter(w, m)
	fmt.Println(err)
	// Output: subspace: exact filter M⁻¹W: matrix singular or near-singular with condition number +Inf
}

func ExampleSpectralRadius() {
	m := mat.NewDense(2, 2, []float64{
		1, 0.6,
		0.6, 4,
	})
	fmt.Printf("%.1f\n", subspace.SpectralRadius(m)) // 0.6/√(1·4)
	// Output: 0.3
}

func ExampleLateralRatio() {
	m := mat.NewDense(2, 2, []float64{
		4, 3,
		3, 4,
	})
	fmt.Printf("%.1f\n", subspace.LateralRatio(m))
	// Output: 0.6
}
