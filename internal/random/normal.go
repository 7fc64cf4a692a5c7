package random

//go:generate go run gen/main.go

import "math"

// Normals fills dst with the first len(dst) standard normals of a step. It does
// not allocate, and a shorter draw of the same step is a prefix of a longer one.
//
// The 64 bits of word i serve as the layer (bits 0–7), the sign (bit 8) and the
// position inside the layer (bits 12–63); edge[l] is the width of layer l and
// edge[l+1] that of its part which lies wholly under the curve.
func (s Stream) Normals(dst []float64, step uint64) {
	if assembly {
		s.normalsBatch(dst, step)
	} else {
		s.normalsReference(dst, step)
	}
}

// normalsReference draws the normals one by one, in plain Go.
func (s Stream) normalsReference(dst []float64, step uint64) {
	words := s.words(step)
	for i := range dst {
		word := words.next()
		layer := word & (layers - 1)
		x := float64(int64(word>>12)) * 0x1p-52 * edge[layer]
		if x >= edge[layer+1] {
			side := s.side(step, uint64(i))
			dst[i] = side.edgeNormal(word)
			continue
		}
		dst[i] = withSign(x, word)
	}
}

// rounding is more than what rounding changes in a number of the size of 1.
const rounding = 1e-12

// edgeNormal finishes the normal whose first word fell outside the part of its
// layer that is accepted at once: into a wedge or into the tail. Where that
// word has to be rejected, the next ones come from q.
func (q *sequence) edgeNormal(word uint64) float64 {
	for ; ; word = q.next() {
		layer := word & (layers - 1)
		x := float64(int64(word>>12)) * 0x1p-52 * edge[layer]
		if x < edge[layer+1] {
			return withSign(x, word)
		}
		if layer == 0 {
			return withSign(q.tail(), word)
		}
		// The wedge: a point at a random height in the layer, kept if it
		// is under the curve.
		rise, width := height[layer+1]-height[layer], edge[layer]-edge[layer+1]
		y := math.FMA(q.open01(), rise, height[layer])
		// The chord of the wedge is as near to the curve as its second derivative, at most 1,
		// says. Few points are so near that they need the curve itself.
		above := y - (height[layer] + float64((edge[layer]-x)/width*rise))
		near := float64(width*width/8) + rounding
		if above < -near || above <= near && y < exp(-0.5*x*x) {
			return withSign(x, word)
		}
	}
}

// tail returns a normal conditioned on being larger than edge[1], the start of
// the tail, by Marsaglia's method.
func (q *sequence) tail() float64 {
	for {
		beyond := -log(q.open01()) / edge[1]
		if -2*log(q.open01()) >= float64(beyond*beyond) {
			return edge[1] + beyond
		}
	}
}

// withSign returns x ≥ 0 with the sign that bit 8 of a word gives it.
func withSign(x float64, word uint64) float64 {
	return math.Float64frombits(math.Float64bits(x) | word<<55&(1<<63))
}
