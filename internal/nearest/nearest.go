// Package nearest finds the name that was probably meant.
package nearest

import (
	"fmt"
	"strings"
)

// Name returns the candidate that is fewest edits away from a word, upper and
// lower case alike, if that is near enough for a slip of the pen: at most a third
// of the word.
func Name(word string, candidates []string) (string, bool) {
	best, fewest := "", len(word)/3+1
	for _, c := range candidates {
		if d := edits(strings.ToLower(word), strings.ToLower(c)); d < fewest {
			best, fewest = c, d
		}
	}
	return best, best != ""
}

// Hint returns a question for an error message, with a space before it, or
// nothing if no candidate is near.
func Hint(word string, candidates []string) string {
	if near, ok := Name(word, candidates); ok {
		return fmt.Sprintf(" (did you mean %s?)", near)
	}
	return ""
}

// edits returns how many letters must be inserted, deleted or replaced to turn
// a into b (the Levenshtein distance).
func edits(a, b string) int {
	above := make([]int, len(b)+1) // distances of a[:i] to every b[:j]
	for j := range above {
		above[j] = j
	}
	for i := range len(a) {
		corner := above[0]
		above[0] = i + 1
		for j := range len(b) {
			d := corner
			if a[i] != b[j] {
				d++
			}
			corner = above[j+1]
			above[j+1] = min(d, above[j]+1, corner+1)
		}
	}
	return above[len(b)]
}
