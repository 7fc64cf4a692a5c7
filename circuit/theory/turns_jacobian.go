package theory

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"
)

// filter computes M and the filters F_t of all turns from z: F_t = M_d⁻¹(W − M_o F_{t−1}).
// It returns F [K×n], that of the last turn.
func (f *turnsFlow) filter(z []float64) []float64 {
	f.fillM(z)
	var before []float64
	for _, now := range f.turns {
		for i := range f.k {
			row := now[i*f.n : (i+1)*f.n]
			copy(row, z[i*f.n:])
			if before != nil {
				for j, v := range f.m[i*f.k : (i+1)*f.k] {
					if j != i {
						subtract(row, v, before[j*f.n:])
					}
				}
			}
			inverse := 1 / f.m[i*f.k+i]
			for c := range row {
				row[c] *= inverse
			}
		}
		before = now
	}
	return before
}

// subtract subtracts v x from row.
func subtract(row []float64, v float64, x []float64) {
	for c, u := range x[:len(row)] {
		row[c] -= v * u
	}
}

// jacobian returns the derivative of the rates at z. A change of W_ic changes F by B_i, the
// column i of B, along c. A change of M_ij reaches F through every turn t that it takes part in:
//
//	δF = −Σ_t C_t (δM_o F_{t−1} + δM_d F_t),   C_t = (−A)^{S−1−t} M_d⁻¹
//
// which are products of a column of C_t and a row of a filter.
func (f *turnsFlow) jacobian(z []float64) *mat.Dense {
	k, n, d := f.k, f.n, f.size()
	filter := f.filter(z)
	gains := f.remainders()
	driven := make([]float64, k*n) // F G
	for i := range k {
		for c, g := range f.g {
			driven[i*n+c] = g * filter[i*n+c]
		}
	}
	hebbian := make([][]float64, f.Count) // F_t G Fᵀ [K×K]
	for t, x := range f.turns {
		hebbian[t] = make([]float64, k*k)
		product(hebbian[t], x, driven, k, n, k, false)
	}
	j := mat.NewDense(d, d, nil)
	raw := j.RawMatrix().Data
	b := f.response(z)
	for i := range k {
		for c, g := range f.g {
			column := raw[i*n+c:]
			for l := range k {
				column[(l*n+c)*d] = g * b[l*k+i]
				at := f.entry(l, l)
				for p := l; p < k; p++ {
					column[(at+p-l)*d] = (b[l*k+i]*driven[p*n+c] + driven[l*n+c]*b[p*k+i]) / f.Tau
				}
			}
			column[(i*n+c)*d]--
		}
	}
	change, square := make([]float64, k*n), make([]float64, k*k) // δF, δF G Fᵀ
	reach := func(t, i, to, row int) {                           // column i of C_t, times a row of the filter of turn to
		for l := range k {
			v := gains[t][l*k+i]
			subtract(change[l*n:(l+1)*n], v, f.turns[to][row*n:])
			subtract(square[l*k:(l+1)*k], v, hebbian[to][row*k:])
		}
	}
	for i := range k {
		for p := i; p < k; p++ {
			clear(change)
			clear(square)
			for t := range f.Count {
				switch {
				case i == p:
					reach(t, i, t, i)
				case t > 0:
					reach(t, i, t-1, p)
					reach(t, p, t-1, i)
				}
			}
			at := f.entry(i, p)
			column := raw[at:]
			for l := range k {
				for c, g := range f.g {
					column[(l*n+c)*d] = g * change[l*n+c]
				}
				entry := f.entry(l, l)
				for q := l; q < k; q++ {
					column[(entry+q-l)*d] = (square[l*k+q] + square[q*k+l]) / f.Tau
				}
			}
			column[at*d] -= f.decay(i, p, 1) / f.Tau
		}
	}
	return j
}

// remainders returns C_t = (−A)^{S−1−t} M_d⁻¹ [K×K] of all turns t, which are symmetric, at the M
// of the last filter.
func (f *turnsFlow) remainders() [][]float64 {
	k := f.k
	all := make([][]float64, f.Count)
	for t := f.Count - 1; t >= 0; t-- {
		all[t] = make([]float64, k*k)
		for i := range k {
			if t == f.Count-1 {
				all[t][i*k+i] = 1 / f.m[i*k+i]
				continue
			}
			for j, v := range f.m[i*k : (i+1)*k] {
				if j != i {
					subtract(all[t][i*k:(i+1)*k], v/f.m[i*k+i], all[t+1][j*k:])
				}
			}
		}
	}
	return all
}

// polish moves z to the fixed point near it, by steps of Newton that start as steps of an
// implicit Euler method and so prefer what is stable. A step after which the rates are much
// larger is made shorter. It reports whether it found one; it gives up where the filter changes
// by more than the fraction far of its largest entry.
func (f *turnsFlow) polish(z []float64, far float64) bool {
	d := len(z)
	r, step, next := make([]float64, d), make([]float64, d), make([]float64, d)
	start := append([]float64(nil), f.answer(z)...)
	f.rates(r, z)
	for range 25 {
		size := largest(r)
		switch {
		case size-size != 0:
			return false
		case size <= 1e-14*(1+largest(z)):
			return true
		}
		j := f.jacobian(z)
		shift := size
		for tries := 0; ; tries++ {
			if tries == 3 {
				return size <= 1e-11*(1+largest(z))
			}
			copy(step, r)
			solveShifted(j, shift, step)
			for i, v := range step {
				next[i] = z[i] - v
			}
			f.rates(r, next)
			if f.positive(next) && largest(r) <= 100*size {
				break
			}
			f.rates(r, z)
			shift *= 8
		}
		copy(z, next)
		if apart(start, f.answer(z)) > far*largest(start) {
			return false
		}
	}
	return largest(r) <= 1e-11*(1+largest(z))
}

// solveShifted replaces r by (J − shift)⁻¹ r. Where that is singular, r is what its factors give:
// the next residual shows it.
func solveShifted(j *mat.Dense, shift float64, r []float64) {
	d := len(r)
	lu := mat.DenseCopyOf(j).RawMatrix()
	for i := range d {
		lu.Data[i*d+i] -= shift
	}
	pivots := make([]int, d)
	lapack64.Getrf(lu, pivots)
	lapack64.Getrs(blas.NoTrans, lu, blas64.General{Rows: d, Cols: 1, Stride: 1, Data: r}, pivots)
}

// largest returns the largest of the absolute values, NaN if one is.
func largest(v []float64) float64 {
	size := 0.
	for _, x := range v {
		if x != x {
			return x
		}
		size = max(size, math.Abs(x))
	}
	return size
}

func apart(a, b []float64) float64 {
	most := 0.
	for i := range a {
		most = max(most, math.Abs(a[i]-b[i]))
	}
	return most
}
