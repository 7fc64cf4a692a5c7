package stimulus

// together is how many stimuli are drawn together, so that each column that they are made
// of is fetched once for all of them: where the columns do not fit a cache, that is what
// takes longest.
const together = 4

// batch is stimuli that were drawn together, and which of them come next.
type batch struct {
	step    uint64      // number of the last stimulus that was yielded
	stimuli [][]float64 // [together][N]
	yielded int         // how many of them were
}

// newBatch returns a batch of stimuli of n inputs, before the first of them.
func newBatch(n int) batch { return batch{stimuli: newVectors(together, n), yielded: together} }

// newVectors returns count vectors [n].
func newVectors(count, n int) [][]float64 {
	all, numbers := make([][]float64, count), make([]float64, count*n)
	for i := range all {
		all[i] = numbers[i*n : (i+1)*n : (i+1)*n]
	}
	return all
}

// used reports whether all stimuli of the batch were yielded: the next ones, from number
// step+1 on, are to be drawn.
func (b *batch) used() bool { return b.yielded == len(b.stimuli) }

// yield fills x with the next stimulus of the batch.
func (b *batch) yield(x []float64) {
	copy(x, b.stimuli[b.yielded])
	b.yielded++
	b.step++
}

// Step returns the number of the last stimulus, 0 before the first one.
func (b *batch) Step() uint64 { return b.step }

// Seek makes the source go on after stimulus number step. It never fails.
func (b *batch) Seek(step uint64) error {
	b.step, b.yielded = step, len(b.stimuli)
	return nil
}

// after panics if a source has not yielded any stimulus: then there is nothing to say of
// the last one.
func (b *batch) after(what string) uint64 {
	if b.step == 0 {
		panic("stimulus: " + what + " before the first stimulus")
	}
	return b.step
}
