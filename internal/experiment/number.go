package experiment

import (
	"encoding/json"
	"math"
	"strconv"
)

// Number is a float64 that JSON writes as null where it is not finite, because
// JSON has no NaN.
type Number float64

// MarshalJSON implements json.Marshaler.
func (n Number) MarshalJSON() ([]byte, error) {
	if !n.finite() {
		return []byte("null"), nil
	}
	return strconv.AppendFloat(nil, float64(n), 'g', -1, 64), nil
}

// UnmarshalJSON implements json.Unmarshaler: null is not a number.
func (n *Number) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		*n = nan
		return nil
	}
	return json.Unmarshal(text, (*float64)(n))
}

// String returns the number to three digits, or – where it is not defined.
func (n Number) String() string {
	switch size := math.Abs(float64(n)); {
	case !n.finite():
		return "–"
	case size != 0 && (size < 0.01 || size >= 1e5):
		return strconv.FormatFloat(float64(n), 'e', 2, 64)
	default:
		return strconv.FormatFloat(float64(n), 'g', 3, 64)
	}
}

func (n Number) finite() bool { return !math.IsNaN(float64(n)) && !math.IsInf(float64(n), 0) }

func numbers(v []float64) []Number {
	all := make([]Number, len(v))
	for i, e := range v {
		all[i] = Number(e)
	}
	return all
}

// rounded returns the number without decimals.
func (n Number) rounded() string { return strconv.FormatFloat(float64(n), 'f', 0, 64) }
