package selection

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// span is a range of indices, both ends included.
type span struct{ first, last int }

// all is the span of whatever indices there are.
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
	from, to, ranged := strings.Cut(text, "-")
	if !ranged {
		to = from
	}
	first, err1 := parseIndex(from)
	last, err2 := parseIndex(to)
	switch {
	case err1 != nil || err2 != nil:
		return span{}, fmt.Errorf("%q is not an index: write a number from 0, a range such as 0-4, or *", text)
	case last < first:
		return span{}, fmt.Errorf("the range %s runs backwards: write %d-%d", text, last, first)
	}
	return span{first, last}, nil
}

// parseIndex reads a number that is not negative and fits an int.
func parseIndex(text string) (int, error) {
	i, err := strconv.ParseUint(strings.TrimSpace(text), 10, strconv.IntSize-1)
	return int(i), err
}
