package onlinepca

import "gonum.org/v1/gonum/mat"

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
