package activity

import (
	"fmt"

	"gonum.org/v1/gonum/mat"
)

// Purity returns the fraction of stimuli whose label is the most common one among those with
// the same winner, the most active of the outputs Y [T×K]: 1 where every output wins for one
// label only, and the frequency of the most common label where one output always wins. Of
// equal outputs the first wins. A stimulus for which no output is above 0 has no winner, and
// lowers the purity.
//
// The labels [T] are 0 to below clusters. Purity is NaN if Y is not finite. It panics unless
// there is one label for each stimulus.
func Purity(y mat.Matrix, labels []int, clusters int) float64 {
	t, k := dims(y)
	if len(labels) != t {
		panic(fmt.Sprintf("activity: %d labels of %d stimuli", len(labels), t))
	}
	if !finite(y) {
		return nan
	}
	counts := make([][]int, k)
	for j := range counts {
		counts[j] = make([]int, clusters)
	}
	for i, label := range labels {
		winner, most := -1, 0.0
		for j := range k {
			if v := y.At(i, j); v > most {
				winner, most = j, v
			}
		}
		if winner >= 0 {
			counts[winner][label]++
		}
	}
	pure := 0
	for _, count := range counts {
		most := 0
		for _, n := range count {
			most = max(most, n)
		}
		pure += most
	}
	return float64(pure) / float64(t)
}
