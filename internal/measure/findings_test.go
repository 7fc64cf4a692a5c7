package measure

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"twophase/internal/numerics/random"
	"twophase/stimulus"
)

// This file runs published circuits, as plain loops, on the stimuli that are made for them,
// and looks at them with the declared measures: sources and measures together must show what
// the circuits are known to find.

// orthonormalRows returns random orthonormal rows [K×N] times a scale.
func orthonormalRows(k, n int, scale float64, seed uint64) *mat.Dense {
	a := mat.NewDense(n, n, nil)
	for i := range n {
		random.New(seed, 0, "rows").Normals(a.RawRowView(i), uint64(i))
	}
	var qr mat.QR
	qr.Factorize(a)
	var q mat.Dense
	qr.QTo(&q)
	rows := mat.DenseCopyOf(q.Slice(0, k, 0, n))
	rows.Scale(scale, rows)
	return rows
}

func eye(k int) *mat.Dense {
	m := mat.NewDense(k, k, nil)
	for i := range k {
		m.Set(i, i, 1)
	}
	return m
}

func solve(t *testing.T, m, b mat.Matrix) *mat.Dense {
	t.Helper()
	var x mat.Dense
	if err := x.Solve(m, b); err != nil {
		t.Fatal(err)
	}
	return &x
}

func times(a, b mat.Matrix) *mat.Dense {
	var c mat.Dense
	c.Mul(a, b)
	return &c
}

// learn adds rate·(a bᵀ) to w for columns a and b.
func learn(w *mat.Dense, rate float64, a, b *mat.Dense) {
	change := times(a, b.T())
	change.Scale(rate, change)
	w.Add(w, change)
}

func minus(a, b *mat.Dense) *mat.Dense {
	var c mat.Dense
	c.Sub(a, b)
	return &c
}

// anti adds rate·(z zᵀ − m) to m.
func anti(m *mat.Dense, rate float64, z *mat.Dense) {
	m.Scale(1-rate, m)
	learn(m, rate, z, z)
}

// settle returns argmin over y ≥ 0 of y'Gy/2 − d'y by sweeps from 0.
func settle(g, d *mat.Dense) *mat.Dense {
	k, _ := d.Dims()
	y := mat.NewDense(k, 1, nil)
	for range 10_000 {
		most := 0.0
		for i := range k {
			v := d.At(i, 0)
			for j := range k {
				if j != i {
					v -= g.At(i, j) * y.At(j, 0)
				}
			}
			v = max(0, v/g.At(i, i))
			most = max(most, math.Abs(v-y.At(i, 0)))
			y.Set(i, 0, v)
		}
		if most < 1e-14 {
			break
		}
	}
	return y
}

func next(t *testing.T, s stimulus.Source) *mat.Dense {
	t.Helper()
	x := make([]float64, s.Inputs())
	if err := s.Next(x); err != nil {
		t.Fatal(err)
	}
	return mat.NewDense(len(x), 1, x)
}

// taken returns one declared measure.
func taken(t *testing.T, name string, s Subject) Value {
	t.Helper()
	d, err := Take([]string{name}, s)
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Values) != 1 {
		t.Fatalf("%s is absent: %v", name, d.Absent)
	}
	return d.Values[0]
}

func needBelow(t *testing.T, what string, got, limit float64) {
	t.Helper()
	t.Logf("%s: %.4g", what, got)
	if !(got < limit) {
		t.Errorf("%s is %v, want less than %v", what, got, limit)
	}
}

// Bio-CCA (Lipshutz et al. 2021) finds the top canonical directions: within 1.33 degrees for
// correlations of 0.9, 0.7 and 0.3 after 20000 stimuli, by another program.
func TestBioCCAFindsCanonicalDirections(t *testing.T) {
	v, err := stimulus.NewCorrelatedViews([2]stimulus.View{{Name: "x", Inputs: 5}, {Name: "y", Inputs: 4}}, []float64{0.9, 0.7, 0.3}, 2, 3, 0)
	if err != nil {
		t.Fatal(err)
	}
	const k, tau = 2, 0.5
	wx, wy, m := orthonormalRows(k, 5, 1, 1), orthonormalRows(k, 4, 1, 2), eye(k)
	subject := func() Subject {
		var w mat.Dense
		w.Augment(wx, wy)
		return Subject{Outputs: k, Filter: solve(t, m, &w), Known: v}
	}
	if start := float64(taken(t, "canonical_angle", subject()).Value); start < 30 {
		t.Errorf("the angle is %v degrees at the start", start)
	}
	for step := range 20_000 {
		both := next(t, v)
		x, y := mat.DenseCopyOf(both.Slice(0, 5, 0, 1)), mat.DenseCopyOf(both.Slice(5, 9, 0, 1))
		a, b := times(wx, x), times(wy, y)
		var sum mat.Dense
		sum.Add(a, b)
		z := solve(t, m, &sum)
		eta := 0.02 / (1 + float64(step)/1000)
		learn(wx, 2*eta, minus(z, a), x)
		learn(wy, 2*eta, minus(z, b), y)
		anti(m, eta/tau, z)
	}
	needBelow(t, "canonical angle in degrees", float64(taken(t, "canonical_angle", subject()).Value), 3)
}

// Bio-SFA (Lipshutz et al. 2020) finds the slowest directions: within 0.99 degrees, and a
// slowness of 0.1314 where 0.1311 is the best, after 20000 stimuli by another program.
func TestBioSFAFindsSlowestDirections(t *testing.T) {
	f, err := stimulus.NewSlowFeatures(5, []float64{0.95, 0.92, 0.5, 0.3, 0.1}, 2, 3, 0)
	if err != nil {
		t.Fatal(err)
	}
	const k, tau = 2, 0.5
	w, m := orthonormalRows(k, 5, 1, 1), eye(k)
	subject := func() Subject { return Subject{Outputs: k, Filter: solve(t, m, w), Known: f} }
	if start := float64(taken(t, "slow_angle", subject()).Value); start < 30 {
		t.Errorf("the angle is %v degrees at the start", start)
	}
	before := mat.NewDense(5, 1, nil)
	for step := range 20_000 {
		x := next(t, f)
		var bar mat.Dense
		bar.Add(x, before)
		a, ybar := times(w, x), solve(t, m, times(w, &bar))
		eta := 0.02 / (1 + float64(step)/1000)
		learn(w, eta, ybar, &bar)
		learn(w, -eta, a, x)
		anti(m, eta/tau, ybar)
		before = x
	}
	needBelow(t, "slow angle in degrees", float64(taken(t, "slow_angle", subject()).Value), 3)
	slowness := taken(t, "slowness", subject())
	if math.Abs(float64(slowness.Best)-0.13) > 1e-12 {
		t.Errorf("the best slowness is %v, want the mean of 2 − 2ρ, 0.13", slowness.Best)
	}
	needBelow(t, "slowness beside the best", float64(slowness.Value-slowness.Best), 0.01)
	if slowness.Value < slowness.Best {
		t.Errorf("slowness %v, below the best, %v", slowness.Value, slowness.Best)
	}
}

// Non-negative similarity matching (Pehlevan and Chklovskii 2014) finds clusters, with a
// purity of 1 by another program.
func TestNSMFindsClusters(t *testing.T) {
	c, err := stimulus.NewClusters(9, 3, 0.1, nil, 3, 0)
	if err != nil {
		t.Fatal(err)
	}
	const k = 3
	w, m, yhat := mat.NewDense(k, 9, nil), eye(k), [k]float64{10, 10, 10}
	random.New(2, 0, "w").Uniforms(w.RawMatrix().Data, 0)
	w.Scale(0.3, w)
	respond := func(x, y []float64) error {
		copy(y, settle(m, times(w, mat.NewDense(9, 1, x))).RawMatrix().Data)
		return nil
	}
	for range 5_000 {
		x := next(t, c)
		y := settle(m, times(w, x))
		for i := range k {
			v := y.At(i, 0)
			yhat[i] += v * v
			for j := range 9 {
				w.Set(i, j, w.At(i, j)+v*(x.At(j, 0)-v*w.At(i, j))/yhat[i])
			}
			for j := range k {
				if j != i {
					m.Set(i, j, m.At(i, j)+v*(y.At(j, 0)-v*m.At(i, j))/yhat[i])
				}
			}
		}
	}
	s := Subject{Outputs: k, Respond: respond, Known: c}
	needBelow(t, "impurity", 1-float64(taken(t, "purity", s).Value), 0.001)
	needBelow(t, "lack of sparseness", 1-float64(taken(t, "sparseness", s).Value), 0.2)
	needBelow(t, "silent outputs", float64(taken(t, "silent", s).Value), 1)
}

// Bio-NICA (Lipshutz, Pehlevan and Chklovskii 2022), the direct form, recovers non-negative
// sources: with correlations of 0.999 and errors of 0.0009 to 0.0016 by another program.
func TestBioNICARecoversSources(t *testing.T) {
	s, err := stimulus.NewMixture(3, 3, 0.5, 2, 3, 0)
	if err != nil {
		t.Fatal(err)
	}
	const k, tau = 3, 0.8
	w, m := orthonormalRows(k, 3, 1, 1), eye(k)
	drive := times(w, mat.NewDense(3, 1, s.Mean()))
	for i := range k { // a driven start: no neuron is silent on average
		if drive.At(i, 0) < 0 {
			for j := range 3 {
				w.Set(i, j, -w.At(i, j))
			}
		}
	}
	respond := func(x, y []float64) error {
		copy(y, settle(m, times(w, mat.NewDense(3, 1, x))).RawMatrix().Data)
		return nil
	}
	xbar, cbar := mat.NewDense(3, 1, nil), mat.NewDense(k, 1, nil)
	for step := range 20_000 {
		x := next(t, s)
		c := times(w, x)
		y := settle(m, c)
		for i := range 3 {
			xbar.Set(i, 0, xbar.At(i, 0)+(x.At(i, 0)-xbar.At(i, 0))/float64(step+1))
			cbar.Set(i, 0, cbar.At(i, 0)+(c.At(i, 0)-cbar.At(i, 0))/100)
		}
		eta := 0.05 / (1 + float64(step)/100)
		learn(w, 2*eta, y, x)
		learn(w, -2*eta, minus(c, cbar), minus(x, xbar))
		anti(m, eta/tau, y)
	}
	subject := Subject{Outputs: k, Respond: respond, Known: s}
	needBelow(t, "lack of correlation", 1-float64(taken(t, "source_correlation", subject).Value), 0.001)
	needBelow(t, "error", float64(taken(t, "source_error", subject).Value), 0.002)
}
