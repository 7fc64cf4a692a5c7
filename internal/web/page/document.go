package page

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"html"
	"io/fs"
	"strings"
)

// document is a page in one file that sends no request: its Content-Security-Policy allows only its script and style,
// by their hashes.
type document struct {
	title   string
	entry   string   // the module that begins, as bundle names it
	styles  []string // files
	allow   string   // further words of the policy
	waiting string   // what stands there until the script has begun
	data    []block
}

// block is text in a page that is not run. It must not contain the end of a script.
type block struct{ id, kind, text string }

// write returns the file.
func (d document) write() ([]byte, error) {
	script, err := bundle(Files, d.entry)
	if err != nil {
		return nil, fmt.Errorf("join the page: %w", err)
	}
	style, err := joinStyles(d.styles)
	if err != nil {
		return nil, err
	}
	var blocks strings.Builder
	for _, b := range append(d.data, block{text: script}) {
		if strings.Contains(strings.ToLower(b.text), "</script") {
			return nil, fmt.Errorf("join the page: a module contains the end of a script")
		}
	}
	for _, b := range d.data {
		fmt.Fprintf(&blocks, "<script type=\"%s\" id=\"%s\">%s</script>\n", b.kind, b.id, b.text)
	}
	return fmt.Appendf(nil, `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src '%s'%s; style-src '%s'; img-src data:; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>%s</title>
<link rel="icon" href="data:,">
<style>%s</style>
</head>
<body>
<p id="loading">%s</p>
<noscript><p>This page needs JavaScript. The file contains all of it.</p></noscript>
%s<script type="module">%s</script>
</body>
</html>
`, hash([]byte(script)), d.allow, hash([]byte(style)), html.EscapeString(d.title), style, d.waiting, blocks.String(), script), nil
}

func joinStyles(names []string) (string, error) {
	var all strings.Builder
	for _, name := range names {
		text, err := fs.ReadFile(Files, name)
		if err != nil {
			return "", err
		}
		all.Write(text)
	}
	return all.String(), nil
}

// hash names a script or a style in a Content-Security-Policy.
func hash(text []byte) string {
	sum := sha256.Sum256(text)
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}
