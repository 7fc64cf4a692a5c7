package dataset

import "slices"

// Suspicious is an input that is probably no measurement, and why: an index, a time or a
// subject number is often read as data by mistake.
type Suspicious struct {
	Input      int
	Increasing bool    // each value is above the one before it
	Share      float64 // of the total variance, if that is most of it; else 0
}

const (
	fewRows      = 10   // values in increasing order that chance would hardly make
	mostVariance = 0.5  // share of the total variance that is most of it,
	beyondOthers = 10.0 // if it is this many times that of any other input
)

// Suspicious returns the columns that were probably not meant as inputs.
func (s *Summary) Suspicious() (found []Suspicious) {
	if s.Inputs < 3 {
		return nil
	}
	total, second, largest := 0.0, 0.0, 0
	for i := range s.Variances {
		total += s.Variances[i]
		if s.Variances[i] > s.Variances[largest] {
			largest = i
		}
	}
	for i, v := range s.Variances {
		if i != largest {
			second = max(second, v)
		}
	}
	share := 0.0
	if v := s.Variances[largest]; v > mostVariance*total && v > beyondOthers*second {
		share = v / total
	}
	for i := range s.Inputs {
		one := Suspicious{Input: i, Increasing: s.Rows >= fewRows && slices.Contains(s.increasing, i)}
		if i == largest {
			one.Share = share
		}
		if one.Increasing || one.Share > 0 {
			found = append(found, one)
		}
	}
	return found
}

// Constant returns the inputs that have one value in all stimuli.
func (s *Summary) Constant() []int { return s.constant }
