package experiment

import (
	"fmt"
	"os"
	"strings"

	"twophase/internal/text/document"
	"twophase/internal/text/wording"
)

// SplitOrigin splits RUN:STEP into the folder and the step, which is −1 if there is none.
func SplitOrigin(text string) (run string, step int, err error) {
	at := strings.LastIndex(text, ":")
	if at < 0 {
		return text, -1, nil
	}
	n, err := wording.Int(text[at+1:], 0, MaxSteps)
	if err != nil {
		return "", 0, fmt.Errorf("%s: %w; give RUN, or RUN:STEP", text, err)
	}
	return text[:at], int(n), nil
}

func isOrigin(text string) error {
	_, _, err := SplitOrigin(text)
	return err
}

// startM is the start of M in a document: a number or the name of a file.
type startM struct {
	to     *float64
	file   *string
	folder string
}

// Read implements document.Value.
func (v *startM) Read(d *document.Document, name string, n *document.Node) {
	if n.Kind == document.TextNode {
		*v.to = 0
		document.File(v.file, v.folder).Read(d, name, n)
		return
	}
	*v.file = ""
	document.Positive(v.to).Read(d, name, n)
}

// FromText returns the text of a flag as a node. A text that looks like a number is the name of a file only if
// there is one.
func (v *startM) FromText(text string) *document.Node {
	kind := document.NumberNode
	if _, missing := os.Stat(text); missing == nil || !strings.ContainsAny(text[:1], "0123456789.+-") {
		kind = document.TextNode
	}
	return &document.Node{Kind: kind, Text: text}
}

// Write implements document.Value.
func (v *startM) Write() (*document.Node, bool) {
	if *v.file != "" {
		return document.File(v.file, v.folder).Write()
	}
	return document.Positive(v.to).Write()
}

// Schema implements document.Value.
func (v *startM) Schema() map[string]any {
	return map[string]any{"anyOf": []any{document.Positive(v.to).Schema(), document.File(v.file, v.folder).Schema()}}
}
