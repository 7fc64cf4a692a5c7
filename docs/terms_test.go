package docs

import (
	"strings"
	"testing"
)

// Every term has a text without links, and is found whatever its capitals are.
func TestTerms(t *testing.T) {
	terms := Terms()
	if len(terms) < 30 {
		t.Fatalf("only %d terms were found", len(terms))
	}
	for _, name := range terms {
		text := strings.Join(Term(strings.ToUpper(name)), "\n")
		if text == "" || strings.Contains(text, "](") || strings.Contains(text, "## ") {
			t.Errorf("%s: %q", name, text)
		}
	}
	if Term("nothing") != nil {
		t.Error("a term that is not there is explained")
	}
}
