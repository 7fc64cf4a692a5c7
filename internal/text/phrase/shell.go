package phrase

import (
	"regexp"
	"strings"
)

// plain matches text that needs no quotes in a shell.
var plain = regexp.MustCompile(`^[A-Za-z0-9_@%+=:,./-]+$`)

// NeedsQuotes reports whether a shell would not read a text as one word.
func NeedsQuotes(text string) bool { return !plain.MatchString(text) }

// ShellWord writes a text so that a shell reads it as one word.
func ShellWord(text string) string {
	if !NeedsQuotes(text) {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}
