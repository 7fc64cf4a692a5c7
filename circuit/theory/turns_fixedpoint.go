package theory

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// state says what the fixed point z is.
func (f *turnsFlow) state(z []float64) (LateralState, error) {
	k, n := f.k, f.n
	s := LateralState{Rank: n, Filter: mat.NewDense(k, n, slices.Clone(f.filter(z)))}
	s.M = mat.NewDense(k, k, slices.Clone(f.m))
	s.Error = f.error(s.Filter)
	b := mat.NewSymDense(k, slices.Clone(f.response(z))) // its upper triangle
	var err error
	if s.Radius, err = f.radius(); err != nil {
		return s, err
	}
	if err := s.findThresholds(b, f); err != nil {
		return s, err
	}
	if s.Within, err = f.within(z, s); err != nil {
		return s, err
	}
	s.Outside = math.Inf(-1)
	if n < len(f.Point.Spectrum) {
		least := f.g[n-1] // of what B recruits at most
		for _, t := range s.Thresholds {
			least = min(least, t.Value)
		}
		s.Outside = f.Point.Spectrum[n]/f.unit/least - 1
	}
	for c := n; c < k; c++ {
		s.Missing = append(s.Missing, c)
	}
	s.key = f.invariants()
	s.M.Scale(f.unit, s.M)
	for i := range s.Thresholds {
		s.Thresholds[i].Value *= f.unit
		s.Thresholds[i].Mean *= f.unit
	}
	return s, nil
}

// within returns the largest real part of the rates at the fixed point z of a state. Where
// M_o = 0 and every output holds a component, it is that of the linearisation.
func (f *turnsFlow) within(z []float64, s LateralState) (float64, error) {
	if s.isWanted(f.k) {
		point := f.Point
		point.Spectrum, point.Components = point.Spectrum[:f.n], make([]int, f.k)
		taken := 0
		for i := range f.k {
			row := s.Filter.RawRowView(i)
			for c, v := range row {
				if math.Abs(v) > (1-1e-6)*mat.Norm(s.Filter.RowView(i), 2) {
					point.Components[i] = c
					taken++
				}
			}
		}
		if taken == f.k && point.Validate() == nil { // else eigenvalues are equal
			l, err := point.Linearise(f.Tau)
			if err != nil {
				return 0, err
			}
			return l.Slowest(), nil
		}
	}
	var eigen mat.Eigen
	if !eigen.Factorize(f.jacobian(z), mat.EigenNone) {
		return 0, errors.New("the eigenvalues of a lateral state were not found")
	}
	slowest := math.Inf(-1)
	for _, x := range eigen.Values(nil) {
		slowest = max(slowest, real(x))
	}
	return slowest, nil
}

// radius returns the spectral radius of A at the M of the last filter. A is similar to the
// symmetric M_d^{−1/2} M_o M_d^{−1/2}, as the scales are positive.
func (f *turnsFlow) radius() (float64, error) {
	a := mat.NewSymDense(f.k, nil)
	for i := range f.k {
		for j := i + 1; j < f.k; j++ {
			a.SetSym(i, j, f.m[i*f.k+j]/math.Sqrt(f.m[i*f.k+i]*f.m[j*f.k+j]))
		}
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(a, false) {
		return 0, errors.New("the spectral radius of a lateral state was not found")
	}
	return largest(eigen.Values(nil)), nil
}

// findThresholds finds the eigenvectors of B that are orthogonal to the columns of F.
func (s *LateralState) findThresholds(b *mat.SymDense, f *turnsFlow) error {
	k, r := s.Filter.Dims()
	if r >= k {
		return nil
	}
	var qr mat.QR
	qr.Factorize(s.Filter)
	var q mat.Dense
	qr.QTo(&q)
	null := q.Slice(0, k, r, k)
	var half, inside mat.Dense
	half.Mul(b, null)
	inside.Mul(null.T(), &half)
	small := mat.NewSymDense(k-r, nil)
	for i := range k - r {
		for j := i; j < k-r; j++ {
			small.SetSym(i, j, (inside.At(i, j)+inside.At(j, i))/2)
		}
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(small, true) {
		return errors.New("the thresholds of a lateral state were not found")
	}
	var vectors, patterns mat.Dense
	eigen.VectorsTo(&vectors)
	patterns.Mul(null, &vectors)
	for c, beta := range eigen.Values(nil) {
		t := Threshold{Value: 1 / beta, Pattern: mat.Col(nil, c, &patterns)}
		above, below := 0., 0.
		for i, v := range t.Pattern {
			above += f.Point.Gains[i] * f.m[i*k+i] * v * v
			below += f.Point.Gains[i] * v * v
		}
		if f.decays > 0 {
			t.Mean = above / (f.series(-1/f.decays) * below)
		}
		s.Thresholds = append(s.Thresholds, t)
	}
	slices.SortFunc(s.Thresholds, func(a, b Threshold) int { return cmp.Compare(b.Value, a.Value) })
	return nil
}

// error returns E_Pro of a filter [K×n] on the first n eigenvectors.
func (f *turnsFlow) error(filter *mat.Dense) float64 {
	k, n := filter.Dims()
	estimate := mat.DenseCopyOf(filter)
	for i := range k {
		scale := 1 / f.Point.Gains[i]
		if f.Point.Network.Whitens {
			scale *= math.Sqrt(f.Point.Spectrum[i])
		}
		for c := range n {
			estimate.Set(i, c, scale*estimate.At(i, c))
		}
	}
	square := mat.Norm(estimate, 2)
	var svd mat.SVD
	if !svd.Factorize(estimate.Slice(0, k, 0, min(k, n)), mat.SVDNone) {
		return math.NaN()
	}
	sum := 0.
	for _, v := range svd.Values(nil) {
		sum += v
	}
	return max(0, square*square+float64(k)-2*sum) / float64(k)
}

// invariants returns what the mirror images of a state, in which rows have other signs, have
// in common: |M|. With equal gains outputs may also change places.
func (f *turnsFlow) invariants() []float64 {
	key := make([]float64, 0, f.k*f.k)
	for _, v := range f.m {
		key = append(key, math.Abs(v))
	}
	if f.equalGains() {
		for i := range f.k {
			slices.Sort(key[i*f.k : (i+1)*f.k])
		}
		rows := slices.Collect(slices.Chunk(key, f.k))
		slices.SortFunc(rows, func(a, b []float64) int { return slices.Compare(roughly(a), roughly(b)) })
		return slices.Concat(rows...)
	}
	return key
}

// series returns P(a) = Σ_{k<S} (−a)^k.
func (t Turns) series(a float64) float64 {
	sum := 0.
	for range t.Count {
		sum = 1 - a*sum
	}
	return sum
}

// Collapse is the state of an odd number of turns in which every output carries the
// first component:
//
//	m_i = g_1 (S + (P(K−1) − S) λ̄/λ_i),   F_i = ±λ_i √(m_i/g_1) u_1,   radius K − 1
//
// with λ̄ the mean of the gains. With equal gains m_i = g_1 (1 + (K−1)^S)/K.
//
// It reports false if there is none: for an even number of turns, a network that whitens,
// a single output, or where an m_i would not be positive. With a lateral decay ε other than 1 it is not known. It is a LateralState of rank 1.
func (t Turns) Collapse() (LateralState, bool, error) {
	if err := t.Validate(); err != nil {
		return LateralState{}, false, fmt.Errorf("the collapsed state: %w", err)
	}
	k := len(t.Point.Gains)
	if t.Count%2 == 0 || t.Point.Network.Whitens || k == 1 || lateralDecay(t.Point.Network) != 1 {
		return LateralState{}, false, nil
	}
	mean := 0.
	for _, v := range t.Point.Gains {
		mean += v / float64(k)
	}
	f := newTurnsFlow(t, 1)
	z, s := make([]float64, f.size()), float64(t.Count)
	amplitude := make([]float64, k)
	for i, gain := range t.Point.Gains {
		m := s + (t.series(float64(k-1))-s)*mean/gain // in units of g_1
		if !(m > 0) {
			return LateralState{}, false, nil
		}
		amplitude[i] = gain * math.Sqrt(m)
	}
	for i, a := range amplitude {
		z[i] = a // W = F G
		for j := i; j < k; j++ {
			z[f.entry(i, j)] = a * amplitude[j] / (t.Point.Gains[i] * t.Point.Gains[j])
		}
	}
	state, err := f.state(z)
	return state, err == nil, err
}

// roughly rounds numbers, so that equal ones have one order.
func roughly(v []float64) []float64 {
	rounded := make([]float64, len(v))
	for i, x := range v {
		rounded[i] = math.Round(x * 1e6)
	}
	return rounded
}
