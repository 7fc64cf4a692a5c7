package page

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"io/fs"
	"strings"
)

// Report returns the page as one file of HTML with a title and all its data, which data.js
// describes. It opens from a disk and sends no request: its Content-Security-Policy allows only
// its script and style, by their hashes.
func Report(title string, data []byte) ([]byte, error) {
	script, err := bundle(Files, "main")
	if err != nil {
		return nil, fmt.Errorf("join the page: %w", err)
	}
	if strings.Contains(strings.ToLower(script), "</script") {
		return nil, fmt.Errorf("join the page: a module contains the end of a script")
	}
	style, err := fs.ReadFile(Files, "style.css")
	if err != nil {
		return nil, err
	}
	var safe bytes.Buffer
	json.HTMLEscape(&safe, data) // so that no text of a run can end the script element
	var out bytes.Buffer
	fmt.Fprintf(&out, `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src '%s'; style-src '%s'; img-src data:; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>%s</title>
<link rel="icon" href="data:,">
<style>%s</style>
</head>
<body>
<p id="loading">Reading the run…</p>
<noscript><p>This page needs JavaScript. The file contains all of it.</p></noscript>
<script type="application/json" id="report-data">%s</script>
<script type="module">%s</script>
</body>
</html>
`, hash([]byte(script)), hash(style), html.EscapeString(title), style, safe.Bytes(), script)
	return out.Bytes(), nil
}

// hash names a script or a style in a Content-Security-Policy.
func hash(text []byte) string {
	sum := sha256.Sum256(text)
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}
