package onlinepca

import (
	"gonum.org/v1/gonum/mat"

	"twophase/circuit"
)

// FastSimilarityMatching is the online algorithm of similarity matching with M⁻¹ in the place of M.
var FastSimilarityMatching = Algorithm{
	Name:      "fsm",
	Summary:   "fast similarity matching: the circuit similarity-matching-psp with M⁻¹ kept by the formula of Sherman and Morrison, so that nothing settles",
	Equation:  "y = M⁻¹ W x,  W ← W + α (y xᵀ − W),  M⁻¹ ← (M + (α/τ)(y yᵀ − M))⁻¹",
	Reference: "Giovannucci, Minden, Pehlevan and Chklovskii (2018), Efficient principal subspace projection of streaming data through fast similarity matching",
	Notes:     "α = 2η and τ = 2τ_w, as for similarity-matching-psp. M⁻¹ is a matrix that no synapse has, and each of its entries changes with all outputs.",
	Keeps:     "KN + K²",
	Finds:     circuit.Subspace,
	Like:      circuit.SimilarityMatchingPSP.Name,
	New:       func(s Spec) Learner { return newFSM(s) },
}

type fsm struct {
	spec    Spec
	w       *mat.Dense    // W [K×N]
	inverse *mat.SymDense // M⁻¹ [K×K]; an unsymmetric rounding error in it would grow by 1/(1 − α/τ) a step
	y, z    *mat.VecDense
	t       int
}

func newFSM(s Spec) *fsm {
	l := &fsm{
		spec: s, w: mat.DenseCopyOf(mat.NewDense(s.Outputs, s.Inputs, s.Weights)), inverse: mat.NewSymDense(s.Outputs, nil),
		y: mat.NewVecDense(s.Outputs, nil), z: mat.NewVecDense(s.Outputs, nil),
	}
	for i := range s.Outputs {
		l.inverse.SetSym(i, i, 1)
	}
	return l
}

func (l *fsm) Learn(x []float64) {
	l.t++
	rate := l.spec.Rate.At(l.t)
	input := mat.NewVecDense(len(x), x)
	l.z.MulVec(l.w, input)
	l.y.MulVec(l.inverse, l.z)
	l.w.Scale(1-rate, l.w)
	l.w.RankOne(l.w, rate, l.y, input)

	// (κ M + β y yᵀ)⁻¹ with κ = 1 − β: M⁻¹/κ − (β/κ²) z zᵀ/(1 + (β/κ) y·z), z = M⁻¹y
	beta := rate / l.spec.Tau
	keep := 1 - beta
	l.z.MulVec(l.inverse, l.y)
	share := beta / keep
	l.inverse.SymRankOne(l.inverse, -share/(1+share*mat.Dot(l.y, l.z)), l.z)
	l.inverse.ScaleSym(1/keep, l.inverse)
}

func (l *fsm) Components() *mat.Dense {
	var filter mat.Dense
	filter.Mul(l.inverse, l.w)
	return mat.DenseCopyOf(filter.T())
}
