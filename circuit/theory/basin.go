package theory

import "gonum.org/v1/gonum/mathext"

// Confidence is that of each bound of a Basin.
const Confidence = 0.95

// FewFailures is the probability of failure that a number of turns may have to be called enough, and
// EnoughStarts the least number of starts that bound it so, if none of them fails. With more than
// ManyOutputs a start takes a second and more, and a search takes FewStarts, which bound it by 0.14.
const (
	FewFailures  = 0.05
	EnoughStarts = 59
	FewStarts    = 20
	ManyOutputs  = 10
)

// Basin is what random starts say of the probability that the flow from a start of a circuit does not
// find all components.
type Basin struct {
	Starts int // how many there were
	Failed int // of these, how many ended in a state with M_o ≠ 0, escaped or go on oscillating
	Open   int // how many came to no rest in their time; they may fail or be slow
}

// Most returns the largest probability of failure that the starts leave open, the exact bound of
// Clopper and Pearson with Confidence. Starts that are open count as failures.
func (b Basin) Most() float64 {
	k := b.Failed + b.Open
	if k >= b.Starts {
		return 1
	}
	return mathext.InvRegIncBeta(float64(k+1), float64(b.Starts-k), Confidence)
}

// Least returns the smallest probability of failure that the starts leave open, with Confidence. Starts
// that are open do not count as failures.
func (b Basin) Least() float64 {
	if b.Failed == 0 {
		return 0
	}
	return mathext.InvRegIncBeta(float64(b.Failed), float64(b.Starts-b.Failed+1), 1-Confidence)
}

// Enough reports whether the probability of failure is bounded by FewFailures.
func (b Basin) Enough() bool { return b.Most() <= FewFailures }
