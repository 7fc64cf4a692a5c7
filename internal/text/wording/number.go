package wording

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// ParseNumber reads a number. The error quotes the text and says how to write what was
// probably meant.
func ParseNumber(text string) (float64, error) {
	trimmed := strings.TrimSpace(text)
	v, err := strconv.ParseFloat(trimmed, 64)
	switch {
	case !decimal(trimmed) || err != nil && !errors.Is(err, strconv.ErrRange):
		// A copy, so that the caller's text need not be on the heap.
		return 0, malformed(strings.Clone(trimmed))
	case err != nil:
		return 0, fmt.Errorf("%s is too large for a number: the largest is 1.8e308", Quote(strings.Clone(trimmed)))
	}
	return v, nil
}

// ParseNumbers reads numbers that are separated by commas.
func ParseNumbers(text string) ([]float64, error) {
	var all []float64
	for field := range strings.SplitSeq(text, ",") {
		v, err := ParseNumber(field)
		if err != nil {
			return nil, err
		}
		all = append(all, v)
	}
	return all, nil
}

// IsNumber reports whether a text has the form of a number, even of one that is too large.
func IsNumber(text string) bool {
	trimmed := strings.TrimSpace(text)
	_, err := strconv.ParseFloat(trimmed, 64)
	return decimal(trimmed) && (err == nil || errors.Is(err, strconv.ErrRange))
}

// decimal reports whether a text that strconv.ParseFloat reads is decimal: it has no letters but
// that of an exponent, and no underscores.
func decimal(text string) bool {
	for i := range len(text) {
		if c := text[i]; c > '9' && c|0x20 != 'e' {
			return false
		}
	}
	return true
}

// Format returns the shortest text that ParseNumber reads as v, if v is finite.
func Format(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// Listed prints numbers; of many it prints the first and the last few.
func Listed(v []Number) string {
	const ends = 4
	var parts []string
	for i, x := range v {
		switch {
		case len(v) <= 2*ends+2 || i < ends || i >= len(v)-ends:
			parts = append(parts, x.String())
		case i == ends:
			parts = append(parts, "…")
		}
	}
	return strings.Join(parts, " ")
}

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

// units are those of sizes.
var units = []struct {
	name  string
	bytes float64
}{{"kB", 1e3}, {"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12}}

// Size reads a size, and returns its bytes, at least 1, rounded down.
func Size(text string) (int64, error) {
	value, bytes := strings.TrimSpace(text), 1.0
	for _, u := range units {
		if before, found := strings.CutSuffix(value, u.name); found {
			value, bytes = before, u.bytes
			break
		}
	}
	v, err := ParseNumber(value)
	if err != nil {
		return 0, fmt.Errorf("size %s: %w; write a number of bytes, with or without a unit (kB, MB, GB or TB), such as 500MB or 2GB", Quote(text), err)
	}
	if v *= bytes; !(v >= 1 && v < math.MaxInt64) {
		return 0, fmt.Errorf("size %s: give at least 1 byte and less than 9e6TB, such as 500MB or 2GB", Quote(text))
	}
	return int64(v), nil
}
