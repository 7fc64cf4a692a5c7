package docs

import (
	"embed"
	"strings"
)

//go:embed selections.md
var pages embed.FS

// Topics returns the names of the pages that Page returns.
func Topics() []string { return []string{"selections"} }

// Page returns the text of a page, in Markdown, or false if there is none of that name.
func Page(topic string) (string, bool) {
	text, err := pages.ReadFile(topic + ".md")
	return strings.ReplaceAll(string(text), `\|`, "|"), err == nil // escaped in tables
}
