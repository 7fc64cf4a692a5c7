package reproduce

import (
	"math"
	"testing"
)

// What S turns leave out is of order S in M_o: with a tenth of the lateral weights the error is
// 10^-S of what it was, up to the next order.
func TestTruncationHasItsOrder(t *testing.T) {
	for _, turns := range truncationTurns {
		for trial := range uint64(3) {
			small, err := truncated(turns, 1e-3, 1, trial)
			if err != nil {
				t.Fatal(err)
			}
			large, err := truncated(turns, 1e-2, 1, trial)
			if err != nil {
				t.Fatal(err)
			}
			if order := math.Log10(large / small); math.Abs(order-float64(turns)) > 0.05 {
				t.Errorf("%d turns, trial %d: order %v", turns, trial, order)
			}
		}
	}
}
