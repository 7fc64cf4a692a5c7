package theory

import (
	"cmp"
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// LateralState is a fixed point of S turns with M_o ≠ 0, in the eigenbasis of G. Exact
// settling has none with distinct gains.
//
// At a fixed point W = F G, and with the symmetric B = P(A) M_d⁻¹, F = B F G: the columns of F
// are eigenvectors of B with the eigenvalues 1/g_k, or zero. In a state of rank r < K, K
// outputs share r components. To first order, a missing component c (F has no column for it)
// evolves by itself:
//
//	dw_c/ds = (g_c B − I) w_c
//
// So the state is stable against it if and only if g_c is below every component that is
// there and below the recruiting threshold g* = 1/β of every other eigenvector v of B,
// B v = β v. As M Λ v = 0 there, A has the eigenvalue −1 and P(−1) = S, and
//
//	g* = Σ λ_i m_i v_i² / (S Σ λ_i v_i²),
//
// a mean of the scales, divided by the number of turns.
type LateralState struct {
	Rank       int         // r
	M          *mat.Dense  // M [K×K]
	Filter     *mat.Dense  // F [K×r], on the first r eigenvectors
	Thresholds []Threshold // of each null direction [K−r], largest first
	Missing    []int       // components that no output finds, from 0 [K−r]

	Radius  float64 // the spectral radius of A
	Error   float64 // E_Pro
	Within  float64 // the largest real part of the rates within the components that were found
	Outside float64 // the largest rate of a missing component; −Inf if none is missing

	Starts int // number of random starts of a search that ended here

	key []float64 // equal for mirror images
}

// Threshold is the recruiting threshold of one null direction: components with a larger
// eigenvalue are found.
type Threshold struct {
	Value   float64   // g* = 1/β, by the eigenvalue of B
	Mean    float64   // g* by the mean of the scales
	Pattern []float64 // v [K], of length 1
}

// Scales returns the diagonal of M [K].
func (s LateralState) Scales() []float64 {
	m := make([]float64, s.M.RawMatrix().Rows)
	for i := range m {
		m[i] = s.M.At(i, i)
	}
	return m
}

// marginalRate is the size below which a computed rate counts as 0.
const marginalRate = 1e-7

// Stability says whether the flow returns to the state from any small perturbation with a
// symmetric M.
func (s LateralState) Stability() Stability {
	switch slowest := max(s.Within, s.Outside); {
	case slowest > marginalRate:
		return Unstable
	case slowest < -marginalRate:
		return Stable
	}
	return Marginal
}

// Traps reports whether the flow stays in the state: it is not unstable.
func (s LateralState) Traps() bool { return s.Stability() != Unstable }

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
		t.Mean = above / (float64(f.Count) * below)
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

// roughly rounds numbers, so that equal ones have one order.
func roughly(v []float64) []float64 {
	rounded := make([]float64, len(v))
	for i, x := range v {
		rounded[i] = math.Round(x * 1e6)
	}
	return rounded
}

// same reports whether two states are one, or mirror images. Marginal ones of a rank count as
// one: they are points of a continuum.
func (s LateralState) same(o LateralState) bool {
	if s.Rank == o.Rank && s.Stability() == Marginal && o.Stability() == Marginal {
		return true
	}
	return s.Rank == o.Rank && slices.EqualFunc(s.key, o.key, func(a, b float64) bool { return math.Abs(a-b) <= 1e-6*(1+math.Abs(a)) })
}
