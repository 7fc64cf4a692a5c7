package catalogue

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"twophase/circuit"
	"twophase/internal/testkit/long"
	"twophase/internal/testkit/testfiles"
)

// docs/evidence/networks.md ends with the page of all networks as it is written now: -update writes it. A new network may be missing
// but in make long.
func TestDocumentHasTheNetworks(t *testing.T) {
	const path, head = "../../../docs/evidence/networks.md", "## The networks, one by one\n"
	var page bytes.Buffer
	if err := WriteMarkdown(&page); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, _, found := strings.Cut(string(text), head)
	if !found {
		t.Fatalf("%s has no line %s", path, head)
	}
	paragraphs := strings.SplitAfter(page.String(), "\n\n")
	paragraphs[0] = before + paragraphs[0]
	testfiles.Sections(t, path, paragraphs, long.Asked())
}

// APEX is published with outputs that learn one after another, and this is not that.
func TestAPEXSaysWhichVariantItIs(t *testing.T) {
	if !strings.Contains(circuit.APEX.Notes, "parallel variant: all outputs learn at once") {
		t.Errorf("its notes are %q", circuit.APEX.Notes)
	}
}
