package phrase

import (
	"strings"
	"unicode/utf8"
)

// Lines breaks a paragraph between words into lines of at most width characters. A longer word has
// a line of its own.
func Lines(text string, width int) []string {
	var lines []string
	column := 0
	for _, word := range strings.Fields(text) {
		n := utf8.RuneCountInString(word)
		if column == 0 || column+1+n > width {
			lines, column = append(lines, word), n
			continue
		}
		lines[len(lines)-1] += " " + word
		column += 1 + n
	}
	return lines
}
