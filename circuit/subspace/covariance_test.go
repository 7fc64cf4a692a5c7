package subspace_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"
	"twophase/circuit/subspace"
)

// At the fixed points the rows of F are λ_k u_k (PSP) and λ_k/√m_k u_k (PSW).
func TestOutputCovarianceAtTheFixedPoints(t *testing.T) {
	rng := source(1)
	r := orthonormal(rng, len(small), len(small))
	g := mat.NewSymDense(len(small), nil)
	for i, m := range small {
		g.SymRankOne(g, m, r.ColView(i))
	}
	lambda := []float64{1, 0.85, 0.7}
	psp, psw := mat.NewDense(3, len(small), nil), mat.NewDense(3, len(small), nil)
	var targetPSP, targetPSW []float64
	for k, l := range lambda {
		for j := range small {
			psp.Set(k, j, l*r.At(j, k))
			psw.Set(k, j, l/math.Sqrt(small[k])*r.At(j, k))
		}
		targetPSP = append(targetPSP, l*l*small[k])
		targetPSW = append(targetPSW, l*l)
	}
	near(t, "PSP", subspace.OutputCovarianceError(psp, g, targetPSP), 0, 1e-14)
	near(t, "PSW", subspace.OutputCovarianceError(psw, g, targetPSW), 0, 1e-14)
}

// A correlation between two outputs counts twice, as c_ij and as c_ji.
func TestOutputCovarianceErrorCountsCorrelations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := rapid.Float64Range(-1, 1).Draw(t, "c")
		g := mat.NewSymDense(2, []float64{1, c, c, 1})
		identity := mat.NewDense(2, 2, []float64{1, 0, 0, 1})
		near(t, "error", subspace.OutputCovarianceError(identity, g, []float64{1, 1}), math.Abs(c), 1e-15)
	})
}

func TestOutputCovarianceErrorEdges(t *testing.T) {
	f := mat.NewDense(2, 3, []float64{1, 0, 0, 0, 2, 0})
	near(t, "isotropic", subspace.OutputCovarianceError(f, nil, []float64{1, 4}), 0, 0)
	if got := subspace.OutputCovarianceError(f, nil, []float64{0, 0}); !math.IsInf(got, 1) {
		t.Errorf("error against D = 0 is %g, want +Inf", got)
	}
	infinite := mat.NewDense(1, 1, []float64{math.Inf(1)})
	if got := subspace.OutputCovarianceError(infinite, nil, []float64{1}); !math.IsNaN(got) {
		t.Errorf("error of an infinite filter is %g, want NaN", got)
	}
	panics(t, "three targets", func() { subspace.OutputCovarianceError(f, nil, []float64{1, 2, 3}) })
	panics(t, "no targets", func() { subspace.OutputCovarianceError(f, nil, nil) })
	panics(t, "G of another size", func() {
		subspace.OutputCovarianceError(f, mat.NewSymDense(2, nil), []float64{1, 4})
	})
}
