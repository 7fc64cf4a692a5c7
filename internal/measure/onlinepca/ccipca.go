package onlinepca

import (
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// CandidCovarianceFree is CCIPCA.
var CandidCovarianceFree = Algorithm{
	Name:      "ccipca",
	Summary:   "candid covariance-free incremental PCA: each component is a running mean of u (u·v)/‖v‖, and is taken from u before the next one",
	Equation:  "v_i ← (t−1−l)/t v_i + (1+l)/t (u·v̂_i) u,  u ← u − (u·v̂_i) v̂_i,  v̂ = v/‖v‖",
	Reference: "Weng, Zhang and Hwang (2003), Candid covariance-free incremental principal component analysis",
	Notes:     "The amnesic parameter is l = 2, as its authors advise; the first weight is cut off at 0. The first K stimuli, deflated, are the first estimates.",
	Keeps:     "KN",
	New:       func(s Spec) Learner { return newCCIPCA(s) },
}

// amnesic is l: 0 weighs all stimuli alike, and more the latest ones more.
const amnesic = 2

type ccipca struct {
	v [][]float64 // eigenvector times eigenvalue [K×N]
	u []float64   // what is left of the stimulus [N]
	t int
}

func newCCIPCA(s Spec) *ccipca {
	l := &ccipca{u: make([]float64, s.Inputs)}
	for range s.Outputs {
		l.v = append(l.v, make([]float64, s.Inputs))
	}
	return l
}

func (l *ccipca) Learn(x []float64) {
	l.t++
	copy(l.u, x)
	old := max(0, float64(l.t-1-amnesic)/float64(l.t))
	for i, v := range l.v {
		norm := floats.Norm(v, 2)
		if norm == 0 { // the first stimulus that is left for this component
			copy(v, l.u)
			return
		}
		along := floats.Dot(l.u, v) / norm
		floats.Scale(old, v)
		floats.AddScaled(v, (1-old)*along, l.u)
		if norm = floats.Norm(v, 2); norm > 0 && i < len(l.v)-1 {
			floats.AddScaled(l.u, -floats.Dot(l.u, v)/(norm*norm), v)
		}
	}
}

func (l *ccipca) Components() *mat.Dense {
	u := mat.NewDense(len(l.u), len(l.v), nil)
	for i, v := range l.v {
		setUnit(u, i, v)
	}
	return u
}
