package wording

import (
	"encoding/json"
	"math"
	"strconv"
)

// Number is a measured quantity: a float64 that JSON writes as null where it is not
// finite, because JSON has no NaN.
type Number float64

// NaN is a Number that is not defined.
var NaN = Number(math.NaN())

// Finite reports whether the quantity is a number.
func (n Number) Finite() bool { return !math.IsNaN(float64(n)) && !math.IsInf(float64(n), 0) }

// MarshalJSON implements json.Marshaler.
func (n Number) MarshalJSON() ([]byte, error) {
	if !n.Finite() {
		return []byte("null"), nil
	}
	return []byte(Format(float64(n))), nil
}

// UnmarshalJSON implements json.Unmarshaler: null is not a number.
func (n *Number) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		*n = NaN
		return nil
	}
	return json.Unmarshal(text, (*float64)(n))
}

// String returns the number to three digits, or – where it is not defined.
func (n Number) String() string {
	switch size := math.Abs(float64(n)); {
	case !n.Finite():
		return "–"
	case size != 0 && (size < 0.01 || size >= 1e5):
		return strconv.FormatFloat(float64(n), 'e', 2, 64)
	default:
		return strconv.FormatFloat(float64(n), 'g', 3, 64)
	}
}

// Beside returns the number as String does, or with as many digits as are needed to see
// on which side of each bound it lies.
func (n Number) Beside(bounds ...Number) string {
	return Beside(float64(n), func(v float64) string { return Number(v).String() }, Floats(bounds)...)
}

// Floats returns numbers as they are computed with.
func Floats(v []Number) []float64 {
	all := make([]float64, len(v))
	for i, e := range v {
		all[i] = float64(e)
	}
	return all
}

// Numbers returns quantities of all values.
func Numbers(v []float64) []Number {
	all := make([]Number, len(v))
	for i, e := range v {
		all[i] = Number(e)
	}
	return all
}
