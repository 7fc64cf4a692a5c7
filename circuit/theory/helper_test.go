package theory_test

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"twophase/circuit"
)

// setup is one of the two problems of the paper's section 5.
type setup struct {
	name     string
	spectrum []float64
	gains    []float64
}

// small has G̃ = (1, 0.75, 0.5, 0.2, …, 0.2).
func small() setup {
	return setup{"small", fill([]float64{1, 0.75, 0.5}, 10, 0.2), []float64{1, 0.85, 0.7}}
}

// large has G̃_kk = 1 − (k−1)/(2(K−1)) for k ≤ K = 10, else 0.02.
func large() setup {
	s := setup{name: "large"}
	for k := range 10 {
		s.spectrum = append(s.spectrum, 1-float64(k)/18)
		s.gains = append(s.gains, 1-float64(k)/30)
	}
	s.spectrum = fill(s.spectrum, 100, 0.02)
	return s
}

// fill returns the spectrum with further eigenvalues up to n.
func fill(spectrum []float64, n int, floor float64) []float64 {
	for len(spectrum) < n {
		spectrum = append(spectrum, floor)
	}
	return spectrum
}

func source(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

// weights returns W0 [k×n], N(0, 1/n).
func weights(seed uint64, k, n int) []float64 {
	rng := source(seed)
	w := make([]float64, k*n)
	for i := range w {
		w[i] = rng.NormFloat64() / math.Sqrt(float64(n))
	}
	return w
}

// rotation returns a random orthogonal matrix [n×n].
func rotation(seed uint64, n int) *mat.Dense {
	var qr mat.QR
	qr.Factorize(mat.NewDense(n, n, weights(seed, n, n)))
	var q mat.Dense
	qr.QTo(&q)
	return &q
}

// covariance returns G = U diag(spectrum) Uᵀ.
func covariance(u *mat.Dense, spectrum []float64) *mat.SymDense {
	n := len(spectrum)
	g := mat.NewSymDense(n, nil)
	for k, v := range spectrum {
		g.SymRankOne(g, v, u.ColView(k))
	}
	return g
}

func networks() []circuit.Network { return circuit.PaperNetworks() }
