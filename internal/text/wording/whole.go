package wording

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Int reads a whole number from min to max.
func Int(text string, min, max int64) (int64, error) {
	w, err := parseWhole(text)
	if err != nil {
		return 0, err
	}
	if v, ok := w.int64(); ok && min <= v && v <= max {
		return v, nil
	}
	return 0, fmt.Errorf("%s is out of range: give a whole number %s", Quote(strings.TrimSpace(text)), within(min, max))
}

// within returns a range in words. A range that ends with int64 has no end for people.
func within(min, max int64) string {
	switch {
	case max < math.MaxInt64:
		return fmt.Sprintf("from %d to %d", min, max)
	case min > math.MinInt64:
		return fmt.Sprintf("from %d on, of at most 18 digits", min)
	}
	return "of at most 18 digits"
}

// Uint reads a whole number from min to max.
func Uint(text string, min, max uint64) (uint64, error) {
	w, err := parseWhole(text)
	if err != nil {
		return 0, err
	}
	if w.negative || w.large || w.size < min || w.size > max {
		return 0, fmt.Errorf("%s is out of range: give a whole number from %d to %d", Quote(strings.TrimSpace(text)), min, max)
	}
	return w.size, nil
}

// whole is a whole number.
type whole struct {
	negative bool // not of 0
	large    bool // the size does not fit
	size     uint64
}

func (w whole) int64() (v int64, ok bool) {
	switch {
	case w.large:
		return 0, false
	case w.negative:
		return -int64(w.size), w.size <= -math.MinInt64
	}
	return int64(w.size), w.size <= math.MaxInt64
}

// parseWhole reads a whole number, digit by digit: a float64 would not hold them all.
func parseWhole(text string) (whole, error) {
	if !IsNumber(text) {
		return whole{}, malformed(text)
	}
	negative, digits, power := decompose(text)
	switch {
	case digits == "":
		return whole{}, nil
	case power < 0:
		return whole{}, fmt.Errorf("%s is not a whole number", Quote(strings.TrimSpace(text)))
	case len(digits)+power > maxDigits:
		return whole{negative: negative, large: true}, nil
	}
	size, err := strconv.ParseUint(digits+strings.Repeat("0", power), 10, 64)
	return whole{negative, err != nil, size}, nil
}

// maxDigits is the largest number of digits of a uint64.
const maxDigits = 20

// decompose returns a number as ± digits · 10^power, where the digits neither begin nor
// end with 0. There are none if the number is 0.
func decompose(text string) (negative bool, digits string, power int) {
	text = strings.TrimSpace(text)
	negative = text[0] == '-'
	mantissa, exponent := strings.TrimLeft(text, "+-"), "0"
	if at := strings.IndexAny(mantissa, "eE"); at >= 0 {
		mantissa, exponent = mantissa[:at], mantissa[at+1:]
	}
	before, after, _ := strings.Cut(mantissa, ".")
	all := strings.TrimLeft(before+after, "0")
	digits = strings.TrimRight(all, "0")
	// Beyond the bounds of an int, Atoi returns the bound. No text is long enough to bring a
	// quarter of that back into range.
	power, _ = strconv.Atoi(exponent)
	power = min(max(power, -1<<30), 1<<30) - len(after) + len(all) - len(digits)
	return negative, digits, power
}
