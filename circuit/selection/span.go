package selection

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"

	"twophase/internal/text/wording"
)

// span is a range of indices, with both ends.
type span struct{ first, last int }

// all is the span of every index.
var all = span{0, math.MaxInt}

// single reports whether the span is of one index.
func (s span) single() bool { return s.first == s.last }

// has reports whether the span contains index i.
func (s span) has(i int) bool { return s.first <= i && i <= s.last }

// within reports whether every index is from 0 to below n. The span of all fits
// anywhere.
func (s span) within(n int) bool { return s == all || s.first >= 0 && s.last < n }

// cut returns the half-open range of the indices that are below n.
func (s span) cut(n int) (from, to int) {
	if s.last >= n {
		return min(s.first, n), n
	}
	return s.first, s.last + 1
}

// String returns *, one index, or a range such as 0-4.
func (s span) String() string {
	switch {
	case s == all:
		return "*"
	case s.single():
		return strconv.Itoa(s.first)
	}
	return fmt.Sprintf("%d-%d", s.first, s.last)
}

// parseSpan reads the form of String.
func parseSpan(text string) (span, error) {
	text = strings.TrimSpace(text)
	if text == "*" {
		return all, nil
	}
	from, to := cutRange(text)
	first, err := wording.Int(from, 0, math.MaxInt)
	last, err2 := wording.Int(to, 0, math.MaxInt)
	switch err = cmp.Or(err, err2); {
	case err != nil:
		return span{}, fmt.Errorf("%q is not an index: %w; write a number from 0, a range such as 0-4, or *", text, err)
	case last < first:
		return span{}, fmt.Errorf("the range %s runs backwards: write %d-%d", text, last, first)
	}
	return span{int(first), int(last)}, nil
}

// cutRange cuts a range at the dash between its ends. That dash is neither a sign nor part
// of an exponent. Without one, the whole text is both ends.
func cutRange(text string) (from, to string) {
	for i := 1; i < len(text); i++ {
		if text[i] == '-' && text[i-1] != 'e' && text[i-1] != 'E' {
			return text[:i], text[i+1:]
		}
	}
	return text, text
}
