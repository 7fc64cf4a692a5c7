package number

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Parse reads a number. The error quotes the text and says how to write what was
// probably meant.
func Parse(text string) (float64, error) {
	trimmed := strings.TrimSpace(text)
	v, err := strconv.ParseFloat(trimmed, 64)
	switch {
	case !decimal(trimmed) || err != nil && !errors.Is(err, strconv.ErrRange):
		// A copy, so that the caller's text need not be on the heap.
		return 0, malformed(strings.Clone(trimmed))
	case err != nil:
		return 0, fmt.Errorf("%s is too large for a number: the largest is 1.8e308", quote(strings.Clone(trimmed)))
	}
	return v, nil
}

// List reads numbers that are separated by commas.
func List(text string) ([]float64, error) {
	var all []float64
	for field := range strings.SplitSeq(text, ",") {
		v, err := Parse(field)
		if err != nil {
			return nil, err
		}
		all = append(all, v)
	}
	return all, nil
}

// Is reports whether a text has the form of a number, even of one that is too large.
func Is(text string) bool {
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

// Format returns the shortest text that Parse reads as v, if v is finite.
func Format(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// quote quotes a text, of which only the beginning is shown if it is long.
func quote(text string) string {
	const most = 60
	if len(text) > most {
		return strconv.Quote(text[:most]) + "…"
	}
	return strconv.Quote(text)
}
