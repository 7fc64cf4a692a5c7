package page

import (
	"bytes"
	"encoding/json"
)

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
