package random

import "math"

// Normals fills dst with the first len(dst) standard normals of a step. It does
// not allocate, and a shorter draw of the same step is a prefix of a longer one.
//
// The 64 bits of word i serve as the layer (bits 0–7), the sign (bit 8) and the
// position inside the layer (bits 12–63); edge[l] is the width of layer l and
// edge[l+1] that of its part which lies wholly under the curve.
func (s Stream) Normals(dst []float64, step uint64) { s.NormalRows([][]float64{dst}, step) }

// NormalRows fills each row as Normals does, the first one with the normals of the step first,
// the second one with those of the next step, and so on. Together it takes less time.
func (s Stream) NormalRows(rows [][]float64, first uint64) {
	if assembly {
		s.normalRows(rows, first)
		return
	}
	for i, row := range rows {
		s.normalsReference(row, first+uint64(i))
	}
}

// normalsReference draws the normals one by one, in plain Go.
func (s Stream) normalsReference(dst []float64, step uint64) {
	first := s.words(step)
	words := first
	for i := range dst {
		word := words.next()
		x, layer := position(word)
		if x >= edge[layer+1] {
			side := first.side(uint64(i))
			dst[i] = side.edgeNormal(word)
			continue
		}
		dst[i] = withSign(x, word)
	}
}

// position returns where in which layer the point of a word is.
func position(word uint64) (x float64, layer uint64) {
	layer = word & (layers - 1)
	return float64(int64(word>>12)) * 0x1p-52 * edge[layer], layer
}

// edgeNormal finishes the normal whose first word fell outside the part of its
// layer that is accepted at once: into a wedge or into the tail. Where that
// word has to be rejected, the next ones come from q.
func (q *sequence) edgeNormal(word uint64) float64 {
	for ; ; word = q.next() {
		x, layer := position(word)
		if x < edge[layer+1] {
			return withSign(x, word)
		}
		if layer == 0 {
			return withSign(q.tail(), word)
		}
		// A point at a random height in the wedge of the layer, kept if it is under the curve.
		height01 := q.open01()
		above, near := wedges[layer].above(x, height01), wedges[layer].near
		if above < -near || above <= near && math.FMA(height01, height[layer+1]-height[layer], height[layer]) < exp(-0.5*x*x) {
			return withSign(x, word)
		}
	}
}

// wedge is a parabola that is near to the curve between the ends of a layer's wedge. It decides
// nearly all points; few are so near to it that they need the curve itself. Heights are those above
// the layer's lower edge, and parts of the layer's height.
type wedge struct {
	outer, perWidth float64
	bend            float64
	near            float64 // more than what the curve is off
}

// wedges are those of all layers. Layer 0, which has a tail, is decided by none.
var wedges = func() (w [layers]wedge) {
	w[0].near = math.Inf(1)
	for l := 1; l < layers; l++ {
		rise, width, middle := height[l+1]-height[l], edge[l]-edge[l+1], (edge[l]+edge[l+1])/2
		// The second derivative in the middle is the bend. The third one is at most 1.4.
		bend := (1 - float64(middle*middle)) * exp(-0.5*middle*middle) * width * width / 2
		const rounding = 1e-10
		w[l] = wedge{edge[l], 1 / width, bend / rise, 1.4/16*width*width*width/rise + rounding}
	}
	return w
}()

// above returns by how much a point at x is above the parabola.
func (w *wedge) above(x, height01 float64) float64 {
	t := float64((w.outer - x) * w.perWidth)
	return height01 - float64(t*(1+float64((1-t)*w.bend)))
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
