package docs

import (
	"embed"
	"strings"
)

//go:embed circuits.md selections.md exit-codes.md glossary.md
var pages embed.FS

// Topics returns the names of the pages that Page returns.
func Topics() []string { return []string{"circuit", "selections", "exit-codes", "glossary"} }

// Page returns the text of a page, in Markdown, or false if there is none of that name.
func Page(topic string) (string, bool) {
	file := topic + ".md"
	if topic == "circuit" {
		file = "circuits.md"
	}
	text, err := pages.ReadFile(file)
	return strings.ReplaceAll(string(text), `\|`, "|"), err == nil // escaped in tables
}
