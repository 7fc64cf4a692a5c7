package experiment

import (
	"errors"
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

// fromRun is the run from which another one begins, in a document: RUN or RUN:STEP, of which RUN is the
// name of a folder.
type fromRun struct {
	to     *string
	folder string
}

// Read implements document.Value.
func (v *fromRun) Read(d *document.Document, name string, n *document.Node) {
	document.File(v.to, v.folder).Read(d, name, n)
	if *v.to != "" {
		if _, _, err := SplitOrigin(*v.to); err != nil {
			d.Fail(name, n, "%w", err)
		}
	}
}

// Write implements document.Value.
func (v *fromRun) Write() (*document.Node, bool) { return document.File(v.to, v.folder).Write() }

// Schema implements document.Value.
func (v *fromRun) Schema() map[string]any { return document.File(v.to, v.folder).Schema() }

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

// ParseStartM reads where M starts: a positive number, or else the name of a file. A text that looks
// like a number is the name of a file only if there is one.
func ParseStartM(text string) (times float64, file string, err error) {
	if _, missing := os.Stat(text); missing == nil || !strings.ContainsAny(text[:1], "0123456789.+-") {
		return 0, text, nil
	}
	times, err = wording.ParseNumber(text)
	if err == nil && !(times > 0) {
		err = errors.New("give a positive number, or a file")
	}
	return times, "", err
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
