package number

import (
	"fmt"
	"math"
)

// Cell writes a number that is not negative for a table, to three digits at the most: – where it is
// not defined, ∞ where it is beyond all bounds.
func Cell(v float64) string {
	switch {
	case math.IsNaN(v):
		return "–"
	case math.IsInf(v, 1):
		return "∞"
	case v != 0 && (v < 0.01 || v >= 1e5):
		return fmt.Sprintf("%.1e", v)
	}
	return fmt.Sprintf("%.3g", v)
}

// WholeCell writes a number without its fraction.
func WholeCell(v float64) string {
	if math.IsNaN(v) {
		return Cell(v)
	}
	return fmt.Sprintf("%.0f", v)
}
