package catalogue

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"twophase/circuit"
)

// docs/networks.md ends with the page of all networks as it is written now.
func TestDocumentHasTheNetworks(t *testing.T) {
	var page bytes.Buffer
	if err := WriteMarkdown(&page); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("../../../docs/networks.md")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.HasSuffix(bytes.TrimSpace(text), bytes.TrimSpace(page.Bytes())) {
		t.Error("docs/networks.md has another page than twophase networks --markdown writes: make networks-docs writes it again")
	}
}

// APEX is published with outputs that learn one after another, and this is not that.
func TestAPEXSaysWhichVariantItIs(t *testing.T) {
	if !strings.Contains(circuit.APEX.Notes, "parallel variant: all outputs learn at once") {
		t.Errorf("its notes are %q", circuit.APEX.Notes)
	}
}
