package theory_test

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"twophase/circuit"
)

// lower returns the lower triangle of a matrix and its diagonal.
func lower(m mat.Matrix) *mat.Dense {
	l := mat.DenseCopyOf(m)
	for i := range l.RawMatrix().Rows {
		clear(l.RawRowView(i)[i+1:])
	}
	return l
}

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

// networks are those that there is a theory for.
func networks() []circuit.Network {
	return append(circuit.PaperNetworks(), circuit.CascadePSP, circuit.CascadePSW)
}

// slowLaterals are networks that project, with lateral synapses that decay more slowly than the scales, or faster.
func slowLaterals() (all []circuit.Network) {
	for i, n := range []circuit.Network{circuit.IfPSP, circuit.PSP, circuit.CascadePSP, circuit.SimilarityMatchingPSP, circuit.IfPSP, circuit.PSP} {
		all = append(all, withDecay(n, []float64{0.1, 0.5, 0.03, 0.3, 1.5, 0}[i]))
	}
	return all
}

func withDecay(n circuit.Network, epsilon float64) circuit.Network {
	n, err := n.WithLateralDecay(epsilon)
	if err != nil {
		panic(err)
	}
	return n
}

// decayOf returns what the decay λ_i λ_j of M_ij is multiplied by.
func decayOf(n circuit.Network, i, j int) float64 {
	if epsilon, is := n.LateralDecay(); is && i != j {
		return epsilon
	}
	return 1
}

// withoutGains are the networks of 2018, PSP and PSW with Λ = I, whose activity settles.
func withoutGains() []circuit.Network {
	return []circuit.Network{circuit.SimilarityMatchingPSP, circuit.SimilarityMatchingPSW}
}

// settlings are neural phases that find M⁻¹W to first order in M_o.
func settlings() (all []circuit.Network) {
	for _, of := range []circuit.Network{circuit.PSP, circuit.PSW} {
		for _, s := range []circuit.Settle{
			{Sweeps: 2}, {Sweeps: 3}, {Sweeps: 8}, {Method: circuit.GaussSeidel, Sweeps: 2}, {Method: circuit.GaussSeidel, Sweeps: 5},
			{Method: circuit.GaussSeidel, Sweeps: 1000, Tolerance: 1e-9},
		} {
			n, err := of.Settling(s)
			if err != nil {
				panic(err)
			}
			all = append(all, n)
		}
	}
	return all
}

// cascades reports whether a network's outputs fire one after another.
func cascades(n circuit.Network) bool {
	return slices.Contains(n.Schedule, circuit.Phase(circuit.Cascade))
}
