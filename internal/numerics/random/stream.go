package random

import (
	"math"
	"math/bits"
)

// A Stream is one keyed stream of random numbers, divided into steps. It is a
// value without state and may be used by many goroutines at the same time.
type Stream struct {
	key uint64
}

// New returns the stream of one purpose ("stimulus", "rotation", "shuffle", …)
// in one trial of the experiment with this seed. Streams that differ in any of
// the three are independent.
func New(seed, trial uint64, purpose string) Stream {
	return Stream{absorb(absorb(absorb(0, seed), trial), fnv1a(purpose))}
}

// words returns the words of one step.
func (s Stream) words(step uint64) sequence {
	return sequence{absorb(s.key, step)}
}

// A sequence is a SplitMix64 generator: a counter and a mixer.
type sequence struct {
	counter uint64
}

// side returns the further words that belong to number i of a step with these words.
func (q sequence) side(i uint64) sequence { return sequence{absorb(^q.counter, i)} }

// goldenGamma is 2⁶⁴/φ, the increment of SplitMix64.
const goldenGamma = 0x9e3779b97f4a7c15

// next returns the next word.
func (q *sequence) next() uint64 {
	q.counter += goldenGamma
	return mix(q.counter)
}

// skip passes over n words.
func (q *sequence) skip(n uint64) { q.counter += n * goldenGamma }

// open01 returns the next number, uniform in the open interval (0, 1).
func (q *sequence) open01() float64 {
	return float64(q.next()>>11|1) * 0x1p-53
}

// below returns the next integer, uniform in [0, n), without bias: Lemire's
// multiplication, which rejects the few words that would favour some results.
func (q *sequence) below(n uint64) uint64 {
	high, low := bits.Mul64(q.next(), n)
	if low < n {
		for unfair := -n % n; low < unfair; {
			high, low = bits.Mul64(q.next(), n)
		}
	}
	return high
}

// Chances sets dst[i] to whether event i of a step happens, of those that have the
// given probability in [0, 1].
func (s Stream) Chances(dst []bool, probability float64, step uint64) {
	words := s.words(step)
	below := uint64(math.Ceil(probability * 0x1p53))
	for i := range dst {
		dst[i] = words.next()>>11 < below
	}
}

// Permutation returns a uniformly random permutation of 0 … n−1, the one that
// belongs to this step.
func (s Stream) Permutation(n int, step uint64) []int {
	words := s.words(step)
	p := make([]int, n)
	for i := range p {
		j := int(words.below(uint64(i) + 1))
		p[i] = p[j]
		p[j] = i
	}
	return p
}

// absorb chains one more word to a key. It is one-to-one in each argument.
func absorb(key, word uint64) uint64 {
	return mix((key ^ word) + goldenGamma)
}

// mix is the finaliser of SplitMix64 (Stafford's variant 13): a one-to-one map
// in which every bit of the argument changes half of the result's bits.
func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// fnv1a is the 64-bit FNV-1a hash of a text.
func fnv1a(text string) uint64 {
	h := uint64(0xcbf29ce484222325)
	for i := range len(text) {
		h = (h ^ uint64(text[i])) * 0x100000001b3
	}
	return h
}

// Uniforms fills dst with independent numbers, uniform in the open interval
// (0, 1), those that belong to this step.
func (s Stream) Uniforms(dst []float64, step uint64) {
	words := s.words(step)
	for i := range dst {
		dst[i] = words.open01()
	}
}

// Indices fills dst with independent integers, uniform in [0, n), those that
// belong to this step. It panics unless n is positive.
func (s Stream) Indices(dst []int, n int, step uint64) {
	if n <= 0 {
		panic("random: indices of nothing")
	}
	words := s.words(step)
	for i := range dst {
		dst[i] = int(words.below(uint64(n)))
	}
}
