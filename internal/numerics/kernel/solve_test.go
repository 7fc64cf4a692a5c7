package kernel_test

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"twophase/internal/numerics/kernel"
	"twophase/internal/numerics/random"
)

// Gaussian elimination with partial pivoting solves (A + E)x̂ = b with
// ‖E‖_∞ ≤ n²·γ_{3n}·ρ·‖A‖_∞ and growth ρ ≤ 2ⁿ⁻¹ (Higham, Accuracy and
// Stability, theorem 9.5). With ε = κ_∞·n²·γ_{3n}·ρ < ½ each solution is then
// within 2ε of the true one, kernel's and gonum's within 5ε of each other,
// relative to kernel's. κ_∞ ≤ n·κ_2.
func TestSolveAgainstGonum(t *testing.T) {
	solved := 0
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 8).Draw(t, "n")
		stream := random.New(rapid.Uint64().Draw(t, "seed"), 0, "solve")
		a, b := make([]float64, n*n), make([]float64, n)
		stream.Normals(a, 0)
		stream.Normals(b, 1)
		if rapid.Bool().Draw(t, "needs pivoting") {
			a[0] = 0 // n = 1: singular, and skipped below
			if n > 2 {
				a[n+1] = a[n] * a[1] / 1e300 // tiny
			}
		}
		if scale := rapid.IntRange(-4, 4).Draw(t, "row scale"); scale != 0 {
			for j := range n {
				a[j] *= math.Pow(10, float64(scale))
			}
		}
		matrix := mat.NewDense(n, n, slices.Clone(a))
		k := float64(n)
		epsilon := k * mat.Cond(matrix, 2) * k * k * (3 * k * 0x1p-53) * math.Exp2(k-1)
		if !(epsilon < 0.5) {
			return
		}
		solved++
		var want mat.VecDense
		if err := want.SolveVec(matrix, mat.NewVecDense(n, slices.Clone(b))); err != nil {
			t.Skip(err)
		}
		if !kernel.Solve(a, b) {
			t.Fatalf("called singular: %v", mat.Formatted(matrix))
		}
		size := kernel.MaxAbs(b)
		for i, x := range b {
			if !(math.Abs(x-want.AtVec(i)) <= 5*epsilon*size) {
				t.Fatalf("x[%d] = %v, gonum %v, bound %g", i, x, want.AtVec(i), 5*epsilon*size)
			}
		}
	})
	if solved == 0 {
		t.Error("no matrix was conditioned well enough")
	}
}

// A permutation matrix only moves the right-hand side: to the bit.
func TestSolveOfAPermutation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 12).Draw(t, "n")
		b := vector(t, "b", n)
		to := random.New(rapid.Uint64().Draw(t, "seed"), 0, "permutation").Permutation(n, 0)
		a, want := make([]float64, n*n), make([]float64, n)
		for i, j := range to {
			a[i*n+j] = 1 // row i reads x_j = b_i
			want[j] = b[i]
		}
		if !kernel.Solve(a, b) || !slices.Equal(b, want) {
			t.Fatalf("%v gives %v, want %v", to, b, want)
		}
	})
}

// Small integers in, small fractions of powers of two on the way: exact.
func TestSolveExactly(t *testing.T) {
	for _, test := range []struct {
		name       string
		a, b, want []float64
	}{
		{"1×1", []float64{4}, []float64{2}, []float64{0.5}},
		{"tiny, not singular", []float64{0x1p-1000, 0x1p-1010, 0, -0x1p-1020}, []float64{0, 0x1p-1010}, []float64{1, -1024}},
		{"0×0", nil, nil, nil},
		{"diagonal", []float64{2, 0, 0, -4}, []float64{1, 1}, []float64{0.5, -0.25}},
		{"zero first pivot", []float64{0, 1, 2, 4}, []float64{3, 2}, []float64{-5, 3}},
		// Without pivoting the first row's 2⁻⁶⁰ would swallow the second row.
		{"tiny first pivot", []float64{0x1p-60, 1, 1, 0}, []float64{1, 1}, []float64{1, 1}},
		{"zero second pivot", []float64{2, 4, 2, 1, 2, 3, 0, 2, 2}, []float64{8, 6, 4}, []float64{1, 1, 1}},
	} {
		if !kernel.Solve(test.a, test.b) || !slices.Equal(test.b, test.want) {
			t.Errorf("%s: %v, want %v", test.name, test.b, test.want)
		}
	}
}

func TestSolveReportsSingular(t *testing.T) {
	nan := math.NaN()
	for name, a := range map[string][]float64{
		"1×1":          {0},
		"negative 0":   {math.Copysign(0, -1)},
		"zero":         make([]float64, 9),
		"equal rows":   {1, 2, 1, 2},
		"zero row":     {1, 2, 0, 0},
		"zero column":  {1, 0, 1, 2, 0, 1, 3, 0, 2},
		"rank 2 of 3":  {4, 2, 4, 2, 4, 1, 3, 3, 2.5}, // factors ½ and ¾: exact
		"NaN":          {nan},
		"NaN in front": {nan, 1, 1, 2},
		"NaN below":    {1, 1, nan, 2},
		"NaN above":    {1, nan, 1, 2},
	} {
		b := make([]float64, int(math.Sqrt(float64(len(a)))))
		if kernel.Solve(slices.Clone(a), b) {
			t.Errorf("%s: %v was solved", name, a)
		}
	}
}

func TestSolveOfTheWrongShapePanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	kernel.Solve(make([]float64, 6), make([]float64, 2))
}
