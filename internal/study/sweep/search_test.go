package sweep

import (
	"math"
	"testing"
)

// Where the function has no value inside of the range, golden section goes to the end that has one.
func TestGoldenSectionGoesToWhatIsFinite(t *testing.T) {
	for _, least := range []float64{0.05, 0.95} {
		best := math.Inf(1)
		err := goldenSection(1e-3, func(u float64) (float64, error) {
			if math.Abs(u-least) > 0.1 {
				return math.Inf(1), nil
			}
			best = min(best, math.Abs(u-least))
			return math.Abs(u - least), nil
		})
		if err != nil || best > 1e-3 {
			t.Errorf("least at %v: the best is %v beside it (%v)", least, best, err)
		}
	}
}
