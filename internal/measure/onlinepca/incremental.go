package onlinepca

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// Incremental is incremental PCA by block SVD: the sequential Karhunen–Loève transform.
var Incremental = Algorithm{
	Name:     "ipca",
	Summary:  "incremental PCA by block SVD: the top K singular vectors of the estimate so far, weighted by its singular values, and a block of K stimuli",
	Equation: "U Σ Vᵀ = svd([U Σ, x_1 … x_B]), cut to K",
	Reference: "Levy and Lindenbaum (2000), Sequential Karhunen–Loeve basis extraction and its application to images; " +
		"Ross, Lim, Lin and Yang (2008), Incremental learning for robust visual tracking",
	Notes: "Blocks of B = K stimuli, no forgetting, no mean. The SVD is that of the (K+B)×(K+B) Gram matrix, so that directions whose variance is below 1e-15 of the largest are lost.",
	Keeps: "(K + B)N",
	New:   func(s Spec) Learner { return newIncremental(s) },
}

// incremental is a Learner. Its rows are those of the matrix whose SVD is taken.
type incremental struct {
	k      int
	rows   *mat.Dense // [2K×N]: Σ Uᵀ [K×N], and then the block
	filled int        // stimuli in the block
}

func newIncremental(s Spec) *incremental {
	return &incremental{k: s.Outputs, rows: mat.NewDense(2*s.Outputs, s.Inputs, nil)}
}

func (l *incremental) Learn(x []float64) {
	copy(l.rows.RawRowView(l.k+l.filled), x)
	if l.filled++; l.filled == l.k {
		weighted, _ := l.merged()
		l.rows.Zero()
		l.rows.Slice(0, l.k, 0, len(x)).(*mat.Dense).Copy(weighted)
		l.filled = 0
	}
}

// merged returns Σ Uᵀ [K×N] and Σ [K] of the estimate with the block.
func (l *incremental) merged() (*mat.Dense, []float64) {
	_, n := l.rows.Dims()
	used := l.rows.Slice(0, l.k+l.filled, 0, n).(*mat.Dense)
	var gram mat.SymDense
	gram.SymOuterK(1, used)
	var eigen mat.EigenSym
	weighted, values := mat.NewDense(l.k, n, nil), make([]float64, l.k)
	if !eigen.Factorize(&gram, true) {
		return weighted, values
	}
	var all, top mat.Dense
	eigen.VectorsTo(&all)
	last := l.k + l.filled
	top.CloneFrom(all.Slice(0, last, last-l.k, last)) // ascending
	weighted.Mul(top.T(), used)
	for i := range l.k {
		values[i] = math.Sqrt(max(0, eigen.Values(nil)[last-l.k+i]))
	}
	return weighted, values
}

func (l *incremental) Components() *mat.Dense {
	weighted, _ := l.merged()
	_, n := weighted.Dims()
	u := mat.NewDense(n, l.k, nil)
	for i := range l.k { // the last row has the largest singular value
		setUnit(u, i, weighted.RawRowView(l.k-1-i))
	}
	return u
}

// setUnit sets a column to a vector of length 1, or to 0 if the vector is 0.
func setUnit(u *mat.Dense, column int, v []float64) {
	norm := mat.Norm(mat.NewVecDense(len(v), v), 2)
	if norm == 0 {
		return
	}
	for i, x := range v {
		u.Set(i, column, x/norm)
	}
}

// Batch is batch PCA on the stimuli so far.
var Batch = Algorithm{
	Name:      "batch",
	Summary:   "batch PCA: the top eigenvectors of the second moments of all stimuli so far, which it keeps",
	Equation:  "C ← C + x xᵀ,  U = top K eigenvectors of C",
	Reference: "textbook",
	Notes:     "On the stimuli of a file it is the reference itself after an epoch without changes, so that its error is 0 but for rounding.",
	Keeps:     "N²",
	New:       func(s Spec) Learner { return &batch{k: s.Outputs, c: mat.NewSymDense(s.Inputs, nil)} },
}

type batch struct {
	k int
	c *mat.SymDense // Σ x xᵀ [N×N]
}

func (l *batch) Learn(x []float64) { l.c.SymRankOne(l.c, 1, mat.NewVecDense(len(x), x)) }

func (l *batch) Components() *mat.Dense {
	n := l.c.SymmetricDim()
	u := mat.NewDense(n, l.k, nil)
	var eigen mat.EigenSym
	if !eigen.Factorize(l.c, true) {
		return u
	}
	var all mat.Dense
	eigen.VectorsTo(&all)
	for i := range l.k {
		u.SetCol(i, mat.Col(nil, n-1-i, &all))
	}
	return u
}
