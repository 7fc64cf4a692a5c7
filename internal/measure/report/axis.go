package report

import (
	"fmt"
	"math"
	"strconv"

	"gonum.org/v1/plot"
)

// Axis is the values of a swept key.
type Axis struct {
	Label  string
	Values []float64 // ascending; nil if the values are names
	Names  []string  // of all values
	Log    bool
}

// Wide reports whether the finite ones of some values are positive and span more than a factor of five, so that a
// logarithmic axis suits them.
func Wide(values []float64) bool {
	low, high := math.Inf(1), 0.0
	for _, v := range values {
		if v-v == 0 {
			low, high = min(low, v), max(high, v)
		}
	}
	return low > 0 && high > 5*low
}

// logTicks are the ticks of a logarithmic axis: labelled ones at powers of ten, as many as fit, and
// small ones between. With fewer than two decades, numbers between them are labelled too.
type logTicks struct{}

// fewDecades is the largest number of decades that are divided further.
const fewDecades = 7

// slack is how far a power of ten may be beyond the end of an axis, in decades.
const slack = 1e-9

// linearTicks are the ticks of an axis that is not logarithmic: multiples of 1, 2 or 5 times a power of ten.
type linearTicks struct{}

// stepOf returns the distance of labels.
func stepOf(low, high float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10((high-low)/4)))
	for _, digit := range []float64{1, 2, 5} {
		if digit*power*6 >= high-low {
			return digit * power
		}
	}
	return 10 * power
}

// Ticks implements plot.Ticker.
func (linearTicks) Ticks(low, high float64) []plot.Tick {
	step := stepOf(low, high)
	if !(step > 0) || low+step == low || high+step == high || math.IsInf(high-low, 0) {
		return plot.DefaultTicks{}.Ticks(low, high)
	}
	digits := max(0, -int(math.Floor(math.Log10(step)+slack)))
	var ticks []plot.Tick
	for i := math.Ceil(low/step*2 - slack); i <= math.Floor(high/step*2+slack); i++ {
		tick := plot.Tick{Value: i * step / 2}
		if math.Mod(i, 2) == 0 {
			tick.Value = i/2*step + 0 // never −0
			if tick.Label = strconv.FormatFloat(tick.Value, 'f', digits, 64); math.Abs(tick.Value) >= 1e6 || digits > 4 {
				tick.Label = strconv.FormatFloat(tick.Value, 'g', 4, 64)
			}
		}
		ticks = append(ticks, tick)
	}
	return ticks
}

// every returns how many decades lie between labels.
func every(first, last int) int { return 1 + (last-first)/10 }

// Ticks implements plot.Ticker.
func (logTicks) Ticks(low, high float64) []plot.Tick {
	first, last := int(math.Ceil(math.Log10(low)-slack)), int(math.Floor(math.Log10(high)+slack))
	var ticks []plot.Tick
	for d := first - 1; d <= last; d++ {
		power := math.Pow(10, float64(d))
		if d >= first {
			tick := plot.Tick{Value: power}
			if (d-first)%every(first, last) == 0 {
				tick.Label = powerOfTen(d)
			}
			ticks = append(ticks, tick)
		}
		if last-first > fewDecades {
			continue
		}
		for digit := 2.; digit < 10; digit++ {
			if v := digit * power; v > low*(1-slack) && v < high*(1+slack) {
				tick := plot.Tick{Value: v}
				if math.Log10(high/low) < 2 && (digit == 2 || digit == 5) {
					tick.Label = fmt.Sprintf("%.3g", v)
				}
				ticks = append(ticks, tick)
			}
		}
	}
	return ticks
}

// powerOfTen returns a power of ten as a label.
func powerOfTen(d int) string {
	if -3 <= d && d <= 3 {
		return strconv.FormatFloat(math.Pow(10, float64(d)), 'f', -1, 64)
	}
	return fmt.Sprintf("1e%d", d)
}

// reach moves the lower end of an axis down to a tick with a label, so that no curve is below the last number.
func reach(a *plot.Axis) {
	if _, logarithmic := a.Tick.Marker.(logTicks); logarithmic {
		reachDecade(a)
		return
	}
	if _, linear := a.Tick.Marker.(linearTicks); !linear || a.Max <= a.Min {
		return
	}
	for range 3 { // the step grows with the range, hardly ever twice
		step := stepOf(a.Min, a.Max)
		if low := step * math.Floor(a.Min/step+slack); low > math.Inf(-1) {
			a.Min = low
		}
	}
}

// reachDecade is reach for a logarithmic axis.
func reachDecade(a *plot.Axis) {
	if !(a.Min > 0) || a.Max <= a.Min || math.IsInf(a.Max, 0) {
		return
	}
	d := int(math.Floor(math.Log10(a.Min) + slack))
	power := math.Pow(10, float64(d))
	for _, digit := range []float64{5, 2} {
		if v := digit * power; v <= a.Min*(1+slack) && math.Log10(a.Max/v) < 2 {
			a.Min = v
			return
		}
	}
	if v := math.Pow(10, float64(d)); v > 0 {
		a.Min = v
	}
}

// namedTicks are ticks with names at 0, 1, 2, …. Of many names it shows as many as are legible.
type namedTicks struct {
	names []string
	most  int
}

// Ticks implements plot.Ticker.
func (t namedTicks) Ticks(low, high float64) []plot.Tick {
	every := (len(t.names) + t.most - 1) / t.most
	var ticks []plot.Tick
	for i, name := range t.names {
		tick := plot.Tick{Value: float64(i)}
		if i%every == 0 {
			tick.Label = name
		}
		ticks = append(ticks, tick)
	}
	return ticks
}

// widen widens an axis whose values are large and nearly equal, so that it has ticks.
func widen(a *plot.Axis) {
	const large, narrow = 1e9, 1e-9
	size := max(math.Abs(a.Min), math.Abs(a.Max))
	if size >= large && !math.IsInf(size, 0) && a.Max-a.Min < narrow*size {
		a.Min, a.Max = a.Min-size/1000, a.Max+size/1000
	}
}
