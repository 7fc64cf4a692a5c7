package synapse

// CallFewWeights sets up to how many weights a projection is altered as a whole, until
// restore is called.
func CallFewWeights(n int) (restore func()) {
	before := fewWeights
	fewWeights = n
	return func() { fewWeights = before }
}
