package subspace

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// PrincipalAngles returns the K angles θ_1 ≤ … ≤ θ_K, in radians between 0 and
// π/2, between the columns of the estimate Û [N×K] and those of the reference
// U_K [N×K]. They are accurate to about 1e-15 near 0 as near π/2, to 1e-14 for
// ten thousand inputs. Each dimension that a rank-deficient Û lacks counts as
// an angle of π/2.
//
// It returns K times NaN if a matrix is not finite and panics if the shapes
// differ or K > N.
func PrincipalAngles(estimate, reference mat.Matrix) []float64 {
	_, angles := ProjectorErrorAndAngles(estimate, reference)
	return angles
}

// principalAngles is PrincipalAngles of spans.
func principalAngles(a, b *mat.Dense) []float64 {
	_, k := a.Dims()
	// A cosine says little about an angle near 0, a sine little near π/2;
	// the two together are accurate everywhere.
	var cross mat.Dense
	cross.Mul(a.T(), b)
	var cosines, sines mat.SVD
	if !cosines.Factorize(&cross, mat.SVDNone) || !sines.Factorize(outside(b, a), mat.SVDNone) {
		return undefined(k)
	}
	c, s := cosines.Values(nil), sines.Values(nil)
	slices.Reverse(s) // the smallest sine belongs to the largest cosine
	angles := make([]float64, k)
	for i := range angles {
		angles[i] = math.Atan2(s[i], c[i])
	}
	return angles
}

// Alignment returns for each component k the |cos| of the angle between column
// k of the estimate Û [N×K] and column k of the reference U_K [N×K]: 1 where
// the circuit found the component up to sign and scale, 0 where it found
// something orthogonal or where the column is zero. E_Pro does not depend on it: two
// exchanged columns score 0 here and have no error there. (The paper's "subspace alignment
// error" is E_Pro: ProcrustesError.)
//
// It returns K times NaN if a matrix is not finite and panics if the shapes
// differ or K > N.
func Alignment(estimate, reference mat.Matrix) []float64 {
	k := checkPair(estimate, reference)
	if !finite(estimate, reference) {
		return undefined(k)
	}
	s := borrow()
	defer s.giveBack()
	n, _ := estimate.Dims()
	x, _ := s.table(0, estimate).Padded()
	y, _ := s.table(1, reference).Padded()
	numbers := s.numbers(3 * k)
	both, one, other := numbers[:k], numbers[k:2*k], numbers[2*k:]
	for j := 0; j < k; j += 2 { // two columns at a time, for an addition waits for the one before
		l := min(j+1, k-1)
		var bothJ, oneJ, otherJ, bothL, oneL, otherL float64
		for i := 0; i < n*k; i += k {
			v, w, a, b := x[i+j], y[i+j], x[i+l], y[i+l]
			bothJ += float64(v * w)
			oneJ += float64(v * v)
			otherJ += float64(w * w)
			bothL += float64(a * b)
			oneL += float64(a * a)
			otherL += float64(b * b)
		}
		both[j], one[j], other[j] = bothJ, oneJ, otherJ
		both[l], one[l], other[l] = bothL, oneL, otherL
	}
	cosines := make([]float64, k)
	for j := range cosines {
		if !(min(one[j], other[j]) > tiny && max(one[j], other[j]) < 1/tiny) { // squares that have lost digits
			a, b := mat.Col(nil, j, estimate), mat.Col(nil, j, reference)
			unit(a)
			unit(b)
			both[j], one[j], other[j] = floats.Dot(a, b), 1, 1
		}
		cosines[j] = min(1, math.Abs(both[j])/(math.Sqrt(one[j])*math.Sqrt(other[j])))
	}
	return cosines
}

// tiny is a sum of squares none of whose terms that count is a denormal number.
const tiny = 1e-280

// UnorderedAlignment is Alignment for networks whose outputs find components in any order.
// It pairs each component with one column of the estimate: the pair with the largest |cos|
// first, then the largest of the remaining ones, each column and each component once.
func UnorderedAlignment(estimate, reference mat.Matrix) []float64 {
	k := checkPair(estimate, reference)
	if !finite(estimate, reference) {
		return undefined(k)
	}
	var products mat.Dense // [component×column]
	products.Mul(unitColumns(reference).T(), unitColumns(estimate))
	cosines, taken := make([]float64, k), make([]bool, k)
	for i := range cosines {
		cosines[i] = -1
	}
	for range k {
		component, column, largest := 0, 0, -1.0
		for i := range k {
			for j := range k {
				if v := math.Abs(products.At(i, j)); cosines[i] < 0 && !taken[j] && v > largest {
					component, column, largest = i, j, v
				}
			}
		}
		cosines[component], taken[column] = min(1, largest), true
	}
	return cosines
}
