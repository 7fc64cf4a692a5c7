package random

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
