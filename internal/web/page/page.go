package page

import (
	"bytes"
	"embed"
	"encoding/json"
)

// Files holds the page, with index.html on top, and the page of the simulator in the folder explore.
//
//go:embed *.html *.css *.js explore
var Files embed.FS

// Report returns the page as one file of HTML with a title and all its data, which data.js
// describes. It opens from a disk.
func Report(title string, data []byte) ([]byte, error) {
	var safe bytes.Buffer
	json.HTMLEscape(&safe, data) // so that no text of a run can end the script element
	return document{
		title: title, entry: "main", styles: []string{"style.css"}, waiting: "Reading the run…",
		data: []block{{"report-data", "application/json", safe.String()}},
	}.write()
}
