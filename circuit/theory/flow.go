package theory

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"

	"twophase/circuit/subspace"
)

// Flow is the mean-field ("offline") flow of a network: its plasticity with
// y xᵀ replaced by its mean F G, and y yᵀ by F G Fᵀ. Step is forward Euler with
// the step α,
//
//	W ← W + α (F G − W)
//	M ← M + (α/τ)(F G Fᵀ − Λ M Λ)    PSP (of M_o, ε Λ M_o Λ),   … − Λ²    PSW
//	F = (M_d⁻¹ − M_d⁻¹ M_o M_d⁻¹) W   two-phase,   L⁻¹ W   cascade,   M⁻¹ W   exact
//
// with L the lower triangle of M and its diagonal.
//
// Only W at the start is random. Make one with NewFlow.
type Flow struct {
	spec     FlowSpec
	basis    *basis
	exact    bool    // F = M⁻¹W
	cascades bool    // F = L⁻¹W
	decays   float64 // ε; 0 with the plasticity of PSW
	steps    int

	w, m *mat.Dense // W [K×n], M [K×K], exactly symmetric
	f    *mat.Dense // F [K×n]
	fg   *mat.Dense // F G [K×n]
	fgf  *mat.Dense // F G Fᵀ [K×K], of which the upper triangle counts

	half     *mat.Dense // F √G [K×n], if G is diagonal; before that, of a small W, Wᵀ
	response *mat.Dense // ∂y/∂(Wx), or the factors of M, [K×K]
	pivots   []int
}

// NewFlow returns the flow at its start. It returns an error if the spec is not
// valid.
func NewFlow(s FlowSpec) (*Flow, error) {
	s = s.withDefaults()
	if err := s.Validate(); err != nil {
		return nil, fmt.Errorf("building a mean-field flow: %w", err)
	}
	basis, err := newBasis(s)
	if err != nil {
		return nil, fmt.Errorf("building a mean-field flow: %w", err)
	}
	k := len(s.Gains)
	f := &Flow{
		spec: s, basis: basis, exact: solves(s.Network), cascades: cascades(s.Network), decays: lateralDecay(s.Network),
		m: mat.NewDense(k, k, nil), fgf: mat.NewDense(k, k, nil), response: mat.NewDense(k, k, nil), pivots: make([]int, k),
	}
	f.take(basis.reduce(mat.NewDense(k, s.inputs(), s.InitialWeights)))
	for i := range k {
		f.m.Set(i, i, s.InitialScale)
	}
	return f, nil
}

// take sets W [K×n] and allocates the matrices of its size.
func (f *Flow) take(w *mat.Dense) {
	k, n := w.Dims()
	f.w, f.f, f.fg, f.half = w, mat.NewDense(k, n, nil), mat.NewDense(k, n, nil), mat.NewDense(k, n, nil)
}

// Step makes one iteration. It returns an error if M is singular, a scale of two phases is
// zero, or the flow has diverged. It allocates once, when a part of W has vanished.
func (f *Flow) Step() error {
	if err := f.filter(); err != nil {
		return fmt.Errorf("mean-field flow of %s after iteration %d: %w", f.spec.Network.Name, f.steps, err)
	}
	f.moments()
	f.learn()
	f.steps++
	if f.steps%vanishEvery == 0 && f.basis.vanish(f.w) {
		f.take(mat.DenseCopyOf(f.w.Slice(0, len(f.spec.Gains), 0, f.basis.from)))
	}
	return nil
}

// vanishEvery is the number of iterations between two checks for a vanished part of W.
const vanishEvery = 256

// Run makes a number of iterations, and returns the error of the first one that fails.
func (f *Flow) Run(steps int) error {
	for range steps {
		if err := f.Step(); err != nil {
			return err
		}
	}
	return nil
}

// diverged ends the error of an M that has no filter.
const diverged = ": the flow has diverged; try a smaller α or τ"

// filter computes F from W and M.
func (f *Flow) filter() error {
	m := f.m.RawMatrix()
	if !finite(m.Data...) {
		return errors.New("M is not finite" + diverged)
	}
	if f.exact && m.Rows <= smallOutputs {
		copy(f.response.RawMatrix().Data, m.Data)
		if !invert(f.response.RawMatrix().Data, m.Rows, f.pivots) {
			return errors.New("the matrix M is singular" + diverged)
		}
		f.respond()
		return nil
	}
	if f.exact {
		f.response.Copy(f.m)
		f.f.Copy(f.w)
		if !lapack64.Getrf(f.response.RawMatrix(), f.pivots) {
			return errors.New("the matrix M is singular" + diverged)
		}
		lapack64.Getrs(blas.NoTrans, f.response.RawMatrix(), f.f.RawMatrix(), f.pivots)
		return nil
	}
	if f.cascades {
		for i := range m.Rows {
			if m.Data[i*m.Stride+i] == 0 {
				return fmt.Errorf("scale %d of M is zero"+diverged, i)
			}
		}
		invertLower(f.response.RawMatrix().Data, m.Data, m.Rows)
		f.respond()
		return nil
	}
	for i := range m.Rows {
		scale := m.Data[i*m.Stride+i]
		if scale == 0 {
			return fmt.Errorf("scale %d of M is zero"+diverged, i)
		}
		row := f.response.RawRowView(i)
		for j, v := range m.Data[i*m.Stride : i*m.Stride+m.Cols] {
			row[j] = -v / (scale * m.Data[j*m.Stride+j])
		}
		row[i] = 1 / scale
	}
	f.respond()
	return nil
}

// respond computes F from W and the response.
func (f *Flow) respond() {
	w := f.w.RawMatrix()
	if w.Rows > smallOutputs {
		blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, f.response.RawMatrix(), w, 0, f.f.RawMatrix())
		return
	}
	transposed := f.half.RawMatrix().Data
	transpose(transposed, w.Data, w.Rows, w.Cols)
	product(f.f.RawMatrix().Data, f.response.RawMatrix().Data, transposed, w.Rows, w.Rows, w.Cols, false)
}

// moments computes F G and the upper triangle of F G Fᵀ.
func (f *Flow) moments() {
	if g := f.basis.covariance; g != nil {
		blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, f.f.RawMatrix(), g.RawMatrix(), 0, f.fg.RawMatrix())
		blas64.Gemm(blas.NoTrans, blas.Trans, 1, f.fg.RawMatrix(), f.f.RawMatrix(), 0, f.fgf.RawMatrix())
		return
	}
	filter, half, whole := f.f.RawMatrix().Data, f.half.RawMatrix().Data, f.fg.RawMatrix().Data
	for roots := f.basis.roots; len(filter) > 0; {
		n := len(roots)
		for j, v := range filter[:n] {
			half[j] = roots[j] * v
			whole[j] = roots[j] * half[j]
		}
		filter, half, whole = filter[n:], half[n:], whole[n:]
	}
	square := f.fgf.RawMatrix()
	if h := f.half.RawMatrix(); h.Rows <= smallOutputs {
		product(square.Data, h.Data, h.Data, h.Rows, h.Cols, h.Rows, true)
		return
	}
	blas64.Syrk(blas.NoTrans, 1, f.half.RawMatrix(), 0, blas64.Symmetric{
		N: square.Rows, Stride: square.Stride, Data: square.Data, Uplo: blas.Upper,
	})
}

// learn makes the change of one iteration.
func (f *Flow) learn() {
	alpha, w, drive := f.spec.Rate, f.w.RawMatrix().Data, f.fg.RawMatrix().Data
	for i, d := range drive {
		w[i] = flushed(w[i] + float64(alpha*(d-w[i])))
	}
	alpha /= f.spec.Tau
	gains, m, hebbian := f.spec.Gains, f.m.RawMatrix().Data, f.fgf.RawMatrix().Data
	k := len(gains)
	for i := range gains {
		for j := i; j < k; j++ {
			at, decay := i*k+j, gains[i]*gains[j]
			if i != j {
				decay *= f.decays
			}
			if !f.spec.Network.Whitens {
				decay *= m[at]
			}
			m[at] = flushed(m[at] + float64(alpha*(hebbian[at]-decay)))
			m[j*k+i] = m[at]
		}
	}
}

// tiny is the size below which a weight is set to 0. Decaying weights never reach 0: they
// become denormal numbers, which are slow, and so do the products of two weights below the
// root of the smallest normal number.
const tiny = 1e-150

func flushed(v float64) float64 {
	if math.Abs(v) < tiny {
		return 0
	}
	return v
}

// StepCount returns the number of iterations made.
func (f *Flow) StepCount() int { return f.steps }

// Weights returns a copy of W [K×N], in the basis in which it was given.
func (f *Flow) Weights() *mat.Dense { return f.basis.expand(f.w) }

// M returns a copy of M [K×K], scales on the diagonal; of a cascade the lower
// triangle, which is all that it has.
func (f *Flow) M() *mat.Dense {
	m := mat.DenseCopyOf(f.m)
	if k, _ := m.Dims(); f.cascades {
		for i := range k {
			clear(m.RawRowView(i)[i+1:])
		}
	}
	return m
}

// Filter returns F [K×N]. It returns an error as Step does.
func (f *Flow) Filter() (*mat.Dense, error) {
	if err := f.filter(); err != nil {
		return nil, err
	}
	return f.basis.expand(f.f), nil
}

// Error returns E_Pro(Û_K) against the top K eigenvectors of G, in a form that
// does not cancel: see subspace.ProcrustesError. It is NaN if the flow has
// diverged.
func (f *Flow) Error() float64 {
	if f.filter() != nil {
		return math.NaN()
	}
	estimate := mat.DenseCopyOf(f.f.T())
	if f.spec.Network.Spans {
		var sum float64 // of ‖û − u‖² of the unit vectors at each principal angle
		for _, angle := range subspace.PrincipalAngles(estimate, f.basis.principal) {
			half := 2 * math.Sin(angle/2)
			sum += float64(half * half)
		}
		return sum / float64(len(f.spec.Gains))
	}
	estimate.Apply(func(_, i int, v float64) float64 {
		v /= f.spec.Gains[i]
		if f.spec.Network.Whitens {
			v *= math.Sqrt(f.basis.top[i])
		}
		return v
	}, estimate)
	return subspace.ProcrustesError(estimate, f.basis.principal)
}
