package pruning

import (
	"math"
	"strconv"
)

// Number is a measured quantity that is null in JSON where it is not defined.
type Number float64

var nan = Number(math.NaN())

// Finite reports whether the number is one.
func (n Number) Finite() bool { return !math.IsNaN(float64(n)) && !math.IsInf(float64(n), 0) }

// MarshalJSON implements json.Marshaler.
func (n Number) MarshalJSON() ([]byte, error) {
	if !n.Finite() {
		return []byte("null"), nil
	}
	return strconv.AppendFloat(nil, float64(n), 'g', -1, 64), nil
}
