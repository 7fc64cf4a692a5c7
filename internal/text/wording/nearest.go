package wording

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Nearest returns the candidate with the fewest edits from a word, ignoring case. It must be near
// enough for a typing error: at most a third of the word.
func Nearest(word string, candidates []string) (string, bool) {
	best, fewest := "", len(word)/3+1
	for _, c := range candidates {
		if max(len(word)-len(c), len(c)-len(word)) >= fewest {
			continue
		}
		if d := edits(strings.ToLower(word), strings.ToLower(c)); d < fewest {
			best, fewest = c, d
		}
	}
	return best, best != ""
}

// Hint returns a question for an error message, with a space before it, or "" if no candidate is
// near.
func Hint(word string, candidates []string) string {
	if near, ok := Nearest(word, candidates); ok {
		return fmt.Sprintf(" (did you mean %s?)", near)
	}
	return ""
}

// edits returns the number of letters that must be inserted, deleted, replaced or exchanged with
// their neighbour, none twice, to turn a into b (optimal string alignment).
func edits(a, b string) int {
	d := make([][]int, len(a)+1) // distances of a[:i] to b[:j]
	for i := range d {
		d[i] = make([]int, len(b)+1)
		for j := range d[i] {
			switch {
			case i == 0 || j == 0:
				d[i][j] = i + j
				continue
			case a[i-1] == b[j-1]:
				d[i][j] = d[i-1][j-1]
			default:
				d[i][j] = 1 + min(d[i-1][j-1], d[i-1][j], d[i][j-1])
			}
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d[i][j] = min(d[i][j], 1+d[i-2][j-2])
			}
		}
	}
	return d[len(a)][len(b)]
}

// Unknown returns the error of a name of something that does not exist, with the names that do.
func Unknown(what, name string, names []string) error {
	return fmt.Errorf("%s %q does not exist%s: choose %s", what, name, Hint(name, names), strings.Join(names, ", "))
}

// NameOf returns the name of a value that counts through names, or TYPE(value) if it has none.
func NameOf[T ~int](value T, names []string) string {
	if value < 0 || int(value) >= len(names) {
		return fmt.Sprintf("%s(%d)", reflect.TypeFor[T]().Name(), int(value))
	}
	return names[value]
}

// ValueOf returns the value that has a name, or an error with the names that exist.
func ValueOf[T ~int](what, name string, names []string) (T, error) {
	if i := slices.Index(names, name); i >= 0 {
		return T(i), nil
	}
	return 0, fmt.Errorf("%s %q does not exist%s: choose %s", what, name, Hint(name, names), List(names, "or"))
}
