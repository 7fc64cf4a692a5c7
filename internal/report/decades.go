package report

import (
	"fmt"
	"math"

	"gonum.org/v1/plot"
)

// decades are the ticks of a logarithmic axis: labelled ones at powers of ten, as many as fit, and
// small ones between.
type decades struct{}

// fewDecades is the largest number of decades that are divided further.
const fewDecades = 7

// Ticks implements plot.Ticker.
func (decades) Ticks(low, high float64) []plot.Tick {
	const slack = 1e-9
	first, last := int(math.Ceil(math.Log10(low)-slack)), int(math.Floor(math.Log10(high)+slack))
	every := 1 + (last-first)/10
	var ticks []plot.Tick
	for d := first - 1; d <= last; d++ {
		power := math.Pow(10, float64(d))
		if d >= first {
			tick := plot.Tick{Value: power}
			if d%every == 0 {
				tick.Label = fmt.Sprintf("1e%d", d)
			}
			ticks = append(ticks, tick)
		}
		if last-first > fewDecades {
			continue
		}
		for digit := 2.; digit < 10; digit++ {
			if v := digit * power; v > low && v < high {
				ticks = append(ticks, plot.Tick{Value: v})
			}
		}
	}
	return ticks
}
