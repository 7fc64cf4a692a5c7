package docs

import (
	"regexp"
	"strings"
)

// link matches a link in Markdown.
var link = regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`)

// Term returns what the glossary says of a term, as paragraphs without links, or nil if it does
// not have the term. Capitals do not count.
func Term(name string) (paragraphs []string) {
	text, _ := Page("glossary")
	for _, entry := range strings.Split(text, "\n### ")[1:] {
		title, body, _ := strings.Cut(entry, "\n")
		if !strings.EqualFold(title, name) {
			continue
		}
		body, _, _ = strings.Cut(body, "\n## ")
		for _, p := range strings.Split(strings.TrimSpace(body), "\n\n") {
			paragraphs = append(paragraphs, link.ReplaceAllString(strings.ReplaceAll(p, "\n", " "), "$1"))
		}
	}
	return paragraphs
}

// Terms returns the terms of the glossary.
func Terms() (names []string) {
	text, _ := Page("glossary")
	for _, entry := range strings.Split(text, "\n### ")[1:] {
		title, _, _ := strings.Cut(entry, "\n")
		names = append(names, title)
	}
	return names
}
