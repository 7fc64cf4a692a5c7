package inspect

import (
	"math"
	"strconv"
	"strings"

	"twophase/internal/text/wording"
)

// rounded writes a number to three digits, or to more if that shows on which side of a bound it
// lies. It writes – for a number that is not defined.
func rounded(n wording.Number, bounds ...float64) string {
	return wording.Beside(float64(n), func(v float64) string { return plain(wording.Number(v)) }, bounds...)
}

func plain(n wording.Number) string {
	switch size := math.Abs(float64(n)); {
	case !n.Finite():
		return "–"
	case size != 0 && (size < 0.01 || size >= 1e6):
		return strconv.FormatFloat(float64(n), 'e', 2, 64)
	case size >= 1000:
		return strconv.FormatFloat(float64(n), 'f', 0, 64)
	default:
		return strconv.FormatFloat(float64(n), 'g', 3, 64)
	}
}

// step writes a step, or – where there is none.
func step(s *int64) string {
	if s == nil {
		return "–"
	}
	return strconv.FormatInt(*s, 10)
}

// shortened lists texts, and of many only the first.
func shortened(texts []string) string {
	if len(texts) > 8 {
		texts = append(append([]string{}, texts[:8]...), "…")
	}
	return strings.Join(texts, ", ")
}

// printable replaces control characters, because the text is from a file.
func printable(text string) string { return wording.Printable(text, '�', 200) }
