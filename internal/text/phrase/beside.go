package phrase

import (
	"math"
	"strconv"
)

// Numbers of digits that are tried for a number beside a bound. After them the number is written
// as its distance from the bound.
const (
	fewestDigits = 3
	mostDigits   = 6
)

// Beside writes v so that the text shows on which side of each bound v lies. It uses print if that
// is enough, then more digits, then a sum or a difference such as "1 − 3e-09". A number that
// equals a bound is written as "exactly 1".
func Beside(v float64, print func(float64) string, bounds ...float64) string {
	nearest := math.NaN()
	for _, b := range bounds {
		if v == b {
			return "exactly " + shortest(v)
		}
		if !(math.Abs(v-b) >= math.Abs(v-nearest)) && !math.IsNaN(b) {
			nearest = b
		}
	}
	text := print(v)
	if math.IsInf(v, 0) || math.IsNaN(v) || math.IsNaN(nearest) || shows(text, v, bounds) {
		return text
	}
	for digits := fewestDigits; digits <= mostDigits; digits++ {
		if text = strconv.FormatFloat(v, 'g', digits, 64); shows(text, v, bounds) {
			return text
		}
	}
	sign := " + "
	if v < nearest {
		sign = " − "
	}
	return shortest(nearest) + sign + strconv.FormatFloat(math.Abs(v-nearest), 'g', 2, 64)
}

// shows reports whether the text, read as a number, lies on the same side of all bounds as v.
func shows(text string, v float64, bounds []float64) bool {
	read, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return false
	}
	for _, b := range bounds {
		if (v < b) != (read < b) || (v > b) != (read > b) {
			return false
		}
	}
	return true
}

// shortest writes v with the fewest digits that identify it.
func shortest(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
