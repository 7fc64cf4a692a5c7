package kernel

import "math"

// Sum accumulates a canonical dot product one term at a time. Its zero value
// is an empty sum. Terms may be left out: if signals are finite, a missing term gives the
// same bits as a term whose weight is zero. So the literal executor skips an absent synapse,
// and the compiled one stores a zero.
type Sum struct {
	lane [4]float64
}

// Add adds a·b as element i of the dot product.
func (s *Sum) Add(i int, a, b float64) {
	s.lane[i&3] = fma(a, b, s.lane[i&3])
}

// Total returns (s0+s1)+(s2+s3). The final + 0 turns a negative zero, which
// underflow can leave behind, into the positive zero of an empty sum.
func (s *Sum) Total() float64 {
	return total(s.lane[0], s.lane[1], s.lane[2], s.lane[3])
}

func total(s0, s1, s2, s3 float64) float64 {
	return ((s0 + s1) + (s2 + s3)) + 0
}

// Dot returns the canonical dot product of a and b, which must have the same
// length.
func Dot(a, b []float64) float64 {
	if len(a) != len(b) {
		panic("kernel: Dot of vectors of different lengths")
	}
	return dot(a, b)
}

// dotReference is Dot in plain Go.
func dotReference(a, b []float64) float64 {
	var sum Sum
	sum.addAll(a, b)
	return sum.Total()
}

// addAll adds the products of a and b, whose first element goes to number 0.
func (s *Sum) addAll(a, b []float64) {
	s0, s1, s2, s3 := s.lane[0], s.lane[1], s.lane[2], s.lane[3]
	for len(a) >= 4 && len(b) >= 4 {
		s0 = fma(a[0], b[0], s0)
		s1 = fma(a[1], b[1], s1)
		s2 = fma(a[2], b[2], s2)
		s3 = fma(a[3], b[3], s3)
		a, b = a[4:], b[4:]
	}
	switch len(a) {
	case 3:
		s2 = fma(a[2], b[2], s2)
		fallthrough
	case 2:
		s1 = fma(a[1], b[1], s1)
		fallthrough
	case 1:
		s0 = fma(a[0], b[0], s0)
	}
	s.lane = [4]float64{s0, s1, s2, s3}
}

// AddSizes adds to sums [rows] the sum of the sizes of the elements of each row of w [rows×stride], in the order of Sum. The
// stride is a multiple of four.
func AddSizes(sums, w []float64, stride int) {
	for i := range sums {
		var s0, s1, s2, s3 float64
		for row := w[i*stride:][:stride]; len(row) >= 4; row = row[4:] {
			s0 += math.Abs(row[0])
			s1 += math.Abs(row[1])
			s2 += math.Abs(row[2])
			s3 += math.Abs(row[3])
		}
		sums[i] += total(s0, s1, s2, s3)
	}
}
