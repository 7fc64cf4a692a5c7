package view

import (
	"math"
	"strconv"
)

// Vector is numbers that JSON writes as null where they are not finite; a nil one is
// null as a whole.
type Vector []float64

// MarshalJSON implements json.Marshaler.
func (v Vector) MarshalJSON() ([]byte, error) {
	if v == nil {
		return []byte("null"), nil
	}
	text := make([]byte, 0, 2+20*len(v))
	text = append(text, '[')
	for i, x := range v {
		if i > 0 {
			text = append(text, ',')
		}
		if math.IsNaN(x) || math.IsInf(x, 0) {
			text = append(text, "null"...)
		} else {
			text = strconv.AppendFloat(text, x, 'g', -1, 64)
		}
	}
	return append(text, ']'), nil
}

// digits is the number of significant digits in a digest.
const digits = 7

// rounded returns a copy to some significant digits.
func (v Vector) rounded() Vector {
	if v == nil {
		return nil
	}
	r := make(Vector, len(v))
	for i, x := range v {
		r[i] = x
		if !math.IsNaN(x) && !math.IsInf(x, 0) {
			r[i], _ = strconv.ParseFloat(strconv.FormatFloat(x, 'g', digits, 64), 64)
		}
	}
	return r
}
